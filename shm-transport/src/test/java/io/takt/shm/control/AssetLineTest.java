package io.takt.shm.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.Unit;
import io.takt.asset.message.ValueSpec;
import io.takt.shm.control.ControlLine.MalformedLineException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that an asset writes and reads without a library, against the results of Jackson for the same. */
@Tag("long")
class AssetLineTest {
    private static final int TRIES = 300;

    private static final ObjectMapper STRICT = JsonMapper.builder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();

    private static final String CHARACTERS = "ab\u20ac\ud83d\ude00\"\\/\b\n\r\t\f\u0000\u001f\u007f\u2028 '<{[";

    private final Random random = new Random(18);

    @Test
    void everyRequestIsWrittenAsByJackson() throws Exception {
        for (final Class<?> kind : Request.class.getPermittedSubclasses()) {
            for (int i = 0; i < TRIES; i++) {
                final Request request = (Request) made(kind);

                final String line = line(AssetLine.write(request));

                assertThat(line).isEqualTo(line(ControlLine.write(request)));
                assertThat(ControlLine.readRequest(line)).isEqualTo(request);
            }
        }
    }

    @Test
    void everyReplyAndEventIsReadAsByJackson() throws Exception {
        final List<Class<?>> kinds = new ArrayList<>(List.of(Event.class.getPermittedSubclasses()));
        kinds.add(Reply.class);
        for (final Class<?> kind : kinds) {
            for (int i = 0; i < TRIES; i++) {
                final Object message = made(kind);

                assertThat(AssetLine.readFromHub(line(ControlLine.write(message)))).isEqualTo(message);
            }
        }
    }

