package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages between two hubs that only a network ties, of which either is killed and started again. */
@Tag("long")
class NetworkChannelsIT extends HubTest {
    private static final Map<String, String> STEPS = Map.of("a", "5ms", "b", "10ms", "c", "20ms", "d", "7ms");
    private static final String UNTIL = "10s";
    private static final long KILL_AT_NS = 2_000_000_000L;

    private final int port = Ports.free();

    private static String asset(final String name) {
        final String classPath = Path.of(System.getProperty("user.dir")).resolve("target/test-classes").toString();
        return "{'name': '" + name + "', 'step': '" + STEPS.get(name) + "', 'onHubLost': 'attach', 'launch': ['takt',"
            + " 'java', '-cp', '" + classPath + "', '" + Chatter.class.getName() + "', '" + name + "']}";
    }

    private String file(final String name, final String text) throws IOException {
        return Files.writeString(folder.resolve(name + ".json"), text.replace('\'', '"')).toString();
    }

    private String whole() throws IOException {
        return file("whole", "{'hub': 'whole', 'coreStep': '5ms', 'maxDelay': '40ms', 'seed': 7, 'assets': ["
            + asset("a") + "," + asset("b") + "," + asset("c") + "," + asset("d") + "], 'channels': ["
            + channels("") + ", {'name': 'talk', 'from': 'd', 'to': [{'asset': 'a', 'delay': '9ms'}]}]}");
    }

    /** All but one of the channels cross; the names of the assets below begin as they do in the file of the parent. */
    private static String channels(final String below) {
        return "{'name': 'talk', 'from': '" + below + "a', 'to': [{'asset': 'b', 'delay': '0ms'}, {'asset': 'c',"
            + " 'delay': '30ms', 'jitter': '9ms', 'loss': 0.2}]}, {'name': 'talk', 'from': 'b', 'to': [{'asset': '"
            + below + "a', 'delay': '10ms'}, {'asset': '" + below + "d', 'delay': '60ms', 'gate': 'end'}]},"
            + " {'name': 'talk', 'from': 'c', 'to': [{'asset': '" + below + "d', 'delay': '3ms', 'loss': 0.5}]},"
            + " {'name': 'news', 'from': 'c', 'delivery': 'retroactive', 'jitter': '40ms', 'to': ['" + below + "d']}";
    }

    private String root() throws IOException {
        return file("root", "{'hub': 'root', 'coreStep': '5ms', 'maxDelay': '40ms', 'seed': 7, 'pace': {'mode':"
            + " 'realtime', 'speed': 4}, 'listen': '127.0.0.1:" + port + "', 'assets': [" + asset("b") + ","
            + asset("c") + "], 'federates': [{'name': 'site', 'step': '5ms', 'onLost': 'restart'}], 'channels': ["
            + channels("site/") + "]}");
    }

    private String site() throws IOException {
        return file("site", "{'hub': 'site', 'coreStep': '5ms', 'maxDelay': '40ms', 'parent': {'address': '127.0.0.1:"
            + port + "'}, 'assets': [" + asset("a") + "," + asset("d") + "], 'channels': [{'name': 'talk', 'from':"
            + " 'd', 'to': [{'asset': 'a', 'delay': '9ms'}]}]}");
    }

    private TaktProcess start(final String file, final String... more) throws IOException {
        final List<String> args = new ArrayList<>(List.of("run", "-c", file, "--json"));
        args.addAll(List.of(more));
        return TaktProcess.start(folder, base, args.toArray(String[]::new));
    }

    private static Map<String, String> digests(final TaktProcess... runs) throws IOException, InterruptedException {
        final Map<String, String> digests = new TreeMap<>();
        for (final TaktProcess run : runs) {
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            assertThat(run.json().get("violations").longValue()).isZero();
            for (final JsonNode asset : run.json().get("assets")) {
                if (STEPS.containsKey(asset.get("name").textValue())) {
                    digests.put(asset.get("name").textValue(), asset.get("digest").textValue());
                }
            }
        }
        return digests;
    }

    private Map<String, String> expected() throws Exception {
        try (TaktProcess run = start(whole(), "--until", UNTIL)) {
            final Map<String, String> digests = digests(run);
            assertThat(digests).containsOnlyKeys(STEPS.keySet()).doesNotContainValue("0000000000000000");
            return digests;
        }
    }

    @Test
    void aChildThatIsKilledTakesNoMessageWithIt() throws Exception {
        final Path held = Talk.hold(folder, "a");
        try (TaktProcess root = start(root(), "--until", UNTIL)) {
            try (TaktProcess killed = start(site())) {
                killed.awaitStatus(base, "site", status -> status.coreTimeNs() > KILL_AT_NS);
                killed.process().destroyForcibly().onExit().join();
            }
            Files.delete(held);
            try (TaktProcess next = start(site())) {
                final Map<String, String> digests = digests(root, next);
                assertThat(next.err()).contains("takes over from a killed hub");
                assertThat(digests).isEqualTo(expected());
            }
        }
    }

    @Test
    void aParentThatIsKilledTakesNoMessageWithIt() throws Exception {
        final Path held = Talk.hold(folder, "a");
        try (TaktProcess site = start(site())) {
            try (TaktProcess killed = start(root(), "--until", UNTIL)) {
                killed.awaitStatus(base, "root", status -> status.coreTimeNs() > KILL_AT_NS);
                killed.process().destroyForcibly().onExit().join();
            }
            Files.delete(held);
            try (TaktProcess next = start(root(), "--until", UNTIL)) {
                final Map<String, String> digests = digests(next, site);
                assertThat(next.err()).contains("takes over from a killed hub");
                assertThat(digests).isEqualTo(expected());
            }
        }
    }
}
