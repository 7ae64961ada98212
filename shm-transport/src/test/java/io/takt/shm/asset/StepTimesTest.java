package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.shm.control.Request;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepTimesTest {
    private long nowNs = Long.MAX_VALUE - 1_000;
    private int looks;
    private final NanoClock clock = () -> {
        looks++;
        return nowNs;
    };
    private final StepTimes times = new StepTimes();

    StepTimesTest() {
        times.report("a", clock, null);
    }

    private void step(final long tookNs) {
        times.begin();
        nowNs += tookNs;
        times.end();
    }

    private long counted() {
        return times.report("a", clock, null).steps().stream().mapToLong(pair -> pair.get(1)).sum();
    }

    @Test
    void longStepsAreAllTimed() {
        for (int i = 0; i < 100; i++) {
            step(20_000_000);
        }
        assertThat(looks).isEqualTo(200);
        assertThat(times.report("a", clock, null))
            .isEqualTo(new Request.StepReport("a", 2_000_000_000L, List.of(List.of(24L, 100L))));
    }

    @Test
    void cheapStepsAreTimedNowAndThenAndAllCounted() {
        for (int i = 0; i < 6_401; i++) {
            step(100);
        }
        assertThat(looks).isLessThan(400);
        final Request.StepReport report = times.report("a", clock, null);
        assertThat(counted()).isBetween(6_401L - 63, 6_401L);
        assertThat(report.busyNs()).isEqualTo(counted() * 100);
        assertThat(report.steps()).hasSize(1).first().satisfies(pair -> assertThat(pair.get(0)).isEqualTo(6L));
    }

    @Test
    void stepsThatBecomeLongAreNoticed() {
        for (int i = 0; i < 1_000; i++) {
            step(100);
        }
        final int before = looks;
        for (int i = 0; i < 164; i++) {
            step(1_000_000);
        }
        assertThat(looks - before).isGreaterThanOrEqualTo(200);
        assertThat(counted()).isEqualTo(1_164);
    }

    @Test
    void aMixtureIsRightOnAverage() {
        final Random random = new Random(7);
        long busyNs = 0;
        for (int i = 0; i < 2_000_000; i++) {
            final long tookNs = random.nextInt(1_000) == 0 ? 1_000_000 : 1_000;
            busyNs += tookNs;
            step(tookNs);
        }
        assertThat(times.report("a", clock, null).busyNs()).isBetween(busyNs * 8 / 10, busyNs * 12 / 10);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,0", "2,1", "3,1", "4,2", "1023,9", "1024,10", "9223372036854775807,62"})
    void anyDurationHasItsBucket(final long tookNs, final long bucket) {
        step(tookNs);
        assertThat(times.report("a", clock, null).steps()).containsExactly(List.of(bucket, 1L));
    }
}
