package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.status.HubStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Every command and every example of the README, taken from its text. */
@Tag("long")
class ReadmeIT extends HubTest {
    private String readme;

    @BeforeEach
    void readReadme() throws IOException {
        readme = Docs.read("README.md");
        Files.writeString(folder.resolve("Pendulum.java"), blocks("java").get(0));
        Files.writeString(folder.resolve("swing.json"), patient(blocks("json").get(0)));
    }

    private List<String> blocks(final String language) {
        return Docs.blocks(readme, language);
    }

    @Test
    void theTwoCommands() throws Exception {
        final List<String> lines = blocks("sh").get(0).lines().toList();
        assertThat(lines).containsExactly("./takt demo", "mvn -B verify");
        // The second runs this test; it only remains to see that continuous integration runs it as it stands.
        assertThat(TaktProcess.HOME.resolve(".ci/run")).content().contains("\nmvn -B verify\n");

        final TaktProcess demo = TaktProcess.start(TaktProcess.HOME.resolve("dist/target"), base,
            List.of("bash", "-c", "cd '" + TaktProcess.HOME + "' && " + lines.get(0))).awaitEnd();
        assertThat(demo.exitCode()).as(demo.err()).isZero();
        assertThat(demo.out()).contains("ran for 10s").contains("violations 0 in").contains("autopilot");
    }

    @Test
    void theFirstAsset() throws Exception {
        final String commands = blocks("sh").get(1);
        assertThat(commands.lines()).hasSize(2);
        final TaktProcess run =
            TaktProcess.start(folder, base, List.of("bash", "-e", "-c", commands)).awaitEnd();
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("live: as far as the file tells, it can never stop for good")
            .contains("STOPPED: reached 1min").contains("violations 0 in");
        assertThat(run.err()).contains("[pendulum] angle at the end: ");
    }

    /** Which are compiled and run by the tests of their languages. */
    @Test
    void theFirstAssetInOtherLanguagesIsThatOfTheirExamples() throws Exception {
        assertThat(blocks("python").get(0)).isEqualTo(Docs.read("bindings/python/examples/pendulum.py"));
        assertThat(blocks("cpp").get(0)).isEqualTo(Docs.read("bindings/c/examples/pendulum.cpp"));
        assertThat(blocks("c").get(0)).isEqualTo(Docs.read("bindings/c/examples/pendulum.c"));
    }

    @Test
    void theCommandsForARunningHub() throws Exception {
        final String commands = blocks("sh").get(2);
        assertThat(commands.lines()).containsExactly("takt status", "takt watch --once", "takt pause", "takt resume",
            "takt reset", "takt stop");
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "swing.json")) {
            run.awaitRunning(base, "swing");
            final TaktProcess others =
                TaktProcess.start(folder, base, List.of("bash", "-e", "-c", commands)).awaitEnd();
            assertThat(others.exitCode()).as(others.err()).isZero();
            assertThat(others.out()).contains("hub swing").contains("RUNNING").contains("pendulum");
            run.awaitEnd();
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("STOPPED: asked to stop").contains("violations 0 in");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void theLoopByRadio() throws Exception {
        RadioLoopIT.copyTo(folder);
        final String commands = blocks("sh").get(3);
        assertThat(commands.lines()).containsExactly("takt run -c wired.json --until 30s",
            "takt run -c bad-radio.json --until 30s", "takt java Plot.java wired.csv bad-radio.csv");
        final TaktProcess loop = TaktProcess.start(folder, base, List.of("bash", "-e", "-c", commands)).awaitEnd();
        assertThat(loop.exitCode()).as(loop.err()).isZero();
        final Matcher told = Pattern.compile("falls at ([0-9.]+ s)").matcher(readme);
        assertThat(told.find()).isTrue();
        assertThat(loop.err()).containsSubsequence("[recorder] tilt 0.", "; it stood all the time",
            "; it fell at " + told.group(1) + "\n");
        assertThat(loop.out()).endsWith("wrote radio-loop.svg\n");
        assertThat(folder.resolve("radio-loop.svg")).content().contains("wired", "stood: 0.", "bad-radio", "fell at ");
    }

    /** The polling programs of the guide to assets, joining the README's run late: one has steps that vary. */
    @Test
    void thePollingAssets() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "swing.json");
            TaktProcess radar = afterStart(run, "Radar");
            TaktProcess bus = afterStart(run, "Bus")) {
            run.awaitStatus(base, "swing", status -> isPast("radar", status) && isPast("bus", status));
            TaktProcess.stop(base, "swing");
            assertThat(radar.awaitEnd().exitCode()).as(radar.err()).isZero();
            assertThat(radar.out()).matches("[1-9][0-9]* sweeps\n");
            assertThat(bus.awaitEnd().exitCode()).as(bus.err()).isZero();
            assertThat(bus.out()).matches("[1-9][0-9]* telegrams\n");
            assertThat(run.awaitEnd().exitCode()).isZero();
        }
    }

    private static boolean isPast(final String name, final HubStatus status) {
        return status.assets().stream().anyMatch(asset -> asset.name().equals(name) && asset.progress() > 10);
    }

    private TaktProcess afterStart(final TaktProcess run, final String program) throws IOException {
        Files.writeString(folder.resolve(program + ".java"),
            Docs.block(Docs.read("docs/how-to/assets.md"), "java", "class " + program));
        run.awaitRunning(base, "swing");
        return TaktProcess.start(folder, base, "java", program + ".java");
    }

    @Test
    void thePictureIsTheOneThatItsProgramDraws() throws Exception {
        final TaktProcess drawn = TaktProcess.run(folder, base, "java",
            TaktProcess.HOME.resolve("docs/pictures/Overview.java").toString(), "overview.svg");
        assertThat(drawn.exitCode()).as(drawn.err()).isZero();
        assertThat(folder.resolve("overview.svg"))
            .hasSameTextualContentAs(TaktProcess.HOME.resolve("docs/pictures/overview.svg"));
    }

    @Test
    void everyShellBlockIsTested() {
        assertThat(blocks("sh")).hasSize(4);
    }
}
