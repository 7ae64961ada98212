package io.takt.shm.control;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.PropertyBindingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.takt.asset.HubState;
import io.takt.asset.OnHubLost;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.ValueSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns messages into lines of JSON and back. Stateless, usable from any thread. */
public final class ControlLine {
    /** Longest line that is taken, in bytes; a clocks event of ten thousand assets fits. */
    public static final int MAX_BYTES = 4 * 1024 * 1024;

    private static final int LONGEST_MESSAGE = 300;
    private static final int LONGEST_QUOTE = 40;

    private static final String OPS = Stream.of(Request.class.getAnnotation(JsonSubTypes.class).value())
        .map(JsonSubTypes.Type::name).collect(Collectors.joining(", "));

    /** Values are described by the configuration alone: in a join they are an unknown field. */
    @JsonIgnoreProperties("values")
    private interface WithoutValues {
    }

    /** Fields of values that are not said are left out. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties({"said", "conversion"})
    private interface SaidValues {
    }

    /** By a client: passes over the fields and events that later versions have in a hub's lines. */
    private static final ObjectMapper LENIENT = JsonMapper.builder()
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.FAIL_ON_INVALID_SUBTYPE)
        .build();

    private static final ObjectMapper JSON = JsonMapper.builder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
        .addMixIn(OutputSpec.class, WithoutValues.class)
        .addMixIn(InputSpec.class, WithoutValues.class)
        .addMixIn(ValueSpec.class, SaidValues.class)
        .build();

    private ControlLine() {
    }

    /** A line that is no message; the exception's message says why, in one line. */
    public static final class MalformedLineException extends Exception {
        private static final long serialVersionUID = 1L;

        private final long id;

        MalformedLineException(final long id, final String message) {
            super(oneLine(message));
            this.id = id;
        }

        /** {@return the id that the line gave itself; 0 when it has none, or none that can be told} */
        public long id() {
            return id;
        }
    }

    /**
     * Reads and writes once what comes and goes when an asset joins. The first time takes longer than all else in the
     * start of an asset; a hub has that behind it when the first one joins.
     */
    public static void prepare() {
        try {
            for (final Request request : List.of(new Request.Doorbell(1), Request.Join.of(2, "a"),
                new Request.Ready(3, "a"))) {
                readRequest(JSON.writeValueAsString(request));
            }
        } catch (final JsonProcessingException | MalformedLineException e) {
            throw new IllegalStateException("a message that cannot be read back", e);
        }
        write(Reply.doorbell(1, new Reply.Doorbell(1, 2, 3, 4)));
        write(Reply.joined(2, new Reply.Joined("h", "", 1, 1, 1, 1, 1, null, null, 0, WaitStrategy.ADAPTIVE,
            OnHubLost.EXIT, new Reply.AssetCounters("a", 1, 0, 1, 2, 3, null, null), 0, HubState.WAITING, null, null)));
        write(Reply.done(3));
    }

    /**
     * Writes a message.
     *
     * @param message a {@link Request}, {@link Reply} or {@link Event}.
     * @return one line with its line feed, UTF-8.
     */
    public static ByteBuffer write(final Object message) {
        try {
            return ByteBuffer.wrap((JSON.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("not a message: " + message, e);
        }
    }

    /**
     * Reads what a client wrote.
     *
     * @param line without its line feed.
     * @return the request.
     * @throws MalformedLineException when it is none.
     */
    public static Request readRequest(final String line) throws MalformedLineException {
        final JsonNode node = read(line, JsonNode.class);
        if (!node.isObject()) {
            throw new MalformedLineException(0, "a line holds one JSON object, such as {\"op\":\"status\"}");
        }
        try {
            return JSON.treeToValue(node, Request.class);
        } catch (final JsonProcessingException e) {
            throw new MalformedLineException(idOf(node), explain(e));
        }
    }

    /** The id of a line that is no request; 0 when it is no whole number of 64 bits, which cannot be given back. */
    private static long idOf(final JsonNode line) {
        final JsonNode id = line.path("id");
        return id.isIntegralNumber() && id.canConvertToLong() ? id.longValue() : 0;
    }

    /**
     * Reads what a hub wrote.
     *
     * @param line without its line feed.
     * @return the reply or event; null for an event of a later version.
     * @throws MalformedLineException when it is neither.
     */
    public static FromHub readFromHub(final String line) throws MalformedLineException {
        final JsonNode node = read(line, JsonNode.class);
        try {
            return node.has("event") ? LENIENT.treeToValue(node, Event.class) : LENIENT.treeToValue(node, Reply.class);
        } catch (final JsonProcessingException e) {
            throw new MalformedLineException(0, explain(e));
        }
    }

    private static <T> T read(final String line, final Class<T> type) throws MalformedLineException {
        try {
            return JSON.readValue(line, type);
        } catch (final JsonProcessingException e) {
            final JsonProblem problem = JsonProblem.of(line);
            throw new MalformedLineException(0, problem == null ? explain(e)
                : "not JSON: column " + problem.column() + ": " + problem.text());
        }
    }

    private static String explain(final JsonProcessingException e) {
        if (e instanceof PropertyBindingException unknown) {
            return "unknown field '" + unknown.getPropertyName() + "'; known here are "
                + unknown.getKnownPropertyIds();
        }
        if (e instanceof InvalidTypeIdException unknown) {
            return (unknown.getTypeId() == null ? "the field 'op' is missing"
                : "unknown op " + quoted(unknown.getTypeId())) + "; known are " + OPS;
        }
        if (e instanceof MismatchedInputException mismatch) {
            return "the value of " + (mismatch.getPath().isEmpty() ? "a field" : field(mismatch))
                + " is of the wrong kind or size";
        }
        if (e.getCause() instanceof InputCoercionException && e instanceof JsonMappingException number
            && !number.getPath().isEmpty()) {
            return "the value of " + field(number) + " is of the wrong kind or size";
        }
        // A message's own check of its values has a text for people; anything else comes from the library.
        if (e.getCause() instanceof IllegalArgumentException own && own.getMessage() != null) {
            return own.getMessage();
        }
        return e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()
            ? "the value of " + field(mapping) + " is not complete" : "this is no message that can be read";
    }

    /** Where in a line a value stands, such as {@code outputs[0].maxBytes}. */
    private static String field(final JsonMappingException e) {
        final StringBuilder path = new StringBuilder();
        for (final JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return "the field '" + path + "'";
    }

    private static String quoted(final String text) {
        return "'" + (text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...") + "'";
    }

    private static String oneLine(final String message) {
        final String line = message.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "...";
    }
}
