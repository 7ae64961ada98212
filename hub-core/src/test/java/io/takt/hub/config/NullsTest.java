package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A null is no value, wherever it stands: it is told by its path, once. */
class NullsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** With every field that there is. */
    private static final String ALL = """
        {"hub": "lab", "coreStep": "10ms", "coreInterval": "2ms", "maxDelay": "20ms", "seed": 42, "waiting": "sleep",
         "pace": {"mode": "realtime", "speed": 1.5}, "metrics": {"port": 0},
         "assets": [
           {"name": "drone", "step": "5ms", "interval": "3ms", "required": true, "waiting": "spin",
            "onLost": "restart", "restart": {"limit": 3, "pause": "20ms"}, "onHubLost": "attach",
            "launch": ["sh", "-c"]},
           {"name": "radar", "step": "10ms"},
           {"name": "tug", "maxStep": "10ms", "granularity": "1ms", "wholeSteps": true}],
         "parent": {"address": "127.0.0.1:7400", "name": "me", "report": "core", "lostAfter": "1s"},
         "listen": "127.0.0.1:7401",
         "federates": [{"name": "below", "step": "10ms", "required": true, "onLost": "restart",
           "restart": {"limit": 3}, "launch": ["sh"], "lostAfter": "1s"}],
         "channels": [
           {"name": "pose", "from": "drone", "delivery": "gated", "gate": "end", "delay": "20ms", "jitter": "1ms",
            "loss": 0.5, "maxBytes": 10,
            "to": [{"asset": "radar", "delivery": "gated", "gate": "start", "delay": "20ms", "jitter": "1ms",
                    "loss": 0.5}]}]}
        """;

    @TempDir
    private Path folder;

    /** A place in the configuration that can be set to null. */
    private record Place(String path, Runnable setNull) {
    }

    @Test
    void everyFieldAndElementHasToBeAValue() throws IOException {
        assertThat(problems(JSON.readTree(ALL))).isEmpty();
        final int places = places(JSON.readTree(ALL)).size();
        assertThat(places).isEqualTo(69);
        for (int i = 0; i < places; i++) {
            final JsonNode root = JSON.readTree(ALL);
            final Place place = places(root).get(i);
            place.setNull().run();
            // Of the elements of a list of arguments, the whole list is told.
            final String path = place.path().replaceAll("launch\\[\\d\\]", "launch");
            assertThat(problems(root).stream().map(Problem::path)).as(place.path()).containsOnlyOnce(path);
        }
    }

    private List<Problem> problems(final JsonNode root) throws IOException {
        final Path file = Files.write(folder.resolve("c.json"), JSON.writeValueAsBytes(root));
        return ConfigReader.read(file, new ProgramFinder(null, "/usr/bin:/bin")).problems();
    }

    private static List<Place> places(final JsonNode root) {
        final List<Place> places = new ArrayList<>();
        collect("", root, places);
        return places;
    }

    private static void collect(final String path, final JsonNode node, final List<Place> places) {
        if (node instanceof ObjectNode object) {
            object.fieldNames().forEachRemaining(name -> {
                final String field = path.isEmpty() ? name : path + "." + name;
                places.add(new Place(field, () -> object.set(name, NullNode.instance)));
                collect(field, object.get(name), places);
            });
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                final int at = i;
                places.add(new Place(path + "[" + i + "]", () -> array.set(at, NullNode.instance)));
                collect(path + "[" + i + "]", array.get(i), places);
            }
        }
    }
}
