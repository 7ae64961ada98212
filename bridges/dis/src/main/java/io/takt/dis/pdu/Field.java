package io.takt.dis.pdu;

/**
 * A field of a PDU: a value, or a list of some. Texts and digits are one value, whose size is the count.
 *
 * @param name  in JSON; null for padding.
 * @param type  of each value.
 * @param count of values.
 */
record Field(String name, FieldType type, int count) {
    static Field of(final String name, final FieldType type) {
        return new Field(name, type, 1);
    }

    static Field of(final String name, final FieldType type, final int count) {
        return new Field(name, type, count);
    }

    static Field padding(final int bytes) {
        return new Field(null, FieldType.U8, bytes);
    }

    int bytes() {
        return count * type.bytes();
    }

    boolean isList() {
        return count > 1 && type != FieldType.TEXT && type != FieldType.HEX;
    }
}
