package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Request;
import io.takt.steward.Id;
import io.takt.steward.asset.Borders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A world in four processes, of one hub or two, which work ahead of their clocks, has the history of one process. */
@Tag("long")
class FourRoomsIT extends HubTest {
    private static final String EXAMPLE = "examples/four-rooms";
    private static final String UNTIL = "20s";
    private static final long SECOND = 1_000_000_000L;
    private static final ObjectMapper JSON = new ObjectMapper();

    @BeforeEach
    void copyExample() throws IOException {
        copyExample("four-rooms", "*.{java,json}", folder);
    }

    private TaktProcess start(final String file, final String... more) throws IOException {
        final List<String> args = new ArrayList<>(List.of("run", "-c", file, "--json"));
        args.addAll(List.of(more));
        return TaktProcess.start(folder, base, args.toArray(String[]::new));
    }

    /** The final digests, by room; they are as the example says. */
    private static Map<String, Id> digests(final TaktProcess run) throws Exception {
        final Map<String, Id> digests = finalDigests(run);
        final String readme = Docs.read(EXAMPLE + "/README.md");
        assertThat(run.err().lines().filter(line -> line.contains("] final up to "))).allMatch(readme::contains);
        return digests;
    }

    /** Awaits the end of a run of stewards. Its final digests, by asset. */
    static Map<String, Id> finalDigests(final TaktProcess run) throws Exception {
        assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("violations").longValue()).isZero();
        assertThat(run.json().get("missedMessages").longValue()).isZero();
        final Map<String, Id> digests = new TreeMap<>();
        for (final String line : run.err().lines().filter(line -> line.contains("] final up to ")).toList()) {
            final byte[] bytes = HexFormat.of().parseHex(line.substring(line.lastIndexOf(' ') + 1));
            final ByteBuffer words = ByteBuffer.wrap(bytes);
            digests.put(line.substring(1, line.indexOf(']')), Id.of(words.getLong(), words.getLong()));
        }
        return digests;
    }

    @Test
    void roomsInFourProcessesAreThoseInOneThoughTheyAreResetAndOneIsKilled() throws Exception {
        final Id whole;
        try (TaktProcess run = start("whole.json", "--until", UNTIL)) {
            whole = digests(run).get("all");
        }
        // Slow enough to be met in the middle of the run.
        final Path rooms = folder.resolve("rooms.json");
        Files.writeString(rooms, Files.readString(rooms).replace("\"coreStep\"",
            "\"pace\": {\"mode\": \"realtime\", \"speed\": 2}, \"coreStep\""));
        try (TaktProcess run = start("rooms.json", "--until", UNTIL)) {
            final HubStatus first = run.awaitStatus(base, "rooms", status -> status.coreTimeNs() > SECOND);
            TaktProcess.ask(base, "rooms", Request.Reset::new);
            run.awaitStatus(base, "rooms", status -> status.epoch() > first.epoch()
                && status.coreTimeNs() > 3 * SECOND && status.missing().isEmpty());
            run.launched("sw").destroyForcibly();
            final Map<String, Id> parts = digests(run);
            assertThat(run.err()).contains("(1 of 100)");
            assertThat(parts).hasSize(4);
            assertThat(Borders.digestOfAll(List.copyOf(parts.values()))).isEqualTo(whole);
            final String readme = Docs.read(EXAMPLE + "/README.md");
            for (final JsonNode asset : run.json().get("assets")) {
                assertThat(readme).contains("%-5s  %s".formatted(asset.get("name").textValue(),
                    asset.get("digest").textValue()));
            }
        }
    }

    /** The western rooms are on a hub below that of the eastern ones; the doors between them lead over the link. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void roomsOnTwoHubsAreThoseOnOneThoughOneIsKilled(final boolean isSealed) throws Exception {
        cut(isSealed);
        try (TaktProcess west = start("west.json"); TaktProcess east = start("rooms.json", "--until", UNTIL)) {
            west.awaitStatus(base, "west", status -> status.coreTimeNs() > 3 * SECOND);
            west.launched("sw").destroyForcibly();
            final Map<String, Id> parts = digests(east);
            parts.putAll(digests(west));
            assertThat(west.err()).contains("(1 of 100)");
            assertThat(parts).containsOnlyKeys("nw", "ne", "sw", "se");
        }
    }

    /** Makes west.json of the western rooms and the doors between them, and leaves all else in rooms.json. */
    private void cut(final boolean isSealed) throws Exception {
        final Path file = folder.resolve("rooms.json");
        final ObjectNode east = (ObjectNode) JSON.readTree(file.toFile());
        final ObjectNode west = east.deepCopy().put("hub", "west");
        east.putObject("pace").put("mode", "realtime").put("speed", 4);
        final ObjectNode parent = west.putObject("parent");
        final ObjectNode federate = east.putArray("federates").addObject().put("name", "west").put("step", "20ms");
        if (isSealed) {
            assertThat(TaktProcess.run(folder, base, "key", "west", "west.key").exitCode()).isZero();
            final String address = "127.0.0.1:" + Ports.free();
            east.put("listen", address);
            federate.put("keyFile", "west.key");
            parent.put("address", address).put("keyFile", "west.key");
        } else {
            parent.put("hub", "rooms");
        }
        keep(west.withArray("assets"), each -> isWestern(each.get("name")));
        keep(east.withArray("assets"), each -> !isWestern(each.get("name")));
        split(west.withArray("channels"), true);
        split(east.withArray("channels"), false);
        JSON.writeValue(file.toFile(), east);
        JSON.writeValue(folder.resolve("west.json").toFile(), west);
    }

    private static boolean isWestern(final JsonNode name) {
        return name.textValue().endsWith("w");
    }

    private static void keep(final ArrayNode nodes, final Predicate<JsonNode> which) {
        final List<JsonNode> kept = new ArrayList<>();
        nodes.forEach(kept::add);
        kept.removeIf(which.negate());
        nodes.removeAll().addAll(kept);
    }

    /** Of each channel the receivers that are on the sender's hub if that is the western one; or else all others. */
    private static void split(final ArrayNode channels, final boolean western) {
        for (final JsonNode each : channels) {
            final ArrayNode to = (ArrayNode) each.get("to");
            final boolean isFromWest = isWestern(each.get("from"));
            keep(to, receiver -> (isFromWest && isWestern(receiver)) == western);
            if (!western) {
                ((ObjectNode) each).set("from", seenFromEast(each.get("from")));
                for (int i = 0; i < to.size(); i++) {
                    to.set(i, seenFromEast(to.get(i)));
                }
            }
        }
        keep(channels, each -> !each.get("to").isEmpty());
    }

    private static TextNode seenFromEast(final JsonNode name) {
        return TextNode.valueOf((isWestern(name) ? "west/" : "") + name.textValue());
    }
}
