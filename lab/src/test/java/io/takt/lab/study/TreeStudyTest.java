package io.takt.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.takt.lab.report.Report;
import net.jqwik.api.Example;

class TreeStudyTest {
    private static Report report(final long seed) {
        return new TreeStudy(150, 10, 3, seed, 10_000).report(Tracker.NONE, () -> 0);
    }

    @Example
    void theSameSeedGivesTheSameSpread() {
        final Report report = report(1);
        assertThat(report(1).sheets()).isEqualTo(report.sheets());
        assertThat(report(2).sheets()).isNotEqualTo(report.sheets());
    }

    @Example
    void treesGrowByLevelsUpToTheAssetsAndTheSameAssetsGetDeeper() {
        final long[] last = new long[2];
        final Report report = new TreeStudy(150, 10, 3, 1, 10_000).report((done, of) -> {
            assertThat(done).isBetween(last[0], of);
            last[0] = done;
            last[1] = of;
        }, () -> 0);
        assertThat(last[0]).isEqualTo(last[1]);
        assertThat(report.sheets().get(0).rows()).extracting(row -> String.join(" ", row.subList(0, 4)))
            .containsExactly("core 1 10 10", "core 2 10 100", "core 3 10 150",
                "core 1 150 150", "core 2 13 150", "core 3 6 150",
                "slowest 1 10 10", "slowest 2 10 100", "slowest 3 10 150",
                "slowest 1 150 150", "slowest 2 13 150", "slowest 3 6 150");
        assertThat(report.sheets().get(0).rows()).allMatch(row ->
            Long.parseLong(row.get(7)) <= Long.parseLong(row.get(6)));
        assertThat(report.results()).containsOnlyKeys("core", "slowest");
    }

    /** 20 assets in pairs are 5 levels; between 3 and 5 levels there is no tree that needs them all. */
    @Example
    void noTreeIsDeeperThanOneOfPairs() {
        final Report report = new TreeStudy(20, 20, Integer.MAX_VALUE, 1, 1_000).report(Tracker.NONE, () -> 0);
        assertThat(report.sheets().get(0).rows().stream().filter(row -> "core".equals(row.get(0))).skip(1))
            .extracting(row -> row.get(1) + " " + row.get(2)).containsExactly("1 20", "2 5", "3 3", "5 2");
    }

    @Example
    void aTreeThatCannotBeBuiltIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TreeStudy(1, 10, 3, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new TreeStudy(100, 1, 3, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new TreeStudy(100, 10, 0, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new TreeStudy(100, 10, 3, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new TreeStudy(Integer.MAX_VALUE, 10, 3, 1, 1));
    }
}
