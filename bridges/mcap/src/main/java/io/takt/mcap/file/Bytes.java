package io.takt.mcap.file;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;

/** Bytes that grow at their end: the fields of MCAP's records, least significant byte first. Owned by one thread. */
final class Bytes {
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(1024);
    private int length;

    int length() {
        return length;
    }

    byte[] array() {
        return buffer.byteArray();
    }

    void clear() {
        length = 0;
    }

    Bytes u8(final int value) {
        buffer.putByte(length, (byte) value);
        length += Byte.BYTES;
        return this;
    }

    Bytes u16(final int value) {
        buffer.putShort(length, (short) value, ByteOrder.LITTLE_ENDIAN);
        length += Short.BYTES;
        return this;
    }

    Bytes u32(final long value) {
        buffer.putInt(length, (int) value, ByteOrder.LITTLE_ENDIAN);
        length += Integer.BYTES;
        return this;
    }

    Bytes u64(final long value) {
        buffer.putLong(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Long.BYTES;
        return this;
    }

    Bytes raw(final byte[] value, final int count) {
        buffer.putBytes(length, value, 0, count);
        length += count;
        return this;
    }

    /** A text, its length first. */
    Bytes text(final String value) {
        return sized(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes, their number first. */
    Bytes sized(final byte[] value) {
        return u32(value.length).raw(value, value.length);
    }

    /** Pairs of texts, the length of all first. */
    Bytes map(final Map<String, String> pairs) {
        final int start = length;
        u32(0);
        pairs.forEach((key, value) -> text(key).text(value));
        buffer.putInt(start, length - start - Integer.BYTES, ByteOrder.LITTLE_ENDIAN);
        return this;
    }

    /** A record: what it is, the length of what follows, and that. */
    Bytes record(final int opcode, final Bytes content) {
        return u8(opcode).u64(content.length).raw(content.array(), content.length);
    }
}
