package io.takt.shm.message;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.takt.asset.message.Codec;
import io.takt.asset.message.JsonCodecs;
import java.io.IOException;
import java.util.stream.Collectors;

/** Messages as JSON by Jackson, whose own words no user gets to see. */
public final class JacksonCodecs implements JsonCodecs {
    private static final ObjectMapper JSON = JsonMapper.builder()
        .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .build();

    /** For the service loader. */
    public JacksonCodecs() {
        // It has no state.
    }

    @Override
    public <T> Codec<T> of(final Class<T> type) {
        return Codec.of(value -> write(value, type), bytes -> read(bytes, type));
    }

    private static byte[] write(final Object value, final Class<?> type) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException(
                "a " + type.getSimpleName() + " cannot be written as JSON" + where(e), e);
        }
    }

    private static <T> T read(final byte[] bytes, final Class<T> type) {
        try {
            return JSON.readValue(bytes, type);
        } catch (final JsonParseException e) {
            throw new IllegalArgumentException("a message of " + bytes.length + " bytes is no JSON"
                + (e.getLocation() == null ? "" : ", from column " + e.getLocation().getColumnNr() + " on"), e);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("JSON of " + bytes.length + " bytes does not fit "
                + type.getSimpleName() + where(e), e);
        } catch (final IOException e) { // Bytes that begin like a text in UTF-32, and are none.
            throw new IllegalArgumentException("a message of " + bytes.length + " bytes is no JSON", e);
        }
    }

    /** Such as {@code : at legs.0.speed}. */
    private static String where(final JsonProcessingException e) {
        if (!(e instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
            return "";
        }
        return ": at " + mapping.getPath().stream()
            .map(step -> step.getFieldName() == null ? String.valueOf(step.getIndex()) : step.getFieldName())
            .collect(Collectors.joining("."));
    }
}
