package io.takt.mcap.play;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.takt.mcap.file.McapReader.Message;
import io.takt.mcap.file.McapReader.Topic;
import io.takt.wrapper.kit.value.ValueType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;

/** How the values in messages of a topic are read; the reverse of what an export writes. For any thread. */
enum Decoding {
    /** The field {@code value} of an object that has no other, else the object. */
    JSON {
        @Override
        JsonNode read(final Message message, final ValueType type) {
            final JsonNode object;
            try {
                object = MAPPER.readTree(message.bytes(), message.from(), message.length());
            } catch (final IOException e) {
                throw new IllegalArgumentException("a message of " + message.length() + " bytes is no JSON", e);
            }
            if (object.isMissingNode()) {
                throw new IllegalArgumentException("a message of " + message.length() + " bytes is no JSON");
            }
            return object.isObject() && object.size() == 1 && object.has("value") ? object.get("value") : object;
        }
    },

    /** A message of ROS 2's package std_msgs, in CDR. */
    ROS2 {
        @Override
        JsonNode read(final Message message, final ValueType type) {
            final String name = message.topic().schemaName();
            final JsonNode data = CdrReader.data(name.substring(name.lastIndexOf('/') + 1), message.bytes(),
                message.from(), message.length());
            return switch (type) {
                case JSON -> data.isTextual() && name.endsWith("/String") ? json(data) : data;
                case BYTES -> data.isArray() ? bytes(data) : data;
                default -> data;
            };
        }

        /** An export writes JSON as a text. */
        private JsonNode json(final JsonNode text) {
            try {
                final JsonNode value = MAPPER.readTree(text.textValue());
                return value.isMissingNode() ? text : value;
            } catch (final JsonProcessingException e) {
                return text;
            }
        }

        private JsonNode bytes(final JsonNode list) {
            final byte[] bytes = new byte[list.size()];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) list.get(i).intValue();
            }
            return text(bytes);
        }
    },

    /** The bytes as they are. */
    BYTES {
        @Override
        JsonNode read(final Message message, final ValueType type) {
            return text(Arrays.copyOfRange(message.bytes(), message.from(), message.from() + message.length()));
        }
    };

    private static final ObjectMapper MAPPER =
        JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    private static final Pattern STD_MSGS = Pattern.compile("std_msgs/(msg/)?\\w+");
    /** Those of them that have a value. */
    private static final Pattern WITH_DATA =
        Pattern.compile(".*/(String|Bool|Byte|Char|U?Int(8|16|32|64)|Float(32|64))(MultiArray)?");

    /**
     * Reads a message.
     *
     * @param type in which the value is to go on.
     * @throws IllegalArgumentException when it is none, in one line.
     */
    abstract JsonNode read(Message message, ValueType type);

    /** As JSON has bytes. */
    static JsonNode text(final byte[] bytes) {
        return JsonNodeFactory.instance.textNode(new String(Base64.getEncoder().encode(bytes),
            StandardCharsets.US_ASCII));
    }

    /** That of a topic whose values are to go on in a type; null where it takes the type {@code bytes}. */
    static Decoding of(final Topic topic, final ValueType type) {
        if (topic.encoding().equals("json")) {
            return JSON;
        }
        if (topic.encoding().equals("cdr") && STD_MSGS.matcher(topic.schemaName()).matches()
            && (type != ValueType.BYTES || WITH_DATA.matcher(topic.schemaName()).matches())) {
            return ROS2;
        }
        return type == ValueType.BYTES ? BYTES : null;
    }
}
