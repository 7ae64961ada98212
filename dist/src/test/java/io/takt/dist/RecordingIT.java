package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs that are kept, and played back to any of their assets. */
@Tag("long")
class RecordingIT extends HubTest {
    private static final int KILLS = Integer.getInteger("takt.hub.kills", 6) / 6;
    private static final long STOP_NS = Duration.ofSeconds(Integer.getInteger("takt.stop.seconds", 1)).toNanos();

    /** Every kind of link. */
    private static final String CHATTERS = """
        "coreStep": "5ms", "maxDelay": "40ms", "seed": 7, "channels": [
          { "name": "talk", "from": "a", "delay": "3ms",
            "to": [ { "asset": "b", "delay": "0ms" },
              { "asset": "c", "delay": "30ms", "jitter": "9ms", "loss": 0.2 } ] },
          { "name": "talk", "from": "b", "to": [ { "asset": "a", "delay": "10ms" },
            { "asset": "d", "gate": "end", "delay": "12ms" } ] },
          { "name": "talk", "from": "c", "to": [ { "asset": "a", "delay": "5ms", "loss": 0.5 } ] },
          { "name": "news", "from": "c", "delivery": "retroactive", "jitter": "40ms", "to": [ "d" ] },
          { "name": "talk", "from": "d", "delay": "50ms", "to": [ "c", "b" ] } ]
        """;

    /** Two that send to each other, with messages of any length. */
    private static final String COUNTERS = """
        "coreStep": "10ms", "maxDelay": "40ms", "channels": [
          { "name": "count", "from": "a", "to": [ "b" ], "delay": "10ms", "maxBytes": 1000000 },
          { "name": "count", "from": "b", "to": [ "a" ], "delay": "10ms" } ]
        """;

    /** Steps of every kind. */
    private static final String EVENTFUL = """
        "coreStep": "5ms", "maxDelay": "25ms", "seed": 7, "channels": [
          { "name": "talk", "from": "event", "to": [ { "asset": "fixed", "delay": "1ms" },
            { "asset": "whole", "delay": "2ms", "jitter": "9ms" } ] },
          { "name": "talk", "from": "fixed", "to": [ { "asset": "event", "delay": "3ms", "loss": 0.3 },
            { "asset": "whole" } ] },
          { "name": "talk", "from": "whole", "to": [ { "asset": "event", "jitter": "4ms" }, "fixed" ] } ]
        """;

    private static String asset(final String name, final String step, final String more, final Class<?> program,
        final String... args) {
        return stepping(name, "\"step\": \"" + step + "\"", more, program, args);
    }

    private static String stepping(final String name, final String steps, final String more, final Class<?> program,
        final String... args) {
        final String classPath = Path.of(System.getProperty("user.dir")).resolve("target/test-classes").toString();
        final List<String> launch = new ArrayList<>(List.of("takt", "java", "-cp", classPath, program.getName()));
        launch.addAll(List.of(args));
        return "{\"name\": \"" + name + "\", " + steps + more + ", \"launch\": [\""
            + String.join("\", \"", launch) + "\"]}";
    }

    private Path file(final String hub, final String more, final String... assets) throws IOException {
        return Files.writeString(folder.resolve(hub + ".json"),
            "{\"hub\": \"" + hub + "\", \"assets\": [" + String.join(",\n", assets) + "],\n" + more + "}");
    }

    private Path chatters(final String hub, final String more, final String ofEach) throws IOException {
        return file(hub, CHATTERS + more, asset("a", "5ms", ofEach, Chatter.class),
            asset("b", "10ms", ofEach, Chatter.class), asset("c", "20ms", ofEach, Chatter.class),
            asset("d", "7ms", ofEach, Chatter.class));
    }

    private TaktProcess start(final String... args) throws IOException {
        return TaktProcess.start(folder, base, args);
    }

    private static JsonNode json(final TaktProcess run, final int exitCode) throws IOException, InterruptedException {
        run.awaitEnd();
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        final JsonNode json = run.json();
        assertThat(json.get("violations").longValue()).isZero();
        return json;
    }

