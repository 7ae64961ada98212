package io.takt.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
        final ReportFolder.Written written = new ReportFolder(folder.resolve("new/one")).write(report(), file -> { });
        assertThat(written.withPlots()).isTrue();
        assertThat(written.files()).extracting(file -> file.getFileName().toString())
            .containsExactly("data.csv", "rise.png", "index.html");
        assertThat(written.files().get(0)).hasContent("name,value\n\"a,b\",1\n\"say \"\"x\"\"\",true\n");
        final BufferedImage drawn = ImageIO.read(written.files().get(1).toFile());
        assertThat(drawn.getWidth()).isEqualTo(600);
        assertThat(drawn.getHeight()).isEqualTo(400);
    }

    /** The files that a browser would fetch: none. */
    @Test
    void thePageNeedsNothingBesideIt() throws IOException {
        final Path page = new ReportFolder(folder).write(report(), file -> { }).files().get(2);
        final String text = Files.readString(page);
        assertThat(text).contains("<h1>Title &amp; all</h1>", "<th>value</th>", "data:image/png;base64,",
            "All &lt; data",
            "<td>seed</td><td>7</td>").doesNotContain("http:", "https:", "<script", "<link", "url(");
    }

    /** The page of the old report goes with its table still, and nothing half is left beside them. */
    @Test
    void aReportThatCannotBeWrittenLeavesTheOldOneAsItWas() throws IOException {
        final Report old = report();
        new ReportFolder(folder).write(old, file -> { });
        final Report broken = new Report("test", "New", List.of(), Map.of(), old.pictures(), List.of(
            new Sheet("data", "New", List.of("name"), List.of(Sheet.row("new"))),
            new Sheet("no/such/folder", "None", List.of("name"), List.of())), Map.of());
        final List<String> begun = new ArrayList<>();
        assertThatThrownBy(() -> new ReportFolder(folder).write(broken, file -> begun.add(file.toString())))
            .isInstanceOf(IOException.class);
        assertThat(begun).hasSize(2);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrder("data.csv", "rise.png", "index.html");
        }
        assertThat(folder.resolve("data.csv")).content().startsWith("name,value");
        assertThat(folder.resolve("index.html")).content().contains("Title &amp; all");
    }

    @Test
    void tellsWhichFileIsNext() throws IOException {
        final List<Path> told = new ArrayList<>();
        assertThat(new ReportFolder(folder).write(report(), told::add).files()).isEqualTo(told);
    }

    @Test
    void theFolderIsLookedAtBeforeAndNothingIsMade() throws IOException {
        final Path taken = Files.writeString(folder.resolve("taken"), "");
        final Path nowhere = Files.createSymbolicLink(folder.resolve("nowhere"), folder.resolve("none"));
        for (final Path file : List.of(taken, nowhere)) {
            for (final Path bad : List.of(file, file.resolve("a/b"))) {
                assertThatThrownBy(() -> new ReportFolder(bad).check())
                    .isInstanceOf(FileAlreadyExistsException.class).hasMessage(file.toString());
            }
        }
        new ReportFolder(folder.resolve("a/b")).check();
        new ReportFolder(folder).check();
        assertThat(folder.resolve("a")).doesNotExist();
    }

    @Test
    void aRowThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> new Sheet("s", "c", List.of("one"), List.of(Sheet.row(1, 2))))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("[1, 2]");
    }
}
