package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** One world in two processes, each with inputs of its own; one is called back, the other has a loop of its own. */
@Tag("long")
class ReplicaIT extends HubTest {
    private static final long SECOND = 1_000_000_000L;

    private TaktProcess run(final String onLost) throws IOException {
        final String launch = "\"onLost\": \"" + onLost + "\", \"launch\": [\"takt\", \"java\", \"-cp\", \""
            + Path.of(System.getProperty("user.dir")).resolve("target/test-classes") + "\", \""
            + Replica.class.getName() + "\", \"HOW\"]}";
        Files.writeString(folder.resolve("copies.json"), """
            {"hub": "copies", "coreStep": "10ms", "maxDelay": "200ms", "pace": {"mode": "realtime", "speed": 3},
            "assets": [
            {"name": "left", "step": "10ms", CALLED,
            {"name": "right", "step": "20ms", POLLED],
            "channels": [
            {"name": "input", "from": "left", "to": ["left", "right"], "delivery": "retroactive"},
            {"name": "input", "from": "right", "to": ["left", "right"], "delivery": "retroactive"},
            {"name": "agree", "from": "left", "to": ["left", "right"], "delivery": "retroactive"},
            {"name": "agree", "from": "right", "to": ["left", "right"], "delivery": "retroactive"}]}
            """.replace("CALLED", launch.replace("HOW", "called")).replace("POLLED", launch.replace("HOW", "polled")));
        return TaktProcess.start(folder, base, "run", "-c", "copies.json", "--until", "5s", "--json");
    }

    @Test
    void copiesAreEqualThoughTheyAreResetAndOneIsKilled() throws Exception {
        try (TaktProcess run = run("restart")) {
            final HubStatus first = run.awaitStatus(base, "copies", status -> status.coreTimeNs() > SECOND);
            TaktProcess.ask(base, "copies", Request.Reset::new);
            run.awaitStatus(base, "copies", status -> status.epoch() > first.epoch()
                && status.coreTimeNs() > 2 * SECOND && status.missing().isEmpty());
            run.launched("right").destroyForcibly();
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            assertThat(run.err()).contains("(1 of 5)");
            final JsonNode assets = run.json().get("assets");
            assertThat(assets.get(0).get("digest")).isEqualTo(assets.get(1).get("digest"));
            assertThat(assets.get(0).get("digest").textValue()).isNotEqualTo("0000000000000000");
            final List<String> ends = run.err().lines().filter(line -> line.contains("] up to 4800: ")).toList();
            assertThat(ends).as(run.err()).hasSize(2);
            assertThat(ends.get(0).substring(ends.get(0).indexOf(']')))
                .isEqualTo(ends.get(1).substring(ends.get(1).indexOf(']')));
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aCopyThatIsAnotherWorldIsTold() throws Exception {
        Files.writeString(folder.resolve("wrong-right.txt"), Long.toString(2 * SECOND));
        try (TaktProcess run = run("halt")) {
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(3);
            assertThat(run.json().get("reason").textValue()).containsPattern("the world of asset '(left|right)' is"
                + " another one than that of asset '(left|right)' from the ticks 2000 to 2049 on: event \\d+"
                + " differs; here:  ?\\d+/0/[^;]* reads \\[[^;]*\\] writes \\[[^;]*\\]; there: ?\\d+/0/");
        }
    }
}
