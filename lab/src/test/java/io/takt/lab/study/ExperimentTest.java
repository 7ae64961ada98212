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
import org.jfree.data.xy.XYDataset;

class ExperimentTest {
    private static Report report(final int assets, final long maxDelay, final long seed) {
        return new Experiment(assets, 20, maxDelay, 0.5, 2_000, seed).report(Tracker.NONE);
    }

    @Property(seed = "13", tries = 60)
    void noClockIsOutOfBoundsAndNoSystemFasterThanItsSlowest(
        @ForAll @IntRange(min = 1, max = 20) final int assets,
        @ForAll @LongRange(min = 60, max = 500) final long maxDelay,
        @ForAll final long seed) {
        final Report report = report(assets, maxDelay, seed);
        assertThat((Long) report.results().get("maxLag")).isPositive().isLessThanOrEqualTo(maxDelay);
        assertThat((Long) report.results().get("maxSpread")).isLessThanOrEqualTo(maxDelay);
        assertThat((Long) report.results().get("violations")).isZero();
        assertThat(report.findings().get(1)).contains(": 0 times was", "more than D_max, " + maxDelay + ", ahead");
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
    void theGreatestLagIsTheMostThatTheCoreWasAhead() {
        final Report report = report(5, 100, 3);
        assertThat(report.sheets().get(0).rows().stream().mapToLong(row -> Long.parseLong(row.get(5))).max())
            .hasValue((Long) report.results().get("maxLag"));
    }

    /** Many assets and the greatest D_max fit into the least heap: drawn values are kept in bins, and only of a few. */
    @Example
    void theGreatestMaxDelayNeedsNoMoreMemoryForMoreAssets() {
        final Report report = new Experiment(2_000, 20, 1_000_000, 0.5, 700, 1).report(Tracker.NONE);
        final XYDataset drawn = distribution(report);
        assertThat(drawn.getSeriesCount()).isEqualTo(16);
        assertThat(drawn.getItemCount(0)).isLessThanOrEqualTo(2 * 4_001);
        assertThat(drawn.getXValue(0, drawn.getItemCount(0) - 1)).isEqualTo(1_000_000);
        assertThat(drawn.getYValue(0, drawn.getItemCount(0) - 1)).isEqualTo(1);
    }

    /** A small D_max has a bin for every lag. */
    @Example
    void theDistributionIsExactWhereThePlotCanShowIt() {
        final XYDataset drawn = distribution(report(3, 100, 1));
        assertThat(drawn.getItemCount(2)).as("a corner between any two").isEqualTo(101 + 100);
        for (int lag = 0; lag <= 100; lag++) {
            assertThat(drawn.getXValue(2, 2 * lag)).isEqualTo(lag);
        }
        assertThat(drawn.getYValue(2, 2 * 100)).isEqualTo(1);
    }

    private static XYDataset distribution(final Report report) {
        return report.pictures().get(1).chart().getXYPlot().getDataset();
    }

    @Example
    void aSystemThatCannotGoOnIsRefused() {
        for (final long maxDelay : List.of(59L, 1_000_001L)) {
            assertThatThrownBy(() -> report(1, maxDelay, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("D_max is " + maxDelay
                    + ", must be from 60, the core's step and the greatest that an asset may draw, to 1000000");
        }
        for (final long coreStep : List.of(999_961L, Long.MAX_VALUE)) {
            assertThatThrownBy(() -> new Experiment(1, coreStep, 1_000_000, 0, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the core's step is " + coreStep + ", must be at most 999960");
        }
        assertThatThrownBy(() -> report(0, 100, 1)).hasMessageContaining("1 or more");
    }
}
