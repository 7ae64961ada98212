package io.takt.wrapper.kit.value;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.takt.asset.message.Codec;
import java.io.IOException;
import java.util.Base64;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The type of a channel's values: how their bytes are written as JSON, and read from it. Numbers that JSON has no words
 * for are the texts {@code "NaN"}, {@code "Infinity"} and {@code "-Infinity"}. For any thread.
 */
public enum ValueType {
    /** Any JSON, in UTF-8, as {@link Codec#json} has it: fields in the order of their names. */
    JSON {
        @Override
        public int write(final JsonNode value, final MutableDirectBuffer into) {
            requireFinite(value);
            try {
                return Codec.bytes().encode(MAPPER.writeValueAsBytes(MAPPER.treeToValue(value, Object.class)), into);
            } catch (final JsonProcessingException e) {
                throw new IllegalArgumentException("cannot be written as JSON", e);
            }
        }

        @Override
        public JsonNode read(final DirectBuffer from, final int index, final int length) {
            final byte[] bytes = Codec.bytes().decode(from, index, length);
            try {
                final JsonNode value = MAPPER.readTree(bytes);
                if (!value.isMissingNode()) {
                    return value;
                }
            } catch (final IOException e) {
                throw new IllegalArgumentException(noJson(length), e);
            }
            throw new IllegalArgumentException(noJson(length));
        }

        private String noJson(final int length) {
            return "a message of " + length + " bytes is no JSON; name the type of the channel's values";
        }
    },

    /** A text, in UTF-8, as {@link Codec#text} has it. */
    TEXT {
        @Override
        public int write(final JsonNode value, final MutableDirectBuffer into) {
            return Codec.text().encode(require(value.isTextual(), value, "a text").textValue(), into);
        }

        @Override
        public JsonNode read(final DirectBuffer from, final int index, final int length) {
            return NODES.textNode(Codec.text().decode(from, index, length));
        }
    },

    /** A number, as {@link Codec#oneDouble} has it. */
    DOUBLE {
        @Override
        public int write(final JsonNode value, final MutableDirectBuffer into) {
            return Codec.oneDouble().encode(number(value), into);
        }

        @Override
        public JsonNode read(final DirectBuffer from, final int index, final int length) {
            return node(Codec.oneDouble().decode(from, index, length));
        }
    },

    /** A list of numbers, as {@link Codec#doubles} has them. */
    DOUBLES {
        @Override
        public int write(final JsonNode value, final MutableDirectBuffer into) {
            final double[] row = new double[list(value, "numbers").size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = number(value.get(i));
            }
            return Codec.doubles().encode(row, into);
        }

        @Override
        public JsonNode read(final DirectBuffer from, final int index, final int length) {
            final ArrayNode row = NODES.arrayNode();
            for (final double each : Codec.doubles().decode(from, index, length)) {
                row.add(node(each));
            }
            return row;
        }
    },

    /** A whole number, as {@link Codec#oneLong} has it. */
    LONG {
        @Override
        public int write(final JsonNode value, final MutableDirectBuffer into) {
            return Codec.oneLong().encode(wholeNumber(value), into);
        }

        @Override
        public JsonNode read(final DirectBuffer from, final int index, final int length) {
            return NODES.numberNode(Codec.oneLong().decode(from, index, length));
        }
    },

    /** A list of whole numbers, as {@link Codec#longs} has them. */
    LONGS {
        @Override
        public int write(final JsonNode value, final MutableDirectBuffer into) {
            final long[] row = new long[list(value, "whole numbers").size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = wholeNumber(value.get(i));
            }
            return Codec.longs().encode(row, into);
        }

        @Override
        public JsonNode read(final DirectBuffer from, final int index, final int length) {
            final ArrayNode row = NODES.arrayNode();
            for (final long each : Codec.longs().decode(from, index, length)) {
                row.add(each);
            }
            return row;
        }
    },

    /** Any bytes, as a text in Base64 (RFC 4648, section 4). */
    BYTES {
        @Override
        public int write(final JsonNode value, final MutableDirectBuffer into) {
            final String text = require(value.isTextual(), value, "a text in Base64").textValue();
            try {
                return Codec.bytes().encode(Base64.getDecoder().decode(text), into);
            } catch (final IllegalArgumentException e) {
                throw new IllegalArgumentException(shown(value) + " is no Base64", e);
            }
        }

        @Override
        public JsonNode read(final DirectBuffer from, final int index, final int length) {
            return NODES.textNode(Base64.getEncoder().encodeToString(Codec.bytes().decode(from, index, length)));
        }
    };

    private static final ObjectMapper MAPPER =
        JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MOST_SHOWN = 60;

    /**
     * Writes a value as the bytes of a message.
     *
     * @param value as JSON.
     * @param into  grows as it must; begins at 0.
     * @return how many bytes were written.
     * @throws IllegalArgumentException when the value is of another type; says in one line what it is and what would
     *                                  be right.
     */
    public abstract int write(JsonNode value, MutableDirectBuffer into);

    /**
     * Reads the bytes of a message.
     *
     * @param from   that holds them.
     * @param index  of the first.
     * @param length how many there are.
     * @return the value as JSON.
     * @throws IllegalArgumentException when they are no such value; says so in one line.
     */
    public abstract JsonNode read(DirectBuffer from, int index, int length);

    /**
     * The type as users write it.
     *
     * @return its name in small letters.
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The type that users name so.
     *
     * @param word as of {@link #word}.
     * @return the type.
     * @throws IllegalArgumentException when there is none, with those that there are.
     */
    public static ValueType of(final String word) {
        return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no type '" + word + "' of values; there are "
                + Stream.of(values()).map(ValueType::word).collect(Collectors.joining(", "))));
    }

    private static JsonNode require(final boolean isRight, final JsonNode value, final String right) {
        if (!isRight) {
            throw new IllegalArgumentException(shown(value) + " is not " + right);
        }
        return value;
    }

    private static String shown(final JsonNode value) {
        final String text = value.toString();
        return text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + " ..." : text;
    }

    private static JsonNode list(final JsonNode value, final String of) {
        return require(value.isArray(), value, "a list of " + of);
    }

    /**
     * Reads a number.
     *
     * @param value as JSON.
     * @return the number; NaN and the infinite ones for their texts.
     * @throws IllegalArgumentException when it is something else, in one line.
     */
    public static double number(final JsonNode value) {
        if (value.isNumber()) {
            return requireFinite(value).doubleValue();
        }
        return switch (value.isTextual() ? value.textValue() : "") {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw new IllegalArgumentException(
                shown(value) + " is not a number, nor \"NaN\", \"Infinity\" or \"-Infinity\"");
        };
    }

    private static long wholeNumber(final JsonNode value) {
        return require(value.isIntegralNumber() && value.canConvertToLong(), value, "a whole number of 64 bits")
            .longValue();
    }

    /**
     * Writes a number.
     *
     * @param number any.
     * @return the number as JSON; for NaN and the infinite ones their texts.
     */
    public static JsonNode node(final double number) {
        return Double.isFinite(number) ? NODES.numberNode(number) : NODES.textNode(Double.toString(number));
    }

    /** JSON has no such number, but Jackson makes one of 1e999. */
    private static JsonNode requireFinite(final JsonNode value) {
        if (value.isNumber() && !Double.isFinite(value.doubleValue())) {
            throw new IllegalArgumentException("a number is larger than a double can be");
        }
        value.forEach(ValueType::requireFinite);
        return value;
    }
}
