package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.shm.host.HubDirectory;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Programs that read and write lines, under {@code takt wrap}, as their page and their example have them. */
class WrapIT extends HubTest {
    private static final Pattern METER =
        Pattern.compile("\\[meter\\] heated for (\\d+) s, (\\d+\\.\\d) to (\\d+\\.\\d) degrees");

    private void copyExample() throws Exception {
        assumeThat(PythonTools.isThere("python3")).as("left out: the example of a room needs python3").isTrue();
        final List<String> perl = List.of("perl", "-MJSON::PP", "-e1");
        assumeThat(PythonTools.isThere("perl")
            && TaktProcess.start(folder, base, perl).awaitEnd().exitCode() == 0)
            .as("left out: the example of a room needs perl with its modules (Debian: perl)").isTrue();
        copyExample("room", "*", folder);
    }

    private TaktProcess run(final String... more) throws Exception {
        final String[] args = new String[4 + more.length];
        System.arraycopy(new String[] {"run", "-c", "room.json", "--json"}, 0, args, 0, 4);
        System.arraycopy(more, 0, args, 4, more.length);
        return TaktProcess.run(folder, base, args);
    }

    @Test
    void theExampleInThreeLanguagesEndsAlikeInEveryRun() throws Exception {
        copyExample();
        final TaktProcess first = run("--until", "2h");
        assertThat(first.exitCode()).as(first.err()).isZero();
        final Matcher meter = METER.matcher(first.err());
        assertThat(meter.find()).as(first.err()).isTrue();
        assertThat(Integer.parseInt(meter.group(1))).isBetween(600, 7_000);
        assertThat(Double.parseDouble(meter.group(2))).isBetween(14.0, 15.0);
        assertThat(Double.parseDouble(meter.group(3))).isBetween(21.0, 23.0);
        final TaktProcess second = run("--until", "2h");
        assertThat(second.err()).contains(meter.group());
        for (int i = 0; i < 3; i++) {
            final JsonNode asset = first.json().get("assets").get(i);
            assertThat(second.json().get("assets").get(i).get("digest")).isEqualTo(asset.get("digest"));
        }
    }

    /** The line reaches the hub's output, the others are told, and the run has the exit code of a lost asset. */
    @Test
    void aProgramThatFailsIsALostAssetWithOneLine() throws Exception {
        copyExample();
        Files.writeString(folder.resolve("thermostat.sh"), "read -r order; echo '{}'\nread -r order; echo on\n");
        final TaktProcess run = run();
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertThat(run.err()).contains("asset 'thermostat' failed at 0s: line 2 of the program's output is"
            + " no JSON, from column 1 on: 'on'; an answer is one JSON object");
        assertThat(run.json().get("end").textValue()).isEqualTo("ASSET_LOST");
        assertThat(run.json().get("reason").textValue()).as("no place in the wrapper's code").doesNotContain(".java:");
    }

    /** A killed wrapper leaves a program whose input has ended. */
    @Test
    void aProgramEndsWithItsWrapper() throws Exception {
        copyExample();
        Files.writeString(folder.resolve("meter.pl"),
            "$| = 1; open(F, '>', 'pid'); print F \"$$\\n\"; close(F); while (<STDIN>) { print \"{}\\n\" }\n");
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "room.json")) {
            run.awaitRunning(base, "room");
            final ProcessHandle program = ProcessHandle.of(Long.parseLong(Files.readString(folder.resolve("pid"))
                .strip())).orElseThrow();
            TaktProcess.signal(program.parent().orElseThrow(), "KILL");
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(3);
            program.onExit().get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aProgramThatIsMissingIsToldBeforeTheStart() throws Exception {
        Files.writeString(folder.resolve("none.json"), """
            {"hub": "none", "coreStep": "1s", "maxDelay": "2s", "assets": [
            {"name": "a", "step": "1s", "launch": ["takt", "wrap", "--", "no-such-program", "--x"]}]}
            """);
        for (final String command : List.of("check", "run")) {
            final TaktProcess told = TaktProcess.run(folder, base, command, "-c", "none.json");
            assertThat(told.exitCode()).isEqualTo(2);
            assertThat(told.err()).isEqualTo("none.json: assets[0].launch: the program 'no-such-program' is not on the"
                + " PATH; install it, or write its path\n");
        }
    }

    @Test
    void aBadCommandLineIsToldInOneLine() throws Exception {
        final TaktProcess none = TaktProcess.run(folder, base, "wrap");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).contains("Missing required parameter: 'PROGRAM ARGS'").contains("takt wrap --help");
        final TaktProcess wrong = TaktProcess.run(folder, base, "wrap", "--name", "a", "--as", "pose=float",
            "--", "sh");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).startsWith("takt: --as: there is no type 'float' of values; there are json, text, ");
        assertThat(HubDirectory.hubsIn(base)).isEmpty();
    }
}
