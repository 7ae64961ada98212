package io.takt.mcap.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.takt.wrapper.kit.value.ValueType;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads the field {@code data} of a message of ROS 2's package std_msgs in CDR: a text, a truth, a number, or the
 * numbers of a MultiArray. Owned by one thread.
 */
final class CdrReader {
    private static final int HEADER_LENGTH = 4;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String ARRAY = "MultiArray";

    private final ByteBuffer buffer;

    private CdrReader(final byte[] bytes, final int from, final int length) {
        buffer = ByteBuffer.wrap(bytes, from, length).slice();
    }

    /**
     * Reads one.
     *
     * @param type of the message, without its package.
     * @throws IllegalArgumentException when it is no such message, or there is no such type; in one line.
     */
    static JsonNode data(final String type, final byte[] bytes, final int from, final int length) {
        try {
            return new CdrReader(bytes, from, length).read(type);
        } catch (final BufferUnderflowException e) {
            throw new IllegalArgumentException("a message of " + length + " bytes is too short for a " + type, e);
        }
    }

    private JsonNode read(final String type) {
        final int kind = buffer.getShort();
        if (kind != 0 && kind != 1) {
            throw new IllegalArgumentException("a message is in CDR of kind " + kind + "; 0 and 1 can be read");
        }
        buffer.order(kind == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN).getShort();
        return type.endsWith(ARRAY) ? list(type.substring(0, type.length() - ARRAY.length())) : value(type);
    }

    private void align(final int size) {
        final int more = -(buffer.position() - HEADER_LENGTH) & size - 1;
        if (more > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        buffer.position(buffer.position() + more);
    }

    private int count() {
        align(Integer.BYTES);
        final int count = buffer.getInt();
        if (count < 0 || count > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }

    private JsonNode list(final String type) {
        for (int dimensions = count(); dimensions > 0; dimensions--) {
            text();
            count4();
            count4();
        }
        count4();
        final ArrayNode list = NODES.arrayNode();
        for (int left = count(); left > 0; left--) {
            list.add(value(type));
        }
        return list;
    }

    private void count4() {
        align(Integer.BYTES);
        buffer.getInt();
    }

    private String text() {
        final byte[] bytes = new byte[count()];
        buffer.get(bytes);
        return new String(bytes, 0, Math.max(0, bytes.length - 1), StandardCharsets.UTF_8);
    }

    private JsonNode value(final String type) {
        switch (type) {
            case "String":
                return NODES.textNode(text());
            case "Bool":
                return NODES.booleanNode(buffer.get() != 0);
            case "Int8":
                return NODES.numberNode(buffer.get());
            case "UInt8", "Byte", "Char":
                return NODES.numberNode(buffer.get() & 0xff);
            case "Int16", "UInt16":
                align(Short.BYTES);
                final short two = buffer.getShort();
                return NODES.numberNode(type.equals("Int16") ? two : two & 0xffff);
            case "Int32", "UInt32":
                align(Integer.BYTES);
                final int four = buffer.getInt();
                return NODES.numberNode(type.equals("Int32") ? four : four & 0xffffffffL);
            case "Float32":
                align(Float.BYTES);
                return ValueType.node(buffer.getFloat());
            case "Float64":
                align(Double.BYTES);
                return ValueType.node(buffer.getDouble());
            case "Int64":
                align(Long.BYTES);
                return NODES.numberNode(buffer.getLong());
            case "UInt64":
                align(Long.BYTES);
                return NODES.numberNode(new BigInteger(Long.toUnsignedString(buffer.getLong())));
            default:
                throw new IllegalArgumentException("std_msgs/msg/" + type + " has no value that can be read");
        }
    }
}
