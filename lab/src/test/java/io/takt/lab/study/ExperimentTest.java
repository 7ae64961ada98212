package io.takt.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.lab.report.Report;
import io.takt.lab.report.Sheet;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ExperimentTest {
    private static Report report(final int assets, final long maxDelay, final long seed) {
        return new Experiment(assets, 20, maxDelay, 0.5, 2_000, seed).report(Tracker.NONE);
    }

    @Property(seed = "13", tries = 60)
    void nobodyIsOutOfBoundsAndNobodyFasterThanTheSlowest(
        @ForAll @IntRange(min = 1, max = 20) final int assets,
        @ForAll @LongRange(min = 60, max = 500) final long maxDelay,
        @ForAll final long seed) {
        final Report report = report(assets, maxDelay, seed);
        assertThat((Long) report.results().get("maxLag")).isPositive().isLessThanOrEqualTo(maxDelay);
        assertThat((Long) report.results().get("maxSpread")).isLessThanOrEqualTo(maxDelay);
        final Sheet sheet = report.sheets().get(0);
        assertThat(sheet.rows()).hasSize(assets);
        final double slowest = sheet.rows().stream().mapToDouble(row -> Double.parseDouble(row.get(3))).min().orElse(0);
        // A lead of D_max, and the luck of a short run with jitter.
        assertThat((Double) report.results().get("speed")).isPositive()
            .isLessThanOrEqualTo(slowest * 1.2 + maxDelay / 2_000.0);
    }

    @Example
    void theSameSeedGivesTheSameTable() {
        assertThat(report(10, 100, 7).sheets()).isEqualTo(report(10, 100, 7).sheets())
            .isNotEqualTo(report(10, 100, 8).sheets());
    }

    @Example
    void tellsHowFarItIs() {
        final long[] last = new long[1];
        new Experiment(2, 20, 100, 0, 300, 1).report((done, of) -> {
            assertThat(done).isEqualTo(last[0] + 1);
            assertThat(of).isEqualTo(300);
            last[0] = done;
        });
        assertThat(last[0]).isEqualTo(300);
    }

    @Example
    void whatCannotGoOnIsRefused() {
        for (final long maxDelay : List.of(59L, 1_000_001L)) {
            assertThatThrownBy(() -> report(1, maxDelay, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("D_max is " + maxDelay
                    + ", must be from 60, the core's step and the greatest that an asset may draw, to 1000000");
        }
        assertThatThrownBy(() -> report(0, 100, 1)).hasMessageContaining("1 or more");
    }
}
