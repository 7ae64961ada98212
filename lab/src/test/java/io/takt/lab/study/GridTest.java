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
        assertThat(Grid.report().sheets().get(0).csv().lines()).containsExactlyElementsOf(expected);
    }

    /** The rays of pairs with a large common divisor are outside what (e.1) allows. */
    @Test
    void moreIsLiveThanE1Says() {
        final List<Grid.Cell> cells = Grid.run();
        assertThat(cells.stream().filter(Grid.Cell::live)).hasSize(244);
        assertThat(cells.stream().filter(cell -> cell.coreStep() + cell.assetStep() <= Grid.MAX_DELAY)).hasSize(190)
            .allMatch(Grid.Cell::live);
    }
}