    private JsonNode record(final Path file, final String until, final String out)
        throws IOException, InterruptedException {
        try (TaktProcess run = start("record", "-c", file.toString(), "--until", until, "--out", out, "--json")) {
            final JsonNode json = json(run, 0);
            assertThat(run.err()).doesNotContain("recording");
            return json;
        }
    }

    /** The report of a replay; without names the assets are those that it runs by itself. */
    private JsonNode replay(final int exitCode, final String recording, final String assets)
        throws IOException, InterruptedException {
        final List<String> args = new ArrayList<>(List.of("replay", recording, "--json"));
        if (!assets.isEmpty()) {
            args.addAll(List.of("--asset", assets));
        }
        try (TaktProcess run = start(args.toArray(String[]::new))) {
            final JsonNode replay = json(run, exitCode).get("replay");
            assertThat(replay.get("equal").booleanValue()).isEqualTo(exitCode == 0);
            final JsonNode first = replay.get("first");
            assertThat(run.err()).contains(first.isNull() ? ""
                : "takt: the re-run differs from the recording " + first.get("line").textValue());
            assertThat(run.err()).contains(
                replay.get("cutShort").booleanValue() ? "takt: the recording was cut short" : "");
            return replay;
        }
    }

    private static Map<String, String> digests(final JsonNode assets, final String field) {
        final Map<String, String> digests = new TreeMap<>();
        assets.forEach(asset -> digests.put(asset.get("name").textValue(), asset.get(field).textValue()));
        return digests;
    }

    @Test
    void aRecordedRunIsThatOfAnyRunAndIsReplayedToAnyOfItsAssets() throws IOException, InterruptedException {
        final Path file = chatters("kept", "", "");
        final Map<String, String> digests;
        try (TaktProcess run = start("run", "-c", file.toString(), "--until", "5s", "--json")) {
            digests = digests(json(run, 0).get("assets"), "digest");
        }
        assertThat(digests).containsOnlyKeys("a", "b", "c", "d").doesNotContainValue("0000000000000000");
        final JsonNode recorded = record(file, "5s", "r");
        assertThat(digests(recorded.get("assets"), "digest")).as("recording changes nothing").isEqualTo(digests);
        assertThat(recorded.get("recording").get("sent").longValue()).isGreaterThan(1000);
        for (final String live : Boolean.getBoolean("takt.slow") ? List.of("", "a", "b,c", "d")
            : List.of("", "b,c")) {
            final JsonNode replay = replay(0, "r", live);
            assertThat(replay.get("whole").booleanValue()).isTrue();
            assertThat(replay.get("untilNs").longValue()).isEqualTo(5_000_000_000L);
            assertThat(replay.get("notes")).isEmpty();
            final Map<String, String> again = digests(replay.get("live"), "digest");
            assertThat(again.keySet()).isEqualTo(live.isEmpty() ? digests.keySet() : Set.of(live.split(",")));
            assertThat(digests).containsAllEntriesOf(again);
            replay.get("live").forEach(asset -> {
                assertThat(asset.get("sent")).isEqualTo(asset.get("recordedSent"));
                assertThat(asset.get("delivered")).isEqualTo(asset.get("recordedDelivered"));
            });
        }
    }

    @Test
    void whoseStepsVaryIsReplayedLikeAnyOther() throws IOException, InterruptedException {
        final Path file = file("eventful", EVENTFUL, asset("fixed", "5ms", "", Eventful.class, "fixed"),
            stepping("event", "\"maxStep\": \"20ms\", \"granularity\": \"1us\"", "", Eventful.class, "event"),
            stepping("whole", "\"maxStep\": \"10ms\", \"granularity\": \"1ms\", \"wholeSteps\": true", "",
                Eventful.class, "whole"));
        final Map<String, String> digests = digests(record(file, "2s", "r").get("assets"), "digest");
        for (final String live : List.of("event", "fixed", "whole")) {
            final JsonNode replay = replay(0, "r", live);
            assertThat(replay.get("untilNs").longValue()).isEqualTo(2_000_000_000L);
            assertThat(replay.get("notes")).isEmpty();
            final JsonNode asset = replay.get("live").get(0);
            assertThat(asset.get("sent").longValue()).isEqualTo(asset.get("recordedSent").longValue())
                .isGreaterThan(300);
            assertThat(asset.get("delivered").longValue()).isEqualTo(asset.get("recordedDelivered").longValue())
                .isGreaterThan(300);
            assertThat(asset.get("digest").textValue()).isEqualTo(digests.get(live));
        }
        assertThat(TaktProcess.run(folder, base, "replay", "r", "--info").out())
            .contains("event: steps of up to 20ms on a grid of 1us", "whole: whole steps of up to 10ms on a grid of");
    }

