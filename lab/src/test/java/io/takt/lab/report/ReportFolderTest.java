package io.takt.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {
    @TempDir
    private Path folder;

    private static Report report() {
        final Picture picture = new Picture("rise", "It rises", Plots.lines("A line", Axis.of("x"), Axis.log("y"),
            List.of(new Series("s", new double[] {1, 2, 3}, new double[] {1, 10, 100}))), 300, 200);
        final Sheet sheet = new Sheet("data", "All < data", List.of("name", "value"),
            List.of(Sheet.row("a,b", 1), Sheet.row("say \"x\"", true)));
        return new Report("test", "Title & all", List.of("It was found."), Map.of("seed", 7), List.of(picture),
            List.of(sheet), Map.of());
    }

    @Test
    void tablesPlotsAndAPageAreWritten() throws IOException {
        final ReportFolder.Written written = new ReportFolder(folder.resolve("new/one")).write(report());
        assertThat(written.withPlots()).isTrue();
        assertThat(written.files()).extracting(file -> file.getFileName().toString())
            .containsExactly("data.csv", "rise.png", "index.html");
        assertThat(written.files().get(0)).hasContent("name,value\n\"a,b\",1\n\"say \"\"x\"\"\",true\n");
        final BufferedImage drawn = ImageIO.read(written.files().get(1).toFile());
        assertThat(drawn.getWidth()).isEqualTo(600);
        assertThat(drawn.getHeight()).isEqualTo(400);
    }

    /** What a browser would fetch: nothing. */
    @Test
    void thePageNeedsNothingBesideIt() throws IOException {
        final Path page = new ReportFolder(folder).write(report()).files().get(2);
        final String text = Files.readString(page);
        assertThat(text).contains("<h1>Title &amp; all</h1>", "<th>value</th>", "data:image/png;base64,",
            "All &lt; data",
            "<td>seed</td><td>7</td>").doesNotContain("http:", "https:", "<script", "<link", "url(");
    }

    @Test
    void aRowThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> new Sheet("s", "c", List.of("one"), List.of(Sheet.row(1, 2))))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("[1, 2]");
    }
}
