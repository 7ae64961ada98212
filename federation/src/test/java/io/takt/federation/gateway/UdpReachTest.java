package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.gateway.UdpReach.News;
import org.junit.jupiter.api.Test;

class UdpReachTest {
    private static final long LONG_NS = 100;

    private final UdpReach reach = new UdpReach(LONG_NS);

    @Test
    void thatNoneGetsThroughIsToldOnceAndThatItDoesAgainLikewise() {
        assertThat(reach.look(true, false, 0)).isEqualTo(News.NONE);
        assertThat(reach.look(true, false, LONG_NS - 1)).isEqualTo(News.NONE);
        assertThat(reach.look(true, false, LONG_NS)).isEqualTo(News.BLOCKED);
        assertThat(reach.look(true, false, 10 * LONG_NS)).isEqualTo(News.NONE);
        assertThat(reach.look(true, true, 11 * LONG_NS)).isEqualTo(News.FREE);
        assertThat(reach.look(true, true, 12 * LONG_NS)).isEqualTo(News.NONE);
        assertThat(reach.look(true, false, 13 * LONG_NS)).isEqualTo(News.NONE);
        assertThat(reach.look(true, false, 14 * LONG_NS)).isEqualTo(News.BLOCKED);
    }

    @Test
    void aSlowStartIsNoNews() {
        assertThat(reach.look(true, false, 0)).isEqualTo(News.NONE);
        assertThat(reach.look(false, false, LONG_NS)).as("nothing is heard at all").isEqualTo(News.NONE);
        assertThat(reach.look(true, false, 2 * LONG_NS)).isEqualTo(News.NONE);
        assertThat(reach.look(true, false, 3 * LONG_NS - 1)).isEqualTo(News.NONE);
        assertThat(reach.look(true, true, 4 * LONG_NS)).isEqualTo(News.NONE);
    }

    @Test
    void aNewConnectionIsNoChange() {
        reach.look(true, false, 0);
        assertThat(reach.look(true, false, LONG_NS)).isEqualTo(News.BLOCKED);
        assertThat(reach.look(false, false, 2 * LONG_NS)).isEqualTo(News.NONE);
        assertThat(reach.look(true, false, 3 * LONG_NS)).isEqualTo(News.NONE);
        assertThat(reach.look(true, false, 5 * LONG_NS)).isEqualTo(News.NONE);
    }
}
