package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The lab's sweeps and the advice, as a user gets them. How fast anything is, no test asserts. */
@Tag("long")
class TuneIT extends HubTest {
    private static String scenario(final String name) {
        return TaktProcess.HOME.resolve("scenarios").resolve(name).toString();
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void theTradeoffIsSweptAndDrawn() throws Exception {
        final Path out = folder.resolve("report");
        final TaktProcess lab =
            TaktProcess.run(folder, base, "lab", "tradeoff", "--json", "--out", out.toString());
        assertThat(lab.exitCode()).as(lab.err()).isZero();
        final JsonNode results = lab.json().get("results");
        assertThat(results.get("boundHolds")).isEqualTo(results.get("federates"));
        assertThat(out.resolve("index.html")).isNotEmptyFile();
        assertThat(out.resolve("window.png")).isNotEmptyFile();
    }

    @Test
    void theCommandThatAReportTellsGivesTheReportAgain() throws Exception {
        final TaktProcess first = TaktProcess.run(folder, base, "tune", "-c", scenario("demo.json"),
            "--spread", "100ms", "--interval", "drone=11ms", "--json", "--out", "a");
        assertThat(first.exitCode()).as(first.err()).isZero();
        final JsonNode advice = first.json();
        assertThat(advice.get("advised").get("maxDelayNs").longValue()).isPositive().isLessThanOrEqualTo(100_000_000);
        assertThat(advice.get("advised").get("speedRatio").doubleValue()).isPositive();
        assertThat(advice.get("advised").get("stepNs")).isEqualTo(advice.get("present").get("stepNs"));
        assertThat(folder.resolve("a/speed.png")).isNotEmptyFile();
        assertThat(folder.resolve("a/candidates.csv")).isNotEmptyFile();
        final Matcher told = Pattern.compile("<td>command</td><td>takt (.*?)</td>")
            .matcher(Files.readString(folder.resolve("a/index.html")));
        assertThat(told.find()).isTrue();
        final List<String> words = new ArrayList<>(List.of(told.group(1).split(" ")));
        assertThat(words).contains("drone=11ms");
        words.addAll(List.of("--out", "b"));
        final TaktProcess again = TaktProcess.run(folder, base, words.toArray(new String[0]));
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(folder.resolve("b/index.html")).hasSameTextualContentAs(folder.resolve("a/index.html"));
    }

    /**
     * Nothing is begun if the folder cannot be one; and advice is told though the report then cannot be written. The
     * intervals of the file are enough for it.
     */
    @Test
    void adviceIsNotLostWithItsReport() throws Exception {
        final String file = scenario("demo.json");
        Files.writeString(folder.resolve("taken"), "");
        final TaktProcess nowhere = TaktProcess.run(folder, base, "tune", "-c", file, "--out", "taken");
        assertThat(nowhere.exitCode()).isEqualTo(1);
        assertThat(nowhere.err().lines()).singleElement().asString()
            .isEqualTo("takt: the report cannot be written: taken is there, but is no directory");

        Files.createDirectories(folder.resolve("full/index.html/in the way"));
        final TaktProcess text = TaktProcess.run(folder, base, "tune", "-c", file, "--out", "full");
        final TaktProcess json = TaktProcess.run(folder, base, "tune", "-c", file, "--out", "full", "--json");
        for (final TaktProcess each : List.of(text, json)) {
            assertThat(each.exitCode()).isEqualTo(1);
            assertThat(each.err()).startsWith("takt: the report cannot be written: full/index.html ").hasLineCount(1);
        }
        assertThat(text.out()).contains("limits now:").doesNotContain("wrote");
        assertThat(json.json().get("measured").isNull()).isTrue();
        assertThat(json.json().get("present").get("speedRatio").doubleValue()).isPositive();
        assertThat(json.json().get("files")).isEmpty();
    }

    /** A real hub, real processes, in a hub of another name: the file's own may be running. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void stepsWithoutAnIntervalAreMeasured() throws Exception {
        final String file = scenario("hakoniwa-1-1.json");
        try (TaktProcess running = TaktProcess.start(folder, base, "run", "-c", file)) {
            running.awaitRunning(base, "hakoniwa-1-1");
            final TaktProcess tune =
                TaktProcess.run(folder, base, "tune", "-c", file, "--measure", "3s", "--json");
            assertThat(tune.exitCode()).as(tune.err()).isZero();
            final JsonNode measured = tune.json().get("measured");
            assertThat(measured.get("stepWallNs").fieldNames()).toIterable()
                .containsExactlyInAnyOrder("asset-1", "asset-2");
            assertThat(measured.get("speed").doubleValue()).isPositive();
            assertThat(running.process().isAlive()).isTrue();
        }
    }

    @Test
    void eachMistakeIsReportedInOneLine() throws Exception {
        final String file = scenario("demo.json");
        final TaktProcess stops = TaktProcess.run(folder, base, "tune", "-c", scenario("hakoniwa-2-3.json"));
        assertThat(stops.exitCode()).isEqualTo(2);
        assertThat(stops.err()).contains("would stop the simulation for good", "fix: set maxDelay to 160ms");
        assertWrong("--interval dron: there is no such asset", "tune", "-c", file, "--interval", "dron=3ms");
        assertWrong("has no unit", "tune", "-c", file, "--interval", "drone=3");
        assertWrong("'battery' has a step of 50ms", "tune", "-c", file, "--spread", "20ms");
        assertWrong("neither 'constant' nor 'proportional'", "tune", "-c", file, "--cost", "much");
        assertWrong("mutually exclusive", "tune", "-c", file, "--keep-steps", "--free-steps");
    }

    private void assertWrong(final String expected, final String... args) throws Exception {
        final TaktProcess wrong = TaktProcess.run(folder, base, args);
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.out()).isEmpty();
        assertThat(wrong.err()).contains(expected).hasLineCount(1);
    }
}
