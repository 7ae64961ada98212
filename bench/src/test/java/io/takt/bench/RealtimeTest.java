package io.takt.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.takt.bench.Realtime.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RealtimeTest {
    private static final long MS = 1_000_000;

    /** Count-ups that are late by up to so much, of a core that loses so much at every step. */
    private static List<Sample> run(final long lateAtMostNs, final long lostPerStepNs) {
        final Random random = new Random(7);
        final List<Sample> samples = new ArrayList<>();
        for (int i = 1; i <= 5_000; i++) {
            final long lateNs = random.nextInt(20) == 0 ? 0 : random.nextLong(1 + lateAtMostNs);
            samples.add(new Sample(123 * MS + i * (MS + lostPerStepNs) + lateNs, i * MS));
        }
        return samples;
    }

    @Test
    void jitterIsNoDrift() {
        assertThat(Realtime.slope(Realtime.earliest(run(5 * MS, 0)))).isCloseTo(0, within(1e-4));
    }

    @Test
    void driftIsSeenThroughJitter() {
        assertThat(Realtime.slope(Realtime.earliest(run(MS, 10_000)))).isCloseTo(0.01 / 1.01, within(1e-4));
    }

    @Test
    void withoutJitterDriftIsExact() {
        assertThat(Realtime.slope(Realtime.earliest(run(0, 1_000)))).isCloseTo(0.001 / 1.001, within(1e-12));
    }
}
