package io.takt.mcap.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.takt.wrapper.kit.value.ValueType;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** How the values of a type are written into an MCAP file, and its schema. For any thread. */
enum Encoding {
    /** One object of JSON: an object as it is, anything else as its field {@code value}. */
    JSON("json", "jsonschema", "") {
        @Override
        String schemaName(final ValueType type) {
            return "takt." + type.word();
        }

        @Override
        String schema(final ValueType type) {
            return switch (type) {
                case JSON -> "{\"type\":\"object\"}";
                case TEXT -> value("{\"type\":\"string\"}");
                // NaN and the infinite ones are texts.
                case DOUBLE -> value("{\"type\":[\"number\",\"string\"]}");
                case DOUBLES -> value(list("[\"number\",\"string\"]"));
                case LONG -> value("{\"type\":\"integer\"}");
                case LONGS -> value(list("\"integer\""));
                case BYTES -> value("{\"type\":\"string\",\"contentEncoding\":\"base64\"}");
            };
        }

        private String value(final String schema) {
            return "{\"type\":\"object\",\"properties\":{\"value\":" + schema + "},\"required\":[\"value\"]}";
        }

        private String list(final String of) {
            return "{\"type\":\"array\",\"items\":{\"type\":" + of + "}}";
        }

        @Override
        byte[] message(final ValueType type, final byte[] bytes) {
            final JsonNode value = read(type, bytes);
            final JsonNode object =
                value.isObject() ? value : JsonNodeFactory.instance.objectNode().set("value", value);
            return object.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        String topic(final String asset, final String channel) {
            return asset + "/" + channel;
        }
    },

    /** A message of ROS 2's package std_msgs, in CDR. */
    ROS2("cdr", "ros2msg", "ros2") {
        @Override
        String schemaName(final ValueType type) {
            return "std_msgs/msg/" + switch (type) {
                case JSON, TEXT -> "String";
                case DOUBLE -> "Float64";
                case DOUBLES -> "Float64MultiArray";
                case LONG -> "Int64";
                case LONGS -> "Int64MultiArray";
                case BYTES -> "UInt8MultiArray";
            };
        }

        @Override
        String schema(final ValueType type) {
            return switch (type) {
                case JSON, TEXT -> "string data\n";
                case DOUBLE -> "float64 data\n";
                case LONG -> "int64 data\n";
                case DOUBLES -> list("float64");
                case LONGS -> list("int64");
                case BYTES -> list("uint8");
            };
        }

        private String list(final String of) {
            final String line = "=".repeat(80) + "\n";
            return "MultiArrayLayout layout\n" + of + "[] data\n"
                + line + "MSG: std_msgs/MultiArrayLayout\nMultiArrayDimension[] dim\nuint32 data_offset\n"
                + line + "MSG: std_msgs/MultiArrayDimension\nstring label\nuint32 size\nuint32 stride\n";
        }

        @Override
        byte[] message(final ValueType type, final byte[] bytes) {
            final JsonNode value = read(type, bytes);
            final Cdr cdr = new Cdr();
            switch (type) {
                case JSON -> cdr.text(value.toString());
                case TEXT -> cdr.text(value.textValue());
                case DOUBLE -> cdr.float64(ValueType.number(value));
                case LONG -> cdr.int64(value.longValue());
                case BYTES -> cdr.layout().u32(bytes.length).raw(bytes);
                case DOUBLES -> {
                    cdr.layout().u32(value.size());
                    value.forEach(each -> cdr.float64(ValueType.number(each)));
                }
                case LONGS -> {
                    cdr.layout().u32(value.size());
                    value.forEach(each -> cdr.int64(each.longValue()));
                }
            }
            return cdr.bytes();
        }

        /** Names in ROS 2 have letters, digits and underscores, and begin with no digit. */
        @Override
        String topic(final String asset, final String channel) {
            return ("/" + asset + "/" + channel).replaceAll("[^A-Za-z0-9_/]", "_").replaceAll("/(?=[0-9])", "/_");
        }
    };

    private final String messages;
    private final String schemas;
    private final String profile;

    Encoding(final String messages, final String schemas, final String profile) {
        this.messages = messages;
        this.schemas = schemas;
        this.profile = profile;
    }

    /** Of messages, as MCAP names it. */
    String messages() {
        return messages;
    }

    /** Of schemas, as MCAP names it. */
    String schemas() {
        return schemas;
    }

    /** Of the file. */
    String profile() {
        return profile;
    }

    abstract String schemaName(ValueType type);

    abstract String schema(ValueType type);

    /** Throws IllegalArgumentException, in one line, when the bytes are not of that type. */
    abstract byte[] message(ValueType type, byte[] bytes);

    abstract String topic(String asset, String channel);

    static JsonNode read(final ValueType type, final byte[] bytes) {
        final DirectBuffer buffer = new UnsafeBuffer(bytes);
        return type.read(buffer, 0, bytes.length);
    }
}
