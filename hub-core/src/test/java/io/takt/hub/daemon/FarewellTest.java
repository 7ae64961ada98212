package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FarewellTest {
    private long nowNs = -5;
    private final Farewell farewell = new Farewell(() -> nowNs);

    private void pass(final Duration time) {
        nowNs += time.toNanos();
    }

    @Test
    void countsFromWhateverBeginsTheEnd() {
        pass(Duration.ofHours(1));
        assertThat(farewell.left(Farewell.BY_THEMSELVES)).isEqualTo(Farewell.BY_THEMSELVES);
        farewell.begin();
        pass(Duration.ofMillis(300));
        farewell.begin();
        pass(Duration.ofMillis(100));
        assertThat(farewell.left(Farewell.BY_THEMSELVES)).isEqualTo(Farewell.BY_THEMSELVES.minusMillis(400));
        pass(Duration.ofHours(1));
        assertThat(farewell.left(Farewell.TOLD)).isZero();
    }

    @Test
    void leavesABusyHostSomeOfTheTwoSeconds() {
        final List<Duration> steps = List.of(Farewell.BY_THEMSELVES, Farewell.LAST_CALL, Farewell.GOODBYES,
            Farewell.TOLD, Farewell.OVERDUE, Farewell.GIVEN_UP);
        assertThat(steps).isSorted();
        assertThat(Farewell.TOLD).isLessThanOrEqualTo(Duration.ofMillis(1500));
        assertThat(Farewell.GOODBYES).as("what the protocol promises to connections")
            .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    /** Each wait gets what the ones before it have left, so that together they take no longer than the last. */
    @Test
    void waitsThatFollowEachOtherShareOneTime() {
        farewell.begin();
        final long beganNs = nowNs;
        for (final Duration until : List.of(Farewell.BY_THEMSELVES, Farewell.LAST_CALL, Farewell.OVERDUE,
            Farewell.GIVEN_UP)) {
            pass(farewell.left(until));
            assertThat(nowNs - beganNs).isEqualTo(until.toNanos());
        }
        assertThat(Farewell.GIVEN_UP).as("what the docs promise").isLessThanOrEqualTo(Duration.ofSeconds(8));
    }
}
