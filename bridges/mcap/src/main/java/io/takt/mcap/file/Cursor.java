package io.takt.mcap.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the fields of MCAP's records, least significant byte first. Each method throws an IllegalArgumentException, in
 * one line, where the bytes end before. Owned by one thread.
 */
final class Cursor {
    private final byte[] bytes;
    private final ByteBuffer buffer;
    private final int end;
    private int at;

    /** Over a part of the bytes. */
    Cursor(final byte[] bytes, final int from, final int end) {
        this.bytes = bytes;
        this.buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.at = from;
        this.end = end;
    }

    int at() {
        return at;
    }

    int left() {
        return end - at;
    }

    private int take(final long count) {
        if (count < 0 || count > left()) {
            throw new IllegalArgumentException("a field of " + Long.toUnsignedString(count) + " bytes has only "
                + left());
        }
        final int from = at;
        at += (int) count;
        return from;
    }

    int u8() {
        return buffer.get(take(Byte.BYTES)) & 0xff;
    }

    int u16() {
        return buffer.getShort(take(Short.BYTES)) & 0xffff;
    }

    long u32() {
        return buffer.getInt(take(Integer.BYTES)) & 0xffffffffL;
    }

    long u64() {
        return buffer.getLong(take(Long.BYTES));
    }

    /** Another over the next bytes, which are passed over. */
    Cursor part(final long count) {
        final int from = take(count);
        return new Cursor(bytes, from, at);
    }

    String text() {
        final long length = u32();
        return new String(bytes, take(length), (int) length, StandardCharsets.UTF_8);
    }

    Map<String, String> map() {
        final Cursor pairs = part(u32());
        final Map<String, String> map = new HashMap<>();
        while (pairs.left() > 0) {
            map.put(pairs.text(), pairs.text());
        }
        return map;
    }
}
