package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** One world in two processes, each with inputs of its own; one is called back, the other has a loop of its own. */
@Tag("long")
class ReplicaIT extends HubTest {
    private static final long SECOND = 1_000_000_000L;

    private static String copy(final String name, final String step, final String onLost, final String how) {
        return "{\"name\": \"" + name + "\", \"step\": \"" + step + "\", \"onLost\": \"" + onLost
            + "\", \"launch\": [\"takt\", \"java\", \"-cp\", \""
            + Path.of(System.getProperty("user.dir")).resolve("target/test-classes") + "\", \""
            + Replica.class.getName() + "\", \"" + how + "\"]}";
    }

    private TaktProcess run(final String onLost) throws IOException {
        Files.writeString(folder.resolve("copies.json"), """
            {"hub": "copies", "endWithin": "1min", "coreStep": "10ms",
            "maxDelay": "200ms", "pace": {"mode": "realtime", "speed": 1},
            "assets": [COPIES],
            "channels": [
            {"name": "input", "from": "left", "to": ["left", "right"], "delivery": "retroactive"},
            {"name": "input", "from": "right", "to": ["left", "right"], "delivery": "retroactive"},
            {"name": "agree", "from": "left", "to": ["left", "right"], "delivery": "retroactive"},
            {"name": "agree", "from": "right", "to": ["left", "right"], "delivery": "retroactive"}]}
            """.replace("COPIES", copy("left", "10ms", onLost, "called") + ", "
                + copy("right", "20ms", onLost, "polled")));
        return TaktProcess.start(folder, base, "run", "-c", "copies.json", "--until", "5s", "--json");
    }

    @Test
    void copiesAreEqualThoughTheyAreResetAndOneIsKilled() throws Exception {
        final Path firstHold = Files.createFile(folder.resolve("hold-1500.txt"));
        final Path secondHold = Files.createFile(folder.resolve("hold-2500.txt"));
        try (TaktProcess run = run("restart")) {
            final HubStatus first = run.awaitStatus(base, "copies", status -> status.coreTimeNs() > SECOND);
            // Before it goes on: in a step that holds, which the second one would be, no copy is put back.
            final CompletableFuture<Void> reset =
                CompletableFuture.runAsync(() -> TaktProcess.ask(base, "copies", Request.Reset::new));
            run.awaitStatus(base, "copies",
                status -> status.state() == HubState.RESETTING || status.epoch() > first.epoch());
            Files.delete(firstHold);
            reset.get();
            run.awaitStatus(base, "copies", status -> status.epoch() > first.epoch()
                && status.coreTimeNs() > 2 * SECOND && status.missing().isEmpty());
            run.launched("right").destroyForcibly();
            Files.delete(secondHold);
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            assertThat(run.err()).contains("(1 of 5)");
            final JsonNode assets = run.json().get("assets");
            assertThat(assets.get(0).get("digest")).isEqualTo(assets.get(1).get("digest"));
            assertThat(assets.get(0).get("digest").textValue()).isNotEqualTo("0000000000000000");
            endOf(run);
        }
    }

    /** The line with which both copies end. */
    private static String endOf(final TaktProcess run) throws IOException {
        final List<String> ends = run.err().lines().filter(line -> line.contains("] up to 4800: "))
            .map(line -> line.substring(line.lastIndexOf(']'))).toList();
        assertThat(ends).as(run.err()).hasSize(2).containsOnly(ends.get(0));
        return ends.get(0);
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void copiesOnTwoHubsAreEqualToThoseOnOne() throws Exception {
        final String one;
        try (TaktProcess run = run("halt")) {
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            one = endOf(run);
        }
        Files.writeString(folder.resolve("root.json"), """
            {"hub": "root", "endWithin": "1min", "coreStep": "10ms", "maxDelay": "200ms", "assets": [],
            "federates": [{"name": "a", "config": "a.json", "launch": ["takt", "run", "-c", "a.json"]},
            {"name": "b", "config": "b.json", "launch": ["takt", "run", "-c", "b.json"]}],
            "channels": [
            {"name": "input", "from": "a/left", "to": ["b/right"], "delivery": "retroactive"},
            {"name": "input", "from": "b/right", "to": ["a/left"], "delivery": "retroactive"},
            {"name": "agree", "from": "a/left", "to": ["b/right"], "delivery": "retroactive"},
            {"name": "agree", "from": "b/right", "to": ["a/left"], "delivery": "retroactive"}]}
            """);
        for (final String hub : List.of("a", "b")) {
            final String name = hub.equals("a") ? "left" : "right";
            Files.writeString(folder.resolve(hub + ".json"), """
                {"hub": "HUB", "endWithin": "1min", "coreStep": "10ms",
                "maxDelay": "200ms", "parent": {"hub": "root"}, "assets": [COPY],
                "channels": [{"name": "input", "from": "NAME", "to": ["NAME"], "delivery": "retroactive"}]}
                """.replace("HUB", hub).replace("COPY", copy(name, hub.equals("a") ? "10ms" : "20ms", "halt", "called"))
                .replace("NAME", name));
        }
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "root.json", "--until", "5s", "--json")) {
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            assertThat(endOf(run)).isEqualTo(one);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aCopyThatIsAnotherWorldIsTold() throws Exception {
        Files.writeString(folder.resolve("wrong-right.txt"), Long.toString(2 * SECOND));
        try (TaktProcess run = run("halt")) {
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(3);
            assertThat(run.err()).containsPattern("the world of asset '(left|right)' is"
                + " another one than that of asset '(left|right)' from the ticks 2000 to 2049 on: event \\d+"
                + " differs; here:  ?\\d+/0/[^;]* reads \\[[^;]*\\] writes \\[[^;]*\\]; there: ?\\d+/0/");
        }
    }
}
