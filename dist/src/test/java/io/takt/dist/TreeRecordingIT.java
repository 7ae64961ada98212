package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages that cross from hub to hub, recorded, replayed and tapped at either of them. */
@Tag("long")
class TreeRecordingIT extends HubTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String UNTIL = "2s";

    private static String asset(final String name, final String step) {
        final String classPath = Path.of(System.getProperty("user.dir")).resolve("target/test-classes").toString();
        return "{'name': '" + name + "', 'step': '" + step + "', 'launch': ['takt', 'java', '-cp', '" + classPath
            + "', '" + Chatter.class.getName() + "', '" + name + "']}";
    }

    private void file(final String name, final String text) throws IOException {
        Files.writeString(folder.resolve(name), text.replace('\'', '"'));
    }

    /** Asset c sends by two channels, of which one stays at its hub: its messages at the other have gaps between. */
    private void files(final String launch, final String more) throws IOException {
        final String toC = "{'asset': 'c', 'delay': '30ms', 'jitter': '9ms', 'loss': 0.2}";
        final String toB = "{'asset': 'b', 'delay': '5ms', 'jitter': '3ms'}";
        final String local = "{'name': 'news', 'from': 'c', 'delivery': 'retroactive', 'jitter': '40ms', 'to': ['d']},"
            + " {'name': 'talk', 'from': 'd', 'to': [{'asset': 'a', 'delay': '9ms'}]}";
        final String crossing = "{'name': 'talk', 'from': '%1$sc', 'to': [{'asset': 'b', 'delay': '4ms', 'loss': 0.3}]"
            + "},"
            + " {'name': 'talk', 'from': 'b', 'to': [{'asset': '%1$sa', 'delay': '10ms'}, {'asset': '%1$sd', 'delay':"
            + " '60ms', 'gate': 'end'}]}";
        final String hub = "'endWithin': '1min', 'coreStep': '5ms', 'maxDelay': '40ms', ";
        final String below = asset("a", "5ms") + "," + asset("c", "20ms") + "," + asset("d", "7ms");
        file("whole.json", "{'hub': 'whole', " + hub + "'seed': 7, 'assets': [" + below + "," + asset("b", "10ms")
            + "], 'channels': [{'name': 'talk', 'from': 'a', 'to': [" + toB + "," + toC + "]}," + local + ","
            + crossing.formatted("") + "]}");
        file("root.json", "{'hub': 'root', " + hub + more + "'seed': 7, 'assets': [" + asset("b", "10ms")
            + "], 'federates': [{'name': 'site', 'config': 'site.json', 'launch': [" + launch + "]}], 'channels': ["
            + "{'name': 'talk', 'from': 'site/a', 'to': [" + toB + "]}," + crossing.formatted("site/") + "]}");
        file("site.json", "{'hub': 'site', " + hub + "'parent': {'hub': 'root'}, 'assets': [" + below
            + "], 'channels': [{'name': 'talk', 'from': 'a', 'to': [" + toC + "]}," + local + "]}");
    }

    private JsonNode run(final String... args) throws IOException, InterruptedException {
        try (TaktProcess run = TaktProcess.start(folder, base, args)) {
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            return run.json();
        }
    }

    private static Map<String, String> digests(final JsonNode assets) {
        final Map<String, String> digests = new TreeMap<>();
        assets.forEach(asset -> digests.put(asset.get("name").textValue(), asset.get("digest").textValue()));
        return digests;
    }

    private void assertReplays(final String recording, final String assets, final Map<String, String> digests)
        throws IOException, InterruptedException {
        final JsonNode run = run("replay", recording, "--asset", assets, "--json");
        final JsonNode replay = run.get("replay");
        assertThat(replay.get("equal").booleanValue()).isTrue();
        assertThat(replay.get("notes")).isEmpty();
        assertThat(replay.get("untilNs").longValue()).isEqualTo(2_000_000_000L);
        final Map<String, String> again = digests(run.get("assets"));
        for (final String asset : assets.split(",")) {
            assertThat(again).containsEntry(asset, digests.get(asset));
        }
        replay.get("live").forEach(asset -> {
            assertThat(asset.get("sent").longValue()).isEqualTo(asset.get("recordedSent").longValue()).isPositive();
            assertThat(asset.get("delivered")).isEqualTo(asset.get("recordedDelivered"));
        });
    }

    @Test
    void eachHubIsRecordedWithWhatCameFromOthersAndItsAssetsAreReplayed() throws Exception {
        files("'takt', 'record', '-c', 'site.json', '--out', 'of-site'", "");
        final Map<String, String> digests = digests(run("run", "-c", "whole.json", "--until", UNTIL, "--json")
            .get("assets"));
        assertThat(digests).containsOnlyKeys("a", "b", "c", "d").doesNotContainValue("0000000000000000");
        final JsonNode root = run("record", "-c", "root.json", "--until", UNTIL, "--out", "of-root", "--json");
        assertThat(digests(root.get("assets"))).containsEntry("b", digests.get("b"));
        assertReplays("of-root", "b", digests);
        assertReplays("of-site", "a,c,d", digests);
        assertReplays("of-site", "c", digests);
        final String info = TaktProcess.run(folder, base, "replay", "of-site", "--info").out();
        assertThat(info).contains("seed 7").contains("../b");
        final TaktProcess refused = TaktProcess.run(folder, base, "replay", "of-root", "--asset", "c");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("asset 'c' was at another hub of the tree (site/c)");
    }

    @Test
    void aTapShowsWhatCrosses() throws Exception {
        files("'takt', 'run', '-c', 'site.json'", "'pace': {'mode': 'realtime'}, ");
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "root.json")) {
            run.awaitRunning(base, "site");
            assertTapped("root", "site/a");
            assertTapped("site", "../b");
            assertTreeIsTapped();
            TaktProcess.stop(base, "root");
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
        }
    }

    /** The message of b as its own hub has it, and as the one to which it crosses. */
    private void assertTreeIsTapped() throws Exception {
        try (TaktProcess tap = TaktProcess.start(folder, base, "tap", "--hub", "site", "--tree", "--json")) {
            tap.awaitLines("messages of both hubs", lines -> lines.stream().map(TreeRecordingIT::event)
                .filter(event -> is("sent", event)).map(event -> event.get("hub").textValue() + " "
                    + event.get("sender").textValue()).collect(Collectors.toSet())
                .containsAll(Set.of("root b", "site ../b", "site a", "root site/a")));
            tap.process().destroy();
        }
        final TaktProcess counted = TaktProcess.run(folder, base, "tap", "--tree", "--count", "3");
        assertThat(counted.exitCode()).as(counted.err()).isZero();
        assertThat(counted.out().lines()).hasSize(3).allMatch(line -> line.startsWith("root  ")
            || line.startsWith("site  "));
    }

    private void assertTapped(final String hub, final String sender) throws Exception {
        try (TaktProcess tap = TaktProcess.start(folder, base, "tap", "--hub", hub, "--channel", "talk." + sender,
            "--json")) {
            tap.awaitLines("20 messages sent, and 20 delivered that were sent while it looked", lines -> {
                // A tap that gets no processor for some seconds misses messages, and says so.
                final List<JsonNode> events = lines.stream().map(TreeRecordingIT::event)
                    .filter(event -> !is("missed", event)).toList();
                assertThat(events).allMatch(event -> event.path("sender").asText().equals(sender));
                return events.stream().filter(event -> is("sent", event)).count() > 20
                    && events.stream().filter(event -> is("delivered", event) && event.hasNonNull("stampNs")).count()
                    > 20;
            });
        }
    }

    private static boolean is(final String kind, final JsonNode event) {
        return kind.equals(event.get("event").textValue());
    }

    private static JsonNode event(final String line) {
        try {
            return JSON.readTree(line);
        } catch (final IOException e) {
            throw new AssertionError("no JSON: " + line, e);
        }
    }
}
