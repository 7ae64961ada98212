package io.takt.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The grid of Hakoniwa's study, cell by cell as it was published. */
class GridTest {
    private static List<String> published() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
            GridTest.class.getResourceAsStream("hakoniwa-grid.csv"), StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    @Test
    void everyCellIsAsPublished() throws IOException {
        final List<String> expected = published();
        assertThat(expected).hasSize(401);
        assertThat(Grid.report(Tracker.NONE).sheets().get(0).csv().lines()).containsExactlyElementsOf(expected);
    }

    /** The rays of pairs with a large common divisor are outside what (e.1) allows. */
    @Test
    void moreIsLiveThanE1Says() {
        final List<Grid.Cell> cells = Grid.run(Tracker.NONE);
        assertThat(cells.stream().filter(cell -> cell.run().live())).hasSize(244);
        assertThat(cells.stream().filter(cell -> cell.coreStep() + cell.assetStep() <= Grid.MAX_DELAY)).hasSize(190)
            .allMatch(cell -> cell.run().live());
    }

    @Test
    void l2ToldTheOutcomeOfEveryCell() {
        assertThat(Grid.report(Tracker.NONE).results().get("asJudged")).isEqualTo(400L);
        assertThat(Grid.findings(Grid.run(Tracker.NONE)).get(1)).contains("the outcome of 400 of 400 pairs");
    }

    /** A cell that stopped although L2 says that it is live, one that went on, and one that stopped elsewhere. */
    @Test
    void aCellThatEndsOtherwiseIsToldOf() {
        final List<Grid.Cell> cells = Grid.run(Tracker.NONE);
        final Grid.Cell live = cells.get(0);
        final Grid.Cell dead = cells.stream().filter(cell -> !cell.verdict().live()).findFirst().orElseThrow();
        final long stands = dead.run().coreTime();
        for (final Grid.Cell wrong : List.of(with(live, new PublishedRun(live.run().coreTime(), false)),
            with(dead, new PublishedRun(stands, true)), with(dead, new PublishedRun(stands + 5, false)))) {
            assertThat(Grid.findings(List.of(wrong, dead)).get(1)).contains("the outcome of 1 of 2 pairs");
        }
    }

    private static Grid.Cell with(final Grid.Cell cell, final PublishedRun run) {
        return new Grid.Cell(cell.coreStep(), cell.assetStep(), run, cell.verdict());
    }

    @Test
    void tellsHowFarItIs() {
        final long[] last = new long[1];
        Grid.run((done, of) -> {
            assertThat(done).isEqualTo(last[0] + 1);
            assertThat(of).isEqualTo(400);
            last[0] = done;
        });
        assertThat(last[0]).isEqualTo(400);
    }
}
