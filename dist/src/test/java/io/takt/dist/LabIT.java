package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The experiments as a user starts them: their output, their files, their refusals. */
@Tag("long")
class LabIT extends HubTest {
    private TaktProcess lab(final String... args) throws Exception {
        final List<String> all = new ArrayList<>(List.of("lab"));
        all.addAll(List.of(args));
        return TaktProcess.run(folder, base, all.toArray(new String[0]));
    }

    @Test
    void theGridHasAPageAPlotAndARowForEachCell() throws Exception {
        final TaktProcess grid = lab("grid");
        assertThat(grid.exitCode()).as(grid.err()).isZero();
        assertThat(grid.err()).isEmpty();
        assertThat(grid.out()).contains("wrote takt-lab/grid/grid.csv").contains("244 are live", "400 of 400 pairs");
        final Path out = folder.resolve("takt-lab/grid");
        assertThat(Files.readAllLines(out.resolve("grid.csv"))).hasSize(401)
            .startsWith("coreStep,assetStep,live,finalCoreTime", "5,5,true,410");
        assertThat(Files.size(out.resolve("grid.png"))).isPositive();
        assertThat(out.resolve("index.html")).content().contains("<h1>", "data:image/png;base64,");
    }

    @Test
    void experimentsDependOnTheirSeedAlone() throws Exception {
        final JsonNode first = lab("experiment", "--wall", "3000", "--seed", "5", "--out", "a", "--json").json();
        final JsonNode again = lab("experiment", "--wall", "3000", "--seed", "5", "--out", "b", "--json").json();
        assertThat(again.get("results")).isEqualTo(first.get("results"));
        assertThat(folder.resolve("b/experiment.csv")).hasSameTextualContentAs(folder.resolve("a/experiment.csv"));
        assertThat(first.get("parameters").get("seed").longValue()).isEqualTo(5);
        assertThat(first.get("files")).hasSize(4).allMatch(file -> Files.exists(folder.resolve(file.textValue())));
    }

    @Test
    void theCommandThatAReportTellsGivesTheReportAgain() throws Exception {
        final JsonNode first =
            lab("experiment", "--wall", "2000", "--assets", "3", "--seed", "-9", "--out", "a", "--json").json();
        final List<String> told =
            new ArrayList<>(List.of(first.get("parameters").get("command").textValue().split(" ")));
        told.addAll(List.of("--out", "b", "--json"));
        final TaktProcess again = TaktProcess.run(folder, base, told.subList(1, told.size()).toArray(new String[0]));
        assertThat(again.json().get("results")).isEqualTo(first.get("results"));
    }

    @Test
    void treesStayWithinTheirBounds() throws Exception {
        final JsonNode results =
            lab("tree", "--assets", "500", "--depth", "2", "--count-ups", "20000", "--json").json().get("results");
        assertThat(results.get("core").get("bound").longValue()).isEqualTo(90);
        assertThat(results.get("core").get("mostLag").longValue()).isBetween(45L, 90L);
        assertThat(results.get("slowest").get("bound").longValue()).isEqualTo(30);
        assertThat(results.get("slowest").get("mostLag").longValue()).isBetween(15L, 30L);
        assertThat(results.get("slowest").get("nanosecondsEach").doubleValue()).isPositive();
        assertThat(Files.readAllLines(folder.resolve("takt-lab/tree/tree.csv"))).hasSize(11);
    }

    @Test
    void aMistakeIsReportedInOneLine() throws Exception {
        final TaktProcess refused = lab("experiment", "--max-delay", "50");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err().lines()).singleElement().asString().contains("D_max is 50, must be from 60");

        Files.writeString(folder.resolve("taken"), "");
        final TaktProcess nowhere = lab("grid", "--out", "taken");
        assertThat(nowhere.exitCode()).isEqualTo(1);
        assertThat(nowhere.err().lines()).singleElement().asString()
            .isEqualTo("takt: the report cannot be written: taken is there, but is no directory");

        // Before the experiment, which would last for years.
        final TaktProcess never = lab("experiment", "--wall", "9000000000000", "--out", "taken/in");
        assertThat(never.exitCode()).isEqualTo(1);
        assertThat(never.err().lines()).singleElement().asString()
            .isEqualTo("takt: the report cannot be written: taken is there, but is no directory");

        final TaktProcess which = lab();
        assertThat(which.exitCode()).isEqualTo(2);
        assertThat(which.err()).contains("grid", "settings", "experiment", "tree");
    }

    private TaktProcess labWith64Mb(final String... args) throws Exception {
        final List<String> all = new ArrayList<>(List.of("env", "TAKT_JAVA_OPTS=-Xmx64m", "takt", "lab"));
        all.addAll(List.of(args));
        return TaktProcess.start(folder, base, all).awaitEnd();
    }

    @Test
    void manyAssetsAndTheGreatestMaxDelayFitIntoASmallHeap() throws Exception {
        final TaktProcess many =
            labWith64Mb("experiment", "--assets", "2000", "--max-delay", "1000000", "--wall", "300");
        assertThat(many.exitCode()).as(many.err()).isZero();
        final TaktProcess deep = lab("tree", "--assets", "500", "--depth", "2147483647", "--count-ups", "20000");
        assertThat(deep.exitCode()).as(deep.err()).isZero();
    }

    @Test
    void tooLittleMemoryIsSaidInOneLine() throws Exception {
        final TaktProcess tree = labWith64Mb("tree", "--assets", "50000000");
        assertThat(tree.exitCode()).isEqualTo(1);
        assertThat(tree.err().lines()).singleElement().asString().contains("needs more memory", "TAKT_JAVA_OPTS=-Xmx");
    }

    /** As on a full disk: the table fits, the picture does not. */
    @Test
    void anOlderReportIsWholeWhenTheNewOneDoesNotFit() throws Exception {
        final Path out = Files.createDirectories(folder.resolve("takt-lab/grid"));
        Files.writeString(out.resolve("grid.csv"), "older");
        final TaktProcess grid =
            TaktProcess.start(folder, base, List.of("sh", "-c", "ulimit -f 40; exec takt lab grid")).awaitEnd();
        assertThat(grid.exitCode()).isEqualTo(1);
        assertThat(grid.err().lines()).singleElement().asString().startsWith("takt: the report cannot be written: ");
        assertThat(out).isDirectoryContaining("glob:**grid.csv").isDirectoryNotContaining("glob:**.p*");
        assertThat(out.resolve("grid.csv")).hasContent("older");
    }
}
