package io.takt.wrapper.program;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * One line of the program.
 *
 * @param messages  that it sends.
 * @param reachedNs how far it went, or null for all of the step.
 * @param stop      why the run is to end in good order, or null.
 * @param error     why the program cannot go on, or null.
 */
record Answer(List<Sent> messages, Long reachedNs, String stop, String error) {
    private static final String OTHER_TEXT = "an answer is one JSON object, and other text belongs to standard error";
    private static final ObjectMapper JSON = JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    /**
     * A message that the program sends.
     *
     * @param channel its name.
     * @param value   as JSON.
     * @param stampNs or null for the end of the step.
     */
    record Sent(String channel, JsonNode value, Long stampNs) {
    }

    /** Reads the line at which a reader stands. */
    static Answer read(final LineReader line) throws WrapperException {
        try {
            return of(JSON.readTree(line.bytes(), line.begin(), line.length()));
        } catch (final JsonProcessingException e) {
            throw new WrapperException("line " + line.number() + " of the program's output is no JSON"
                + (e.getLocation() == null ? "" : ", from column " + e.getLocation().getColumnNr() + " on") + ": "
                + line.shown() + "; " + advice(e.getOriginalMessage()), e);
        } catch (final IOException e) { // Bytes that begin like a text in UTF-32, and are none.
            throw new WrapperException("line " + line.number() + " of the program's output is no JSON: " + line.shown()
                + "; " + OTHER_TEXT, e);
        } catch (final IllegalArgumentException e) {
            throw new WrapperException("line " + line.number() + " of the program's output: " + e.getMessage(), e);
        }
    }

    private static String advice(final String parserSays) {
        return parserSays.startsWith("Non-standard token")
            ? "JSON has no such number: on a channel of type double or doubles write it as a text, as \"NaN\""
            : parserSays.startsWith("Duplicate field") ? "an object has a field once"
            : OTHER_TEXT;
    }

    private static Answer of(final JsonNode answer) {
        requireObject("an answer", answer, "messages", "reachedNs", "stop", "error");
        final List<Sent> sent = new ArrayList<>();
        final JsonNode messages = answer.get("messages");
        if (messages != null) {
            if (!messages.isArray()) {
                throw new IllegalArgumentException("'messages' is a list, and here it is " + shown(messages));
            }
            for (final JsonNode each : messages) {
                requireObject("a message", each, "channel", "value", "stampNs");
                final String channel = text(each, "channel");
                if (channel == null || !each.has("value")) {
                    throw new IllegalArgumentException("a message has a channel and a value, and here is "
                        + shown(each));
                }
                sent.add(new Sent(channel, each.get("value"), time(each, "stampNs")));
            }
        }
        return new Answer(sent, time(answer, "reachedNs"), text(answer, "stop"), text(answer, "error"));
    }

    private static void requireObject(final String what, final JsonNode value, final String... fields) {
        if (!value.isObject()) {
            throw new IllegalArgumentException(what + " is a JSON object, and here it is " + shown(value));
        }
        for (final Iterator<String> names = value.fieldNames(); names.hasNext();) {
            final String name = names.next();
            if (!List.of(fields).contains(name)) {
                throw new IllegalArgumentException(what + " has no field '" + name + "'; there may be "
                    + String.join(", ", fields));
            }
        }
    }

    private static String text(final JsonNode object, final String field) {
        final JsonNode value = object.get(field);
        if (value != null && !value.isTextual()) {
            throw new IllegalArgumentException("'" + field + "' is a text, and here it is " + shown(value));
        }
        return value == null ? null : value.textValue();
    }

    private static Long time(final JsonNode object, final String field) {
        final JsonNode value = object.get(field);
        if (value != null && !(value.isIntegralNumber() && value.canConvertToLong())) {
            throw new IllegalArgumentException("'" + field + "' is a whole number of nanoseconds, and here it is "
                + shown(value));
        }
        return value == null ? null : value.longValue();
    }

    private static String shown(final JsonNode value) {
        final String text = value.isMissingNode() ? "nothing" : value.toString();
        return text.length() > 60 ? text.substring(0, 60) + " ..." : text;
    }
}
