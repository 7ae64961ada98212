package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With any contents of the file: no exception, every problem in one line, and a configuration that is usable or none.
 */
class ConfigFuzzTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String VALID = """
        {"hub": "lab", "coreStep": "10ms", "coreInterval": "2ms", "maxDelay": "20ms", "seed": 42,
         "pace": {"mode": "realtime", "speed": 1.5},
         "assets": [
           {"name": "drone", "step": "5ms", "launch": ["sh", "-c"], "onLost": "halt"},
           {"name": "radar", "step": "10ms", "interval": "3ms", "required": true, "onLost": "drop"},
           {"name": "net", "maxStep": "10ms", "granularity": "1ms", "wholeSteps": true}]}
        """;
    private static final String VALID_IN_A_TREE = """
        {"hub": "lab", "coreStep": "10ms", "maxDelay": "20ms",
         "parent": {"address": "10.0.0.1:7400", "name": "site-a", "report": "slowest", "lostAfter": "5s"},
         "certificates": {"own": "any.pem", "privateKey": "any.pem", "trusted": "any.pem"},
         "federates": [
           {"name": "b", "config": "b.json", "required": false, "onLost": "restart", "restart": {"limit": 2}},
           {"name": "site-c", "step": "4ms", "lostAfter": "3s"}],
         "channels": [{"name": "pose", "from": "b/d/deep", "to": ["site-c/x"]}]}
        """;
    private static final List<String> ALL_VALID = List.of(VALID, VALID_IN_A_TREE);
    private static final String[] OTHERS = {"null", "true", "false", "0", "-1", "3", "1.5", "1e400", "-0.0",
        "9223372036854775807", "123456789012345678901234567890", "\"\"", "\" \"", "\"a\"", "\"lab\"", "\"10ms\"",
        "\"0s\"", "\"9223372036854775807ns\"", "\"1ns\"", "\"realtime\"", "\"drop\"", "\"\\u0000\"", "\"a\\nb\"",
        "\"\\ud83d\\ude00\"", "[]", "{}", "[[]]", "[null]", "[{}]", "{\"name\":\"drone\"}", "[\"sh\"]", "[1,\"a\"]"};

    private static final List<String> LIBRARY = List.of("jackson", "fasterxml", "java.", "feature", "exception",
        "source:", "token", "(code ", "start_", "end_", "ctrl-char", "marker", "jsonnode", "io.takt", "construct");

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.createFile(folder.resolve("any.pem"));
        Files.writeString(folder.resolve("b.json"), """
            {"hub": "b", "coreStep": "10ms", "maxDelay": "20ms", "parent": {"hub": "lab"},
             "federates": [{"name": "d", "config": "\\u0000"}]}""");
    }

    private static boolean isPlain(final String message) {
        final String lower = message.toLowerCase(Locale.ROOT);
        return LIBRARY.stream().noneMatch(lower::contains);
    }

    @Test
    void bytesMayBeDeletedReplacedAndInserted() throws IOException {
        final Random random = new Random(8);
        for (int i = 0; i < 4_000; i++) {
            byte[] bytes = ALL_VALID.get(i % 2).getBytes(StandardCharsets.UTF_8);
            for (int edits = random.nextInt(4); edits >= 0; edits--) {
                bytes = edited(bytes, random);
            }
            check(bytes);
        }
    }

    @Test
    void theFileMayEndAnywhere() throws IOException {
        for (final String valid : ALL_VALID) {
            final byte[] bytes = valid.getBytes(StandardCharsets.UTF_8);
            for (int length = 0; length <= bytes.length; length++) {
                check(Arrays.copyOf(bytes, length));
            }
        }
    }

    @Test
    void anythingMayStandAnywhere() throws IOException {
        final Random random = new Random(9);
        for (int i = 0; i < 4_000; i++) {
            final ObjectNode root = (ObjectNode) JSON.readTree(ALL_VALID.get(i % 2));
            for (int edits = random.nextInt(3); edits >= 0; edits--) {
                replaceOne(root, JSON.readTree(OTHERS[random.nextInt(OTHERS.length)]), random);
            }
            check(JSON.writeValueAsBytes(root));
        }
    }

    private static byte[] edited(final byte[] bytes, final Random random) {
        final String marks = "{}[]\",:0123456789.-eEnulstm\\t\n\u00e4";
        final StringBuilder text = new StringBuilder(new String(bytes, StandardCharsets.ISO_8859_1));
        final int at = random.nextInt(text.length());
        final char other = random.nextInt(3) == 0 ? (char) random.nextInt(256)
            : marks.charAt(random.nextInt(marks.length()));
        switch (random.nextInt(4)) {
            case 0 -> text.deleteCharAt(at);
            case 1 -> text.setCharAt(at, other);
            case 2 -> text.insert(at, other);
            default -> text.delete(at, Math.min(text.length() - 1, at + random.nextInt(20)));
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void replaceOne(final ObjectNode root, final JsonNode by, final Random random) {
        final List<Runnable> places = new ArrayList<>();
        collect(root, by, places);
        places.get(random.nextInt(places.size())).run();
    }

    private static void collect(final JsonNode node, final JsonNode by, final List<Runnable> places) {
        if (node instanceof ObjectNode object) {
            object.fieldNames().forEachRemaining(name -> {
                places.add(() -> object.set(name, by));
                collect(object.get(name), by, places);
            });
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                final int at = i;
                places.add(() -> array.set(at, by));
                collect(array.get(i), by, places);
            }
        }
    }

    private void check(final byte[] bytes) throws IOException {
        final Path file = Files.write(folder.resolve("c.json"), bytes);
        final ConfigReader.Result result;
        try {
            result = ConfigReader.read(file, new ProgramFinder(null, "/usr/bin:/bin"));
        } catch (final RuntimeException | Error e) {
            fail(new String(bytes, StandardCharsets.ISO_8859_1), e);
            return;
        }
        assertThat(result.problems()).hasSizeLessThanOrEqualTo(Problems.MOST + 1);
        for (final Problem problem : result.problems()) {
            assertThat(problem.line()).doesNotContain("\n").isNotBlank().hasSizeLessThan(600)
                .as("words of a library").matches(ConfigFuzzTest::isPlain);
            assertThat(problem.message()).isNotBlank();
        }
        if (result.problems().isEmpty()) {
            assertThat(result.config().coreStepNs()).isPositive();
            assertThat(result.config().maxDelayNs()).isGreaterThanOrEqualTo(result.config().coreStepNs());
            assertThat(result.config().speed()).isPositive();
            assertThat(result.config().assets()).allMatch(asset -> asset.steps() != null && asset.name() != null);
        }
        assertThat(result.isUsable(false)).isEqualTo(result.problems().isEmpty());
    }
}
