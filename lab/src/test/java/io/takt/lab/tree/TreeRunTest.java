package io.takt.lab.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.Report;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class TreeRunTest {
    private static final long TIMED = 40_000;

    private static TreeRun run(final TreeShape shape, final Report report, final long seed) {
        final long[] cpuNs = {0};
        return TreeRun.of(shape, settings(report), seed, TIMED, () -> cpuNs[0] += 500_000L, attempts -> {
        });
    }

    private static TreeSettings settings(final Report report) {
        return new TreeSettings(10, 30, List.of(2, 5, 10), report);
    }

    @Property(seed = "4", tries = 10)
    void theSpreadStaysWithinTheBoundAndComesNearIt(
        @ForAll @IntRange(min = 2, max = 600) final int assets,
        @ForAll @IntRange(min = 2, max = 12) final int fanOut,
        @ForAll @LongRange(min = 0, max = 1_000) final long seed) {
        final TreeShape shape = TreeShape.withFanOut(assets, fanOut);
        for (final Report report : Report.values()) {
            final TreeRun run = run(shape, report, seed);
            assertThat(run.live()).isTrue();
            assertThat(run.bound()).isEqualTo(report == Report.CORE ? 30L * shape.depth() : 30L);
            assertThat(run.mostLag()).isBetween(run.bound() / 2, run.bound());
            assertThat(run.mostApart()).isBetween(1L, run.bound());
        }
    }

    @Example
    void theTimeIsThatOfTheCountUpsThatAreNotLookedAt() {
        final TreeShape shape = TreeShape.withFanOut(100, 10);
        final TreeRun run = run(shape, Report.SLOWEST, 1);
        // Twenty takes of half a millisecond for two thousand count-ups each, or so: intervals vary.
        assertThat(run.nanosecondsEach()).isBetween(200.0, 260.0);
        assertThat(run.touchedEach()).isBetween(2.0, 6.0);
        assertThat(run.progressed()).isBetween(0.05, 0.9);
    }

    @Example
    void tellsAboutAsManyAttemptsAsWerePlanned() {
        final TreeShape shape = TreeShape.withFanOut(50, 5);
        final List<Long> told = new ArrayList<>();
        TreeRun.of(shape, settings(Report.CORE), 1, TIMED, () -> 0, told::add);
        assertThat(told).isSorted();
        assertThat((double) told.get(told.size() - 1) / TreeRun.planned(shape, settings(Report.CORE), TIMED))
            .isBetween(0.8, 1.3);
    }
}
