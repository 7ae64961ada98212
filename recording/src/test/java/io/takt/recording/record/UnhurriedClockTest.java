package io.takt.recording.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnhurriedClockTest {
    private long nowNs = 5;

    @Test
    void timeGoesOnAsLongAsItIsRead() {
        final UnhurriedClock clock = new UnhurriedClock(() -> nowNs, () -> 1_000);
        for (int i = 0; i < 100; i++) {
            nowNs += TimeUnit.MILLISECONDS.toNanos(50);
            assertThat(clock.nanoTime()).isEqualTo(nowNs);
        }
        assertThat(clock.time()).isEqualTo(1_000 + 100 * 50);
    }

    @Test
    void aStopOfAnHourIsAMoment() {
        final UnhurriedClock clock = new UnhurriedClock(() -> nowNs, () -> 1_000);
        nowNs += TimeUnit.HOURS.toNanos(1);
        assertThat(clock.nanoTime()).isEqualTo(5 + TimeUnit.MILLISECONDS.toNanos(100));
        assertThat(clock.time()).isEqualTo(1_100);
        nowNs += 7;
        assertThat(clock.nanoTime()).isEqualTo(5 + TimeUnit.MILLISECONDS.toNanos(100) + 7);
    }
}