    /** Message 137 is the second of the step to 690 ms, and has 200,000 bytes: more than are written at once. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aProgramThatHasChangedIsToldAtTheFirstMessageThatDiffers() throws IOException, InterruptedException {
        final Path file = file("changed", COUNTERS, asset("a", "10ms", "", Counter.class, "200000", "0"),
            asset("b", "20ms", "", Counter.class, "8", "0"));
        record(file, "1s", "r");
        replay(0, "r", "a");
        final Path slip = folder.resolve("slip-a.txt");
        Files.writeString(slip, "byte 137");
        for (final String live : List.of("a", "a,b")) {
            final JsonNode first = replay(1, "r", live).get("first");
            assertThat(first.get("asset").textValue()).isEqualTo("a");
            assertThat(first.get("kind").textValue()).isEqualTo("sent");
            assertThat(first.get("sequence").longValue()).isEqualTo(137);
            assertThat(first.get("byte").longValue()).isEqualTo(199_999);
            assertThat(first.get("recorded").get("stampNs").longValue()).isEqualTo(680_000_001);
            assertThat(first.get("line").textValue()).isEqualTo("at 680.000001ms: asset 'a' sends message 137 on"
                + " channel 'count' with other bytes: byte 199999 of 200000 is 01, and recorded is 00");
        }
        Files.writeString(slip, "from 136");
        final JsonNode both = replay(1, "r", "").get("first");
        assertThat(both.get("sequence").longValue()).as("message 136 has the later stamp").isEqualTo(137);
        assertThat(both.get("timeNs").longValue()).isEqualTo(680_000_001);
        Files.writeString(slip, "late 137");
        final JsonNode late = replay(1, "r", "a").get("first");
        assertThat(late.get("recorded").get("stampNs").longValue()).isEqualTo(680_000_001);
        assertThat(late.get("replayed").get("stampNs").longValue()).isEqualTo(690_000_000);
        Files.writeString(slip, "more 199");
        final JsonNode more = replay(1, "r", "a");
        assertThat(more.get("first").get("recorded").isNull()).as("it was the last").isTrue();
        assertThat(more.get("first").get("replayed").get("sequence").longValue()).isEqualTo(200);
        Files.writeString(slip, "skip 199");
        final JsonNode less = replay(1, "r", "a");
        assertThat(less.get("first").get("replayed").isNull()).isTrue();
        assertThat(less.get("first").get("recorded").get("sequence").longValue()).isEqualTo(199);
        assertThat(less.get("live").get(0).get("sent").longValue()).isEqualTo(199);
        assertThat(less.get("live").get(0).get("recordedSent").longValue()).isEqualTo(200);
        replay(0, "r", "b");
    }

    @Test
    void aRecordingThatIsCutShortIsReadableUpToWhereItEnds() throws IOException, InterruptedException {
        final Path file = chatters("cut", "", "");
        final Random random = new Random(4);
        for (int i = 0; i < KILLS; i++) {
            final String out = "r" + i;
            try (TaktProcess run = start("record", "-c", file.toString(), "--out", out)) {
                run.awaitRunning(base, "cut");
                LockSupport.parkNanos(random.nextLong(500_000_000));
                run.process().destroyForcibly().onExit().join();
            }
            final JsonNode replay = replay(0, out, List.of("", "a", "b,d", "c").get(i % 4));
            assertThat(replay.get("cutShort").booleanValue()).isTrue();
            assertThat(replay.get("untilNs").longValue()).isPositive();
            assertThat(replay.get("notes")).singleElement().asString().contains("cut short", "all is known up to");
            replay.get("live").forEach(asset ->
                assertThat(asset.get("sent")).isEqualTo(asset.get("recordedSent")));
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aRecorderThatIsStoppedForLongLosesNothing() throws IOException, InterruptedException {
        final Path file = chatters("stopped", ", \"pace\": {\"mode\": \"realtime\", \"speed\": 20}", "");
        try (TaktProcess run = start("record", "-c", file.toString(), "--until", "20s", "--out", "r", "--json")) {
            run.awaitRunning(base, "stopped");
            TaktProcess.signal(run.process().toHandle(), "STOP");
            LockSupport.parkNanos(STOP_NS);
            TaktProcess.signal(run.process().toHandle(), "CONT");
            assertThat(json(run, 0).get("recording").get("failure").isNull()).isTrue();
        }
        assertThat(replay(0, "r", "b").get("whole").booleanValue()).isTrue();
    }

    /** A small file system, where the user may mount one. */
    @Test
    void aFullDiskEndsTheRunAndWhatIsThereIsReadable() throws IOException, InterruptedException {
        final Path script = Files.writeString(folder.resolve("full.sh"), """
            mkdir -p small && mount -t tmpfs -o size=12m none small || exit 77
            takt record -c full.json --out small/r --json
            echo $? > exit.txt
            cp -r --sparse=always small/r r
            """);
        file("full", COUNTERS, asset("a", "10ms", "", Counter.class, "2000", "0"),
            asset("b", "20ms", "", Counter.class, "8", "0"));
        try (TaktProcess run = TaktProcess.start(folder, base, List.of("unshare", "-rm", "sh", script.toString()))) {
            run.awaitEnd();
            assumeThat(Files.exists(folder.resolve("exit.txt"))).as("may mount: " + run.err()).isTrue();
            assertThat(folder.resolve("exit.txt")).hasContent("1");
            assertThat(run.err()).contains("takt: cannot write the recording to ", "small/r: No space left on device;"
                + " the run ends");
            assertThat(run.json().get("reason").textValue()).startsWith("cannot write the recording");
            assertThat(run.json().get("recording").get("failure").textValue()).contains("No space left on device");
        }
        assertThat(replay(0, "r", "").get("cutShort").booleanValue()).isTrue();
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void anAssetThatLeavesOrIsRestartedIsPlayedAsItWas() throws IOException, InterruptedException {
        final Path leaving = file("leaving", COUNTERS, asset("a", "10ms", "", Counter.class, "20", "300000000"),
            asset("b", "20ms", "", Counter.class, "8", "0"));
        record(leaving, "1s", "r");
        for (final String live : List.of("", "a", "b")) {
            replay(0, "r", live);
        }
        final Path restarting = chatters("restarting", ", \"pace\": {\"mode\": \"realtime\", \"speed\": 10}",
            ", \"onLost\": \"restart\", \"restart\": {\"pause\": \"10ms\"}");
        try (TaktProcess run =
            start("record", "-c", restarting.toString(), "--until", "10s", "--out", "r2", "--json")) {
            run.awaitStatus(base, "restarting", status -> status.coreTimeNs() > 1_000_000_000L);
            run.launched("b").destroyForcibly();
            json(run, 0);
        }
        replay(0, "r2", "a,c,d");
        final TaktProcess refused = TaktProcess.run(folder, base, "replay", "r2");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err().lines()).singleElement().asString().contains("asset 'b' was lost and restarted");
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aRunThatIsResetIsReplayedUpToThere() throws IOException, InterruptedException {
        final Path file = chatters("again", ", \"pace\": {\"mode\": \"realtime\", \"speed\": 10}", "");
        try (TaktProcess run = start("record", "-c", file.toString(), "--out", "r", "--json")) {
            run.awaitStatus(base, "again", status -> status.coreTimeNs() > 1_000_000_000L);
            assertThat(TaktProcess.run(folder, base, "reset").exitCode()).isZero();
            run.awaitRunning(base, "again");
            TaktProcess.stop(base, "again");
            json(run, 0);
        }
        final JsonNode replay = replay(0, "r", "a,b");
        assertThat(replay.get("untilNs").longValue()).isGreaterThan(1_000_000_000L);
        assertThat(replay.get("whole").booleanValue()).isFalse();
        assertThat(replay.get("notes")).singleElement().asString().contains("the run was reset");
    }

    /** It has no receivers: it keeps time only, and the time of its joining depends on the wall clock. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void anAssetThatJoinsWhileTheRunGoesOnIsLeftOut() throws IOException, InterruptedException {
        final Path file = chatters("joined", "", "");
        try (TaktProcess run = start("record", "-c", file.toString(), "--out", "r", "--json")) {
            run.awaitRunning(base, "joined");
            try (TaktProcess late = start("metronome", "late", "--step", "5ms")) {
                run.awaitStatus(base, "joined",
                    status -> status.assets().stream().anyMatch(asset -> asset.name().equals("late")));
                TaktProcess.stop(base, "joined");
                json(run, 0);
                late.awaitEnd();
            }
        }
        final JsonNode replay = replay(0, "r", "");
        assertThat(replay.get("live")).hasSize(4);
        assertThat(replay.get("notes")).singleElement().asString().contains("'late' joined while", "left out");
    }

    @Test
    void theContentsOfARecordingCanBeListed() throws IOException, InterruptedException {
        final Path file = file("asked", COUNTERS, asset("a", "10ms", "", Counter.class, "20", "0"),
            asset("b", "20ms", "", Counter.class, "8", "0"));
        final JsonNode recorded = record(file, "1s", "r");
        final TaktProcess info = TaktProcess.run(folder, base, "replay", "r", "--info", "--json");
        assertThat(info.exitCode()).as(info.err()).isZero();
        assertThat(info.json().get("whole").booleanValue()).isTrue();
        assertThat(info.json().get("ending").get("end").textValue()).isEqualTo("REACHED");
        assertThat(info.json().get("assets")).extracting(asset -> asset.get("sent").longValue())
            .containsExactlyInAnyOrder(200L, 100L);
        final TaktProcess text = TaktProcess.run(folder, base, "replay", "r", "--info");
        assertThat(text.out()).contains("STOPPED at 1s: reached 1s", file.toString())
            .contains(digests(recorded.get("assets"), "digest").values());
        assertThat(folder.resolve("r/configuration.json")).hasSameTextualContentAs(file);
    }

    @Test
    void anImpossibleRecordingOrReplayIsRefusedInOneLine() throws IOException, InterruptedException {
        final Path file = file("wrong", COUNTERS, asset("a", "10ms", "", Counter.class, "20", "0"),
            asset("b", "20ms", "", Counter.class, "8", "0"));
        record(file, "100ms", "r");
        refused(1, "r is not empty", "record", "-c", file.toString(), "--out", "r");
        refused(1, "wrong.json/in", "record", "-c", file.toString(), "--out", file + "/in");
        refused(1, "is no recording", "replay", ".");
        refused(2, "no asset 'x' is in the recording; there are", "replay", "r", "--asset", "a,x");
        refused(2, "--folder", "replay", "r", "--folder", "nowhere");
        final Path copy = folder.resolve("r/configuration.json");
        Files.writeString(copy, Files.readString(copy).replace("\"10ms\"", "\"11ms\""));
        refused(2, "changed since the run was recorded", "replay", "r");
        final TaktProcess info = TaktProcess.run(folder, base, "replay", "r", "--info");
        assertThat(info.exitCode()).isZero();
        assertThat(info.err().lines()).singleElement().asString().endsWith("put back what it was: a copy of " + file);
        assertThat(info.out()).contains("STOPPED at 100ms");
        Files.delete(copy);
        refused(2, "does not exist", "replay", "r");
    }

    private void refused(final int exitCode, final String why, final String... args)
        throws IOException, InterruptedException {
        final TaktProcess run = TaktProcess.run(folder, base, args);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.err().lines()).singleElement().asString().startsWith("takt: ").contains(why);
    }
}
