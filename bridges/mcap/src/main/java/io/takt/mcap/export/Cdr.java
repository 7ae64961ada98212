package io.takt.mcap.export;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.ExpandableArrayBuffer;

/**
 * A message in CDR (OMG's DDSI-RTPS, plain version 1, least significant byte first): each number at a multiple of its
 * size, counted from behind a header of four bytes. Owned by one thread.
 */
final class Cdr {
    private static final int HEADER_LENGTH = 4;
    private static final byte LITTLE_ENDIAN = 1;

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private int length = HEADER_LENGTH;

    Cdr() {
        buffer.putByte(1, LITTLE_ENDIAN);
    }

    private void align(final int size) {
        length += -(length - HEADER_LENGTH) & size - 1;
    }

    Cdr u32(final int value) {
        align(Integer.BYTES);
        buffer.putInt(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Integer.BYTES;
        return this;
    }

    Cdr int64(final long value) {
        align(Long.BYTES);
        buffer.putLong(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Long.BYTES;
        return this;
    }

    Cdr float64(final double value) {
        return int64(Double.doubleToRawLongBits(value));
    }

    Cdr raw(final byte[] value) {
        buffer.putBytes(length, value);
        length += value.length;
        return this;
    }

    /** A text ends with a zero byte, which counts. */
    Cdr text(final String value) {
        final byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        u32(bytes.length + 1).raw(bytes);
        buffer.putByte(length++, (byte) 0);
        return this;
    }

    /** The layout of a list without dimensions: none of them, and an offset of 0. */
    Cdr layout() {
        return u32(0).u32(0);
    }

    byte[] bytes() {
        return Arrays.copyOf(buffer.byteArray(), length);
    }
}
