package io.takt.dis.pdu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.takt.wrapper.kit.value.ValueType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The type of one value in a PDU: its bytes, and how they are read and written as JSON. */
enum FieldType {
    /** 0 to 255. */
    U8(1) {
        @Override
        JsonNode read(final ByteBuffer from, final int index, final int size) {
            return NODES.numberNode(from.get(index) & 0xff);
        }

        @Override
        void write(final JsonNode value, final ByteBuffer into, final int index, final int size) {
            into.put(index, (byte) whole(value, 0xff));
        }
    },

    /** 0 to 65535. */
    U16(2) {
        @Override
        JsonNode read(final ByteBuffer from, final int index, final int size) {
            return NODES.numberNode(from.getShort(index) & 0xffff);
        }

        @Override
        void write(final JsonNode value, final ByteBuffer into, final int index, final int size) {
            into.putShort(index, (short) whole(value, 0xffff));
        }
    },

    /** 0 to 2^32 - 1. */
    U32(4) {
        @Override
        JsonNode read(final ByteBuffer from, final int index, final int size) {
            return NODES.numberNode(from.getInt(index) & 0xffff_ffffL);
        }

        @Override
        void write(final JsonNode value, final ByteBuffer into, final int index, final int size) {
            into.putInt(index, (int) whole(value, 0xffff_ffffL));
        }
    },

    /** A number of single precision; its JSON is the shortest that gives it again. */
    F32(4) {
        @Override
        JsonNode read(final ByteBuffer from, final int index, final int size) {
            return number(Double.parseDouble(Float.toString(from.getFloat(index))));
        }

        @Override
        void write(final JsonNode value, final ByteBuffer into, final int index, final int size) {
            final float number = (float) ValueType.number(value);
            if (!Float.isFinite(number)) {
                throw new IllegalArgumentException(value + " is no finite number of single precision");
            }
            into.putFloat(index, number);
        }
    },

    /** A number of double precision. */
    F64(8) {
        @Override
        JsonNode read(final ByteBuffer from, final int index, final int size) {
            return number(from.getDouble(index));
        }

        @Override
        void write(final JsonNode value, final ByteBuffer into, final int index, final int size) {
            final double number = ValueType.number(value);
            if (!Double.isFinite(number)) {
                throw new IllegalArgumentException(value + " is no finite number");
            }
            into.putDouble(index, number);
        }
    },

    /** The type of an entity: kind, domain, country, category, subcategory, specific, extra. */
    ENTITY_TYPE(8) {
        @Override
        JsonNode read(final ByteBuffer from, final int index, final int size) {
            final var list = NODES.arrayNode().add(from.get(index) & 0xff).add(from.get(index + 1) & 0xff)
                .add(from.getShort(index + 2) & 0xffff);
            for (int i = 4; i < 8; i++) {
                list.add(from.get(index + i) & 0xff);
            }
            return list;
        }

        @Override
        void write(final JsonNode value, final ByteBuffer into, final int index, final int size) {
            if (!value.isArray() || value.size() != 7) {
                throw new IllegalArgumentException(value + " is no type of an entity: a list of kind, domain, country,"
                    + " category, subcategory, specific and extra");
            }
            into.put(index, (byte) whole(value.get(0), 0xff)).put(index + 1, (byte) whole(value.get(1), 0xff))
                .putShort(index + 2, (short) whole(value.get(2), 0xffff));
            for (int i = 3; i < 7; i++) {
                into.put(index + i + 1, (byte) whole(value.get(i), 0xff));
            }
        }
    },

    /** A text of so many characters of ISO 8859-1, filled up with 0. */
    TEXT(1) {
        @Override
        JsonNode read(final ByteBuffer from, final int index, final int size) {
            int length = size;
            while (length > 0 && from.get(index + length - 1) == 0) {
                length--;
            }
            final byte[] bytes = new byte[length];
            from.get(index, bytes);
            return NODES.textNode(new String(bytes, StandardCharsets.ISO_8859_1));
        }

        @Override
        void write(final JsonNode value, final ByteBuffer into, final int index, final int size) {
            final byte[] bytes = value.isTextual() ? value.textValue().getBytes(StandardCharsets.ISO_8859_1) : null;
            if (bytes == null || bytes.length > size
                || !new String(bytes, StandardCharsets.ISO_8859_1).equals(value.textValue())) {
                throw new IllegalArgumentException(value + " is no text of at most " + size + " Latin characters");
            }
            into.put(index, bytes);
        }
    },

    /** So many bytes, as a text of hexadecimal digits. */
    HEX(1) {
        @Override
        JsonNode read(final ByteBuffer from, final int index, final int size) {
            final byte[] bytes = new byte[size];
            from.get(index, bytes);
            return NODES.textNode(HexFormat.of().formatHex(bytes));
        }

        @Override
        void write(final JsonNode value, final ByteBuffer into, final int index, final int size) {
            if (!value.isTextual() || !value.textValue().matches("[0-9a-fA-F]{" + 2 * size + "}")) {
                throw new IllegalArgumentException(value + " is no text of " + 2 * size + " hexadecimal digits");
            }
            into.put(index, HexFormat.of().parseHex(value.textValue()));
        }
    },

    /** The number of records at the end of the PDU, which have a field of their own. */
    COUNT(1) {
        @Override
        JsonNode read(final ByteBuffer from, final int index, final int size) {
            return null;
        }

        @Override
        void write(final JsonNode value, final ByteBuffer into, final int index, final int size) {
            throw new IllegalStateException("written with the records");
        }
    };

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final int bytes;

    FieldType(final int bytes) {
        this.bytes = bytes;
    }

    /** Of one value; of texts and digits, of one byte. */
    int bytes() {
        return bytes;
    }

    /**
     * Reads one value.
     *
     * @param size of a text, in bytes.
     * @return null where there is none.
     * @throws IllegalArgumentException for a number that JSON has not.
     */
    abstract JsonNode read(ByteBuffer from, int index, int size);

    /**
     * Writes one value.
     *
     * @throws IllegalArgumentException when it is of another type; says so in one line.
     */
    abstract void write(JsonNode value, ByteBuffer into, int index, int size);

    private static JsonNode number(final double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a number is not finite");
        }
        return NODES.numberNode(value);
    }

    private static long whole(final JsonNode value, final long most) {
        if (value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0
            && value.longValue() <= most) {
            return value.longValue();
        }
        throw new IllegalArgumentException(value + " is no whole number from 0 to " + most);
    }
}