    @Test
    void aMissingFieldIsEmptyAndANewOneIsPassedOver() throws Exception {
        for (final String line : List.of("{}", "{\"id\":null,\"ok\":null,\"error\":null,\"joined\":null}",
            "{\"id\":3,\"ok\":true,\"nope\":[{\"a\":1e400}]}", "{\"joined\":{},\"doorbell\":{},\"tapped\":[]}",
            "{\"joined\":{\"clocks\":{\"messages\":{\"inputs\":[{}],\"outputs\":[{},null]}}}}",
            "{\"event\":\"reset\",\"x\":{}}", "{\"event\":\"clocks\"}", "{\"event\":\"clocks\",\"assets\":[null]}",
            "{\"event\":\"state\"}", "{\"event\":\"nope\",\"x\":1}", "{\"event\":\"tapped\",\"asset\":{}}",
            "{\"status\":{\"a\":[1,null]},\"id\":2,\"ok\":true}", " {\t\"ok\" : true ,\"id\":-7 }\r",
            "{\"id\":1,\"error\":\"\\u20ac\\ud83d\\ude00\\\\\\/\\\"\\b\\f\\n\\r\\t\"}")) {
            assertThat(AssetLine.readFromHub(line)).as(line).isEqualTo(ControlLine.readFromHub(line));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "x", "[]", "3", "null", "\"a\"", "{", "}", "{\"id\"", "{\"id\":", "{\"id\":1",
        "{\"id\":1}}", "{\"id\":1 2}", "{\"id\":1 \"ok\":true}", "{\"id\" 1}", "{id:1}", "{'id':1}", "{\"id\":-}",
        "{\"id\":1.}", "{\"id\":.5}", "{\"id\":1e}", "{\"id\":99999999999999999999}", "{\"id\":{}}",
        "{\"id\":1.5}", "{\"id\":NaN}", "{\"ok\":tru}", "{\"ok\":truex}", "{\"ok\":1}",
        "{\"error\":\"\\u12g4\"}", "{\"error\":\"\\u12", "{\"error\":\"a",
        "{\"error\":\"\\", "{\"error\":3}", "{\"joined\":3}", "{\"tapped\":{}}", "{\"tapped\":[3]}",
        "{\"doorbell\":{\"sleepCounter\":2147483648}}", "{\"event\":\"state\",\"state\":\"NOPE\"}", "{\"id\":1}\u00a0",
        "{\"event\":\"clocks\",\"assets\":3}", "{\"event\":3}", "/*a*/{}", "{}//", "\ufeff{}"})
    void aLineThatNoHubWritesIsReportedInOneClearLine(final String line) {
        try {
            fail("taken: " + AssetLine.readFromHub(line));
        } catch (final MalformedLineException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n", "\r", "Exception", "io.takt");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "{\"a\":[{\"b\":"})
    void deepNestingIsRefusedLikeAnythingElse(final String deeper) {
        aLineThatNoHubWritesIsReportedInOneClearLine(deeper.repeat(100_000));
        aLineThatNoHubWritesIsReportedInOneClearLine("{\"id\":" + "1".repeat(100_000) + "}");
    }

    /** All valid JSON is taken, with the same value. */
    @Test
    void noTextIsReadOtherwiseThanByJackson() throws Exception {
        final List<String> seeds = seeds();
        int taken = 0;
        for (int i = 0; i < 30_000; i++) {
            final String text = mutated(seeds);
            final JsonNode expected = jackson(text);
            final Object value;
            try {
                value = JsonReader.read(text);
            } catch (final MalformedLineException e) {
                assertThat(expected).as("%s: %s", text, e.getMessage()).isNull();
                continue;
            }
            if (expected != null) {
                assertThat(value).as(text).isEqualTo(plain(expected));
                taken++;
            }
        }
        assertThat(taken).isGreaterThan(1_000);
    }

    @Test
    void noLineIsTakenForAnotherMessageThanByJackson() throws Exception {
        final List<String> seeds = seeds();
        int taken = 0;
        for (int i = 0; i < 30_000; i++) {
            final String line = mutated(seeds);
            final FromHub message;
            try {
                message = AssetLine.readFromHub(line);
            } catch (final MalformedLineException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
                continue;
            }
            if (jackson(line) != null) {
                assertThat(message).as(line).isEqualTo(ControlLine.readFromHub(line));
                taken++;
            }
        }
        assertThat(taken).isGreaterThan(1_000);
    }

    private List<String> seeds() throws Exception {
        final List<String> seeds = new ArrayList<>(List.of("[1,2.5,-0,1e5,true,false,null,\"\\u00e9\",{}]"));
        final List<Class<?>> kinds = new ArrayList<>(List.of(Event.class.getPermittedSubclasses()));
        kinds.add(Reply.class);
        for (int i = 0; i < 10; i++) {
            for (final Class<?> kind : kinds) {
                seeds.add(line(ControlLine.write(made(kind))));
            }
        }
        return seeds;
    }

    private String mutated(final List<String> seeds) {
        final StringBuilder line = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
        final String marks = "{}[]\",:0123456789.-+eEnultrfas\\/\t\u0000\u20ac \r";
        for (int edits = random.nextInt(3); edits >= 0; edits--) {
            final int at = random.nextInt(line.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> line.insert(at, marks.charAt(random.nextInt(marks.length())));
                case 1 -> line.delete(at, Math.min(line.length(), at + 1 + random.nextInt(3)));
                case 2 -> line.replace(at, Math.min(line.length(), at + 1),
                    marks.substring(random.nextInt(marks.length())).substring(0, 1));
                default -> {
                    final String other = seeds.get(random.nextInt(seeds.size()));
                    line.insert(at, other, 0, random.nextInt(other.length() + 1));
                }
            }
        }
        return line.toString();
    }

    /** Null when it is no JSON. */
    private static JsonNode jackson(final String text) {
        try {
            final JsonNode node = STRICT.readTree(text);
            return node == null || node.isMissingNode() ? null : node;
        } catch (final JsonProcessingException | NumberFormatException e) {
            return null;
        }
    }

    private static Object plain(final JsonNode node) {
        if (node.isObject()) {
            final Map<String, Object> fields = new LinkedHashMap<>();
            node.fieldNames().forEachRemaining(name -> fields.put(name, plain(node.get(name))));
            return fields;
        } else if (node.isArray()) {
            final List<Object> elements = new ArrayList<>();
            node.forEach(each -> elements.add(plain(each)));
            return elements;
        } else if (node.isTextual()) {
            return node.textValue();
        } else if (node.isBoolean()) {
            return node.booleanValue();
        } else if (node.isNull()) {
            return null;
        }
        if (node.canConvertToLong() && node.isIntegralNumber()) {
            return node.longValue();
        }
        return node.doubleValue();
    }

    /** Any value of a type, as the records of the protocol have them. */
    private Object made(final Type type) throws Exception {
        if (type instanceof ParameterizedType list) {
            final List<Object> elements = new ArrayList<>();
            for (int left = random.nextInt(4); left > 0; left--) {
                elements.add(made(list.getActualTypeArguments()[0]));
            }
            return elements;
        }
        final Class<?> kind = (Class<?>) type;
        if (kind == long.class || kind == Long.class) {
            return random.nextInt(4) == 0 ? random.nextInt(3) : random.nextLong();
        } else if (kind == int.class || kind == Integer.class) {
            return random.nextInt(4) == 0 ? random.nextInt(3) - 1 : random.nextInt();
        } else if (kind == boolean.class || kind == Boolean.class) {
            return random.nextBoolean();
        } else if (kind == double.class) {
            return random.nextInt(4) == 0 ? random.nextInt(3) : random.nextDouble() * Math.pow(10, random.nextInt(40));
        } else if (kind == String.class) {
            return text();
        } else if (kind == JsonNode.class) {
            return random.nextBoolean() ? null : STRICT.createObjectNode().put(text(), random.nextLong());
        } else if (kind == OutputSpec.class) {
            return OutputSpec.named(name()).maxBytes(random.nextInt(OutputSpec.MOST_BYTES));
        } else if (kind == InputSpec.class) {
            return InputSpec.of(name(), name(), Delivery.GATED).delayNs(random.nextLong() >>> 2)
                .jitterNs(random.nextLong() >>> 2).loss(random.nextDouble());
        } else if (kind == Unit.class) {
            return new Unit(text(), text(), 1 + random.nextDouble(), random.nextDouble() - 0.5);
        } else if (kind.isEnum()) {
            return kind.getEnumConstants()[random.nextInt(kind.getEnumConstants().length)];
        }
        return madeOfComponents(kind);
    }

    private Object madeOfComponents(final Class<?> kind) throws Exception {
        final RecordComponent[] components = kind.getRecordComponents();
        assertThat(components).as("%s is no record: say here how one is made", kind).isNotNull();
        final Class<?>[] types = new Class<?>[components.length];
        final Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            // Fields that may be left out in a line are null; other lines leave out nothing.
            values[i] = !types[i].isPrimitive() && random.nextInt(5) == 0 && mayBeNull(kind) ? null
                : made(components[i].getGenericType());
        }
        return kind.getDeclaredConstructor(types).newInstance(values);
    }

    private static boolean mayBeNull(final Class<?> kind) {
        return kind == Reply.class || kind == Reply.Joined.class || kind == Reply.AssetCounters.class
            || kind == Event.State.class || kind == ValueSpec.class || kind == Request.Join.class;
    }

    private String text() {
        final StringBuilder text = new StringBuilder("a");
        for (int left = random.nextInt(12); left > 0; left--) {
            text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
        }
        // Halves of pairs are no UTF-8.
        return new String(text.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private String name() {
        return "n" + new BigInteger(20, random);
    }

    private static String line(final ByteBuffer bytes) {
        final String text = StandardCharsets.UTF_8.decode(bytes).toString();
        assertThat(text).endsWith("\n").doesNotContain("\r");
        return text.substring(0, text.length() - 1);
    }
}
