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
import org.junit.jupiter.api.io.TempDir;

/** The programs of the page on calls, as they stand there: an asset asks another one, and ends the run. */
@Tag("long")
class CallsIT extends HubTest {
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);

    private List<String> blocks(final String language) throws Exception {
        final List<String> blocks = new ArrayList<>();
        final Matcher matcher = BLOCK.matcher(Files.readString(TaktProcess.HOME.resolve("docs/how-to/calls.md")));
        while (matcher.find()) {
            if (matcher.group(1).equals(language)) {
                blocks.add(matcher.group(2));
            }
        }
        return blocks;
    }

    private List<String> digests(final String config) throws Exception {
        Files.writeString(folder.resolve("plan.json"), patient(config));
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "plan.json", "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err().lines().filter(line -> line.startsWith("[drone] "))).containsExactly(
            "[drone] route of 5.0 m, done in 10 ms", "[drone] route of 100.0 m, done in 10 ms",
            "[drone] no route: farther than 100 m",
            "[drone] STOPPED: asset 'drone' ended the run: been everywhere");
        assertThat(run.json().get("state").textValue()).isEqualTo("STOPPED");
        assertThat(run.json().get("violations").longValue()).isZero();
        final List<String> digests = new ArrayList<>();
        for (final JsonNode asset : run.json().get("assets")) {
            digests.add(asset.get("name").textValue() + " " + asset.get("digest").textValue());
        }
        return digests;
    }

    @Test
    void thePageOnCalls(@TempDir final Path programs) throws Exception {
        final List<String> blocks = blocks("java");
        Files.writeString(folder.resolve("Planner.java"), blocks.get(0));
        Files.writeString(folder.resolve("Drone.java"), blocks.get(1));
        final String config = blocks("json").get(0);
        assertThat(blocks("sh").get(0)).isEqualTo("takt run -c plan.json\n");
        final List<String> java = digests(config);
        assertThat(java).hasSize(2).noneMatch(digest -> digest.matches("\\w+ 0*"));
        assertThat(digests(config.replace("\"40ms\"", "\"400ms\""))).as("with another maxDelay").isEqualTo(java);

        // A service and its client, in C and Java: the same messages, so the same digests.
        final CLibrary library = CLibrary.compile(programs);
        final String planner = config.replace("\"takt\", \"java\", \"Planner.java\"",
            "\"" + library.program("calls") + "\", \"planner\"");
        final String drone = config.replace("\"takt\", \"java\", \"Drone.java\"",
            "\"" + library.program("calls") + "\", \"drone\"");
        assertThat(List.of(planner, drone)).doesNotContain(config);
        assertThat(digests(planner)).as("a service in C").isEqualTo(java);
        assertThat(digests(drone)).as("a client in C").isEqualTo(java);
    }
}
