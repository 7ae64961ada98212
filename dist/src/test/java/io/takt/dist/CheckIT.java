package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code takt check} of steps that vary, as text and as JSON. */
@Tag("long")
class CheckIT extends HubTest {
    private static final Path LIVE = TaktProcess.HOME.resolve("scenarios/varying-steps.json");

    @Test
    void stepsThatVaryAreJudgedForEveryChoice() throws Exception {
        final TaktProcess live = TaktProcess.run(folder, base, "check", "-c", LIVE.toString());
        assertThat(live.exitCode()).as(live.out() + live.err()).isZero();
        assertThat(live.out()).contains("live: ", "the smallest maxDelay for that is 14ms");

        final Path file = folder.resolve("may-stop.json");
        Files.writeString(file, Files.readString(LIVE).replace("14ms", "13ms"));
        final TaktProcess stops = TaktProcess.run(folder, base, "check", "-c", file.toString());
        assertThat(stops.exitCode()).isEqualTo(2);
        assertThat(stops.out()).contains("NOT live: it may stop for good, at 15ms at the earliest, by asset 'fmu'",
            "fix: set assets[2].maxStep to 8ms (it is 10ms)");

        final JsonNode json = TaktProcess.run(folder, base, "check", "-c", file.toString(), "--json").json();
        assertThat(json.get("live").booleanValue()).isFalse();
        assertThat(json.get("certain").booleanValue()).isFalse();
        assertThat(json.get("stopsAtNs").longValue()).isEqualTo(15_000_000);
        assertThat(json.get("stoppedBy").textValue()).isEqualTo("fmu");
        assertThat(json.get("fixes").findValuesAsText("field"))
            .containsExactly("maxDelay", "assets[2].maxStep", "assets[2].granularity", "coreStep");
        final JsonNode fmu = json.get("assets").get(2);
        assertThat(fmu.get("stepNs").longValue()).isEqualTo(10_000_000);
        assertThat(fmu.get("granularityNs").longValue()).isEqualTo(2_000_000);
        assertThat(fmu.get("wholeSteps").booleanValue()).isTrue();
    }

    @Test
    void whatIsNotKnownOfATreeIsSaidInAllPlaces() throws Exception {
        final String child = "{\"hub\": \"c\", \"coreStep\": \"10ms\", \"maxDelay\": \"20ms\","
            + " \"parent\": {\"hub\": \"r\"}, \"assets\": [{\"name\": \"a\", \"step\": \"10ms\", \"launch\": [%s]}]}";
        tree("20ms", String.format(child, "\"takt\", \"metronome\""));
        liveIs("true", "live: as far as the files tell, the tree of 2 hubs can never stop for good");
        tree("20ms", String.format(child, "\"takt\", \"wrap\", \"--\", \"no-such\""));
        liveIs("true", "live: as far as the files tell, the tree of 2 hubs can never stop for good");
        tree("20ms", String.format(child, "\"no-such\""));
        liveIs("null", "not known whether the tree can stop for good: not all of its files can be used\n");
        tree("12ms", String.format(child, "\"no-such\""));
        liveIs("false", "NOT live: ");
    }

    private void tree(final String maxDelay, final String child) throws IOException {
        Files.writeString(folder.resolve("c.json"), child);
        Files.writeString(folder.resolve("r.json"), "{\"hub\": \"r\", \"coreStep\": \"10ms\", \"maxDelay\":"
            + " \"" + maxDelay + "\", \"assets\":"
            + " [{\"name\": \"b\", \"step\": \"7ms\"}], \"federates\": [{\"name\": \"c\","
            + " \"config\": \"c.json\"}]}");
    }

    private void liveIs(final String live, final String text) throws Exception {
        assertThat(TaktProcess.run(folder, base, "check", "-c", "r.json").out()).contains(text);
        final JsonNode json = TaktProcess.run(folder, base, "check", "-c", "r.json", "--json").json();
        assertThat(json.get("live").toString()).isEqualTo(live);
        assertThat(json.get("tree").get("live").toString()).isEqualTo(live);
        assertThat(json.has("stopsAtNs")).isEqualTo("false".equals(live));
    }

    @Test
    void wordsOfItsOwnCommandsAreLookedAt() throws Exception {
        final String asset = "{\"name\": \"%s\", \"step\": \"1ms\", \"launch\": [\"takt\", %s]}";
        Files.writeString(folder.resolve("c.json"), "{\"coreStep\": \"1ms\", \"maxDelay\": \"2ms\","
            + " \"assets\": [" + asset.formatted("a", "\"metronom\"") + ", "
            + asset.formatted("b", "\"metronome\", \"--count\", \"x\"") + ", "
            + asset.formatted("c", "\"java\", \"C.java\"") + ", " + asset.formatted("d", "\"metronome\"") + "]}");
        assertThat(TaktProcess.run(folder, base, "check", "-c", "c.json").err()).isEqualTo("""
            c.json: assets[0].launch: there is no command 'takt metronom'; see 'takt --help'
            c.json: assets[1].launch: Invalid value for option '--count': 'x' is not a whole number of at most 32 \
            bits; see 'takt metronome --help'
            """);
    }

    @Test
    void helpAndWrongCommandsAreToldInTheirPlace() throws Exception {
        assertThat(TaktProcess.run(folder, base, "help", "check").out()).startsWith("Usage: takt check ");
        assertThat(TaktProcess.run(folder, base, "help").out()).startsWith("Usage: takt ");
        final TaktProcess wrong = TaktProcess.run(folder, base, "chekc", "-c", "c.json");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).isEqualTo("takt: there is no command 'takt chekc'; the nearest is 'check'; see"
            + " 'takt --help'\n");
    }

    @Test
    void tuneSaysThatItKnowsFixedStepsOnly() throws Exception {
        final TaktProcess tune = TaktProcess.run(folder, base, "tune", "-c", LIVE.toString());
        assertThat(tune.exitCode()).isNotZero();
        assertThat(tune.err()).hasLineCount(1).contains("asset 'network' has steps that vary");
    }
}
