package io.takt.wrapper.series;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * A value in a cell of a file: JSON, or a text as it is where that would not be read as JSON. An empty cell is no
 * value.
 */
final class Cell {
    private static final ObjectMapper JSON = JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private Cell() {
    }

    /** Null for an empty cell. */
    static JsonNode read(final String cell) {
        if (cell.isEmpty()) {
            return null;
        }
        try {
            final JsonNode value = JSON.readTree(cell);
            return value.isMissingNode() ? JsonNodeFactory.instance.textNode(cell) : value;
        } catch (final JsonProcessingException e) {
            return JsonNodeFactory.instance.textNode(cell);
        }
    }

    /** {@link #read} gives the value back. */
    static String write(final JsonNode value) {
        return value.isTextual() && value.equals(read(value.textValue())) ? value.textValue() : value.toString();
    }
}
