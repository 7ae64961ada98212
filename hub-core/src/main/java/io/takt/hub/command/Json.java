package io.takt.hub.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** One object on one line, for programs that read. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {
    }

    /**
     * Writes an object.
     *
     * @param value that Jackson can write.
     * @return its JSON, without a line break.
     */
    public static String line(final Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value, e);
        }
    }
}
