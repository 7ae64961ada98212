package io.takt.steward;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of values, little-endian on every machine, and their digest. For one thread. */
public final class StateOutput {
    private ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    /** Nothing written yet. */
    public StateOutput() {
        // Nothing but the empty buffer.
    }

    /**
     * Writes 8 bytes.
     *
     * @param value any.
     */
    public void writeLong(final long value) {
        room(Long.BYTES).putLong(value);
    }

    /**
     * Writes 4 bytes.
     *
     * @param value any.
     */
    public void writeInt(final int value) {
        room(Integer.BYTES).putInt(value);
    }

    /**
     * Writes a byte.
     *
     * @param value whose lowest 8 bits are written.
     */
    public void writeByte(final int value) {
        room(1).put((byte) value);
    }

    /**
     * Writes a byte that is 0 or 1.
     *
     * @param value any.
     */
    public void writeBoolean(final boolean value) {
        writeByte(value ? 1 : 0);
    }

    /**
     * Writes 8 bytes; all NaNs alike.
     *
     * @param value any.
     */
    public void writeDouble(final double value) {
        writeLong(Double.doubleToLongBits(value));
    }

    /**
     * Writes a length and as many bytes.
     *
     * @param value any.
     */
    public void writeBytes(final byte[] value) {
        writeInt(value.length);
        room(value.length).put(value);
    }

    /**
     * Writes a text.
     *
     * @param value any.
     */
    public void writeString(final String value) {
        writeBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes 16 bytes.
     *
     * @param value any.
     */
    public void writeId(final Id value) {
        writeLong(value.high());
        writeLong(value.low());
    }

    /**
     * Writes an instant.
     *
     * @param value any.
     */
    public void writeTime(final ExtendedTime value) {
        writeLong(value.base());
        writeInt(value.iteration());
        writeId(value.id());
    }

    /**
     * Writes which cell it is, not what it holds.
     *
     * @param cell any.
     */
    public void writeCell(final Cell<?> cell) {
        writeLong(cell.type().id());
        writeId(cell.key());
    }

    /**
     * Writes the event's type and the event.
     *
     * @param event any.
     */
    public void writeEvent(final Event event) {
        writeLong(event.type().id());
        event.type().write(event, this);
    }

    /**
     * How much has been written.
     *
     * @return bytes.
     */
    public int size() {
        return bytes.position();
    }

    /**
     * The written bytes.
     *
     * @return a copy.
     */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /**
     * The digest of what has been written.
     *
     * @return a hash of all of it.
     */
    public Id digest() {
        return digest(bytes.array(), 0, bytes.position());
    }

    static Id digest(final byte[] bytes, final int from, final int length) {
        final ByteBuffer source = ByteBuffer.wrap(bytes, from, length).order(ByteOrder.LITTLE_ENDIAN);
        long high = Hash.high(Hash.SEED_HIGH, length);
        long low = Hash.low(high, Hash.SEED_LOW, length);
        while (source.hasRemaining()) {
            long word = 0;
            if (source.remaining() >= Long.BYTES) {
                word = source.getLong();
            } else {
                for (int shift = 0; source.hasRemaining(); shift += Byte.SIZE) {
                    word |= (source.get() & 0xffL) << shift;
                }
            }
            high = Hash.high(high, word);
            low = Hash.low(high, low, word);
        }
        return Id.of(high, low);
    }

    private ByteBuffer room(final int wanted) {
        if (bytes.remaining() < wanted) {
            final int capacity = (int) Math.min(Integer.MAX_VALUE - 16L, 2L * (bytes.position() + (long) wanted));
            bytes = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN)
                .put(bytes.array(), 0, bytes.position());
        }
        return bytes;
    }
}
