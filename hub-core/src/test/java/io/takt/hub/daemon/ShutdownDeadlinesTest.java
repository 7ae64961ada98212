package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShutdownDeadlinesTest {
    private long nowNs = -5;
    private final ShutdownDeadlines deadlines = new ShutdownDeadlines(() -> nowNs, Duration.ZERO);

    private void pass(final Duration time) {
        nowNs += time.toNanos();
    }

    @Test
    void countsFromWhateverBeginsTheEnd() {
        pass(Duration.ofHours(1));
        assertThat(deadlines.left(ShutdownDeadlines.BY_THEMSELVES)).isEqualTo(ShutdownDeadlines.BY_THEMSELVES);
        deadlines.begin();
        pass(Duration.ofMillis(300));
        deadlines.begin();
        pass(Duration.ofMillis(100));
        assertThat(deadlines.left(ShutdownDeadlines.BY_THEMSELVES))
            .isEqualTo(ShutdownDeadlines.BY_THEMSELVES.minusMillis(400));
        pass(Duration.ofHours(1));
        assertThat(deadlines.left(ShutdownDeadlines.TOLD)).isZero();
    }

    @Test
    void leavesABusyHostSomeOfTheTwoSeconds() {
        final List<Duration> steps = List.of(ShutdownDeadlines.BY_THEMSELVES, ShutdownDeadlines.LAST_CALL,
            ShutdownDeadlines.GOODBYES,
            ShutdownDeadlines.TOLD, ShutdownDeadlines.OVERDUE, ShutdownDeadlines.GIVEN_UP);
        assertThat(steps).isSorted();
        assertThat(ShutdownDeadlines.TOLD).isLessThanOrEqualTo(Duration.ofMillis(1500));
        assertThat(ShutdownDeadlines.GOODBYES).as("what the protocol promises to connections")
            .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    /** Each wait gets what the ones before it have left, so that together they take no longer than the last. */
    @Test
    void waitsThatFollowEachOtherShareOneTime() {
        deadlines.begin();
        final long beganNs = nowNs;
        for (final Duration until : List.of(ShutdownDeadlines.BY_THEMSELVES, ShutdownDeadlines.LAST_CALL,
            ShutdownDeadlines.OVERDUE,
            ShutdownDeadlines.GIVEN_UP)) {
            pass(deadlines.left(until));
            assertThat(nowNs - beganNs).isEqualTo(until.toNanos());
        }
        assertThat(ShutdownDeadlines.GIVEN_UP).as("what the docs promise").isLessThanOrEqualTo(Duration.ofSeconds(8));
    }
}
