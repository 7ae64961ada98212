package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When the hub's thread leaves datagrams alone. */
class FloodTest {
    private static final long ON_NS = 100_000_000;

    private long nowNs = Long.MAX_VALUE - 1_000;
    private final Flood flood = new Flood(nowNs);

    /** Looks that each find one datagram with a later time; returns whether the last is one too many. */
    private boolean news(final int looks) {
        boolean isTooMany = false;
        for (int i = 0; i < looks; i++) {
            assertThat(isTooMany).as("after %d", i).isFalse();
            assertThat(flood.isOn(nowNs)).isFalse();
            isTooMany = flood.add(nowNs);
        }
        return isTooMany;
    }

    private void assertIsOnForAWhile() {
        assertThat(flood.isOn(nowNs)).isTrue();
        assertThat(flood.isOn(nowNs + ON_NS - 1)).as("across the wall clock's largest value").isTrue();
        nowNs += ON_NS;
        assertThat(flood.isOn(nowNs)).isFalse();
    }

    @Test
    void laterAndLaterTimesWithoutAnEndAreNoise() {
        assertThat(news(4_095)).isFalse();
        assertThat(news(1)).isTrue();
        assertIsOnForAWhile();
    }

    @Test
    void anEmptySocketBetweenThemSaysThatTheyAreNone() {
        for (int i = 0; i < 3; i++) {
            assertThat(news(4_095)).isFalse();
            assertThat(flood.foundNone()).as("one was there").isFalse();
            assertThat(flood.isOn(nowNs)).isFalse();
            assertThat(flood.foundNone()).isTrue();
        }
    }

    @Test
    void sixteenInOneLookAreNoise() {
        assertThat(flood.isOn(nowNs)).isFalse();
        for (int i = 0; i < 15; i++) {
            assertThat(flood.add(nowNs)).isFalse();
        }
        assertThat(flood.add(nowNs)).isTrue();
        assertIsOnForAWhile();
        assertThat(news(4_095)).as("all begin anew").isFalse();
    }
}
