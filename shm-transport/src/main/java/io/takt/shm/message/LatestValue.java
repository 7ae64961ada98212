package io.takt.shm.message;

import io.takt.asset.TaktException;
import java.lang.invoke.VarHandle;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The newest message of a channel in shared memory: one writer, any number of readers, and none waits for another.
 *
 * <pre>
 *  offset  field
 *       0  i64  magic, "TAKTLAST" in ASCII
 *       8  i64  bytes of a place
 *      64  i64  version: number of the newest message, 1 for the first; 0 for none
 *      72  i64  version after which values count: as of the sender's last reset
 *     128  four places in turn, the newest message in that of its number modulo 4, each:
 *          +0 i64 stamp   +8 i64 sequence   +16 i32 length   +32 message
 * </pre>
 *
 * <p>A writer that dies in the middle of a message leaves the one before whole. A reader that copies a message has it
 * whole when the version afterwards is not more than two further: the writer was at another place then.
 */
public final class LatestValue {
    private static final long MAGIC = 0x5453_414c_544b_4154L;
    private static final int PLACE_LENGTH_OFFSET = 8;
    private static final int VERSION_OFFSET = 64;
    private static final int SINCE_OFFSET = 72;
    private static final int PLACES_OFFSET = 128;
    private static final int PLACES = 4;
    private static final int SEQUENCE_FIELD = 8;
    private static final int LENGTH_FIELD = 16;
    private static final int MESSAGE_FIELD = 32;

    private final AtomicBuffer buffer;
    private final int placeLength;

    /** Copies a message; of two in a row the second counts. */
    @FunctionalInterface
    interface Copier {
        void copy(long stampNs, long sequence, DirectBuffer from, int index, int length);
    }

    private LatestValue(final AtomicBuffer buffer) {
        this.buffer = buffer;
        this.placeLength = (int) buffer.getLong(PLACE_LENGTH_OFFSET);
    }

    /**
     * How much memory it needs.
     *
     * @param maxBytes most bytes in a message.
     * @return bytes.
     */
    public static int lengthFor(final int maxBytes) {
        return PLACES_OFFSET + PLACES * placeLength(maxBytes);
    }

    private static int placeLength(final int maxBytes) {
        return BitUtil.align(MESSAGE_FIELD + maxBytes, BitUtil.CACHE_LINE_LENGTH);
    }

    /**
     * Makes one of memory that is all zeros.
     *
     * @param buffer of {@link #lengthFor} some size.
     * @return without a value.
     */
    public static LatestValue create(final AtomicBuffer buffer) {
        buffer.putLong(PLACE_LENGTH_OFFSET, (buffer.capacity() - PLACES_OFFSET) / PLACES);
        buffer.putLongRelease(0, MAGIC);
        return new LatestValue(buffer);
    }

    /**
     * One that was made before.
     *
     * @param buffer all of it.
     * @return the value.
     * @throws TaktException when there is none.
     */
    public static LatestValue open(final AtomicBuffer buffer) {
        if (buffer.capacity() < PLACES_OFFSET || buffer.getLongVolatile(0) != MAGIC
            || buffer.getLong(PLACE_LENGTH_OFFSET) * PLACES + PLACES_OFFSET != buffer.capacity()) {
            throw new TaktException("this is no latest value, or one of another version");
        }
        return new LatestValue(buffer);
    }

    /** {@return most bytes in a message, at least what was asked for when it was made} */
    public int maxBytes() {
        return placeLength - MESSAGE_FIELD;
    }

    private int place(final long version) {
        return PLACES_OFFSET + (int) (version % PLACES) * placeLength;
    }

    /** By the sender; throws {@link IllegalArgumentException} when there is no room for the message. */
    void write(final long stampNs, final long sequence, final DirectBuffer message, final int index,
        final int length) {
        if (length > maxBytes()) {
            throw new IllegalArgumentException("a latest value has room for " + maxBytes() + " bytes, not " + length);
        }
        final long version = buffer.getLong(VERSION_OFFSET) + 1;
        final int place = place(version);
        // Nothing of this may be seen before the version that stands.
        VarHandle.storeStoreFence();
        buffer.putLong(place, stampNs);
        buffer.putLong(place + SEQUENCE_FIELD, sequence);
        buffer.putInt(place + LENGTH_FIELD, length);
        buffer.putBytes(place + MESSAGE_FIELD, message, index, length);
        buffer.putLongRelease(VERSION_OFFSET, version);
    }

    /** By the sender: whether a message is the newest one already. */
    boolean isNewest(final long stampNs, final long sequence) {
        final long version = version();
        return version != 0 && buffer.getLong(place(version)) == stampNs
            && buffer.getLong(place(version) + SEQUENCE_FIELD) == sequence;
    }

    /** By the sender, or by the hub while there is none: earlier values do not count any more. */
    public void reset() {
        buffer.putLongRelease(SINCE_OFFSET, buffer.getLong(VERSION_OFFSET));
    }

    /** Number of the newest message; 0 when there is none that counts. */
    long version() {
        final long version = buffer.getLongVolatile(VERSION_OFFSET);
        return version > buffer.getLongVolatile(SINCE_OFFSET) ? version : 0;
    }

    /** Copies the newest message. Says its number; 0 when there is none. */
    long read(final Copier into) {
        while (true) {
            final long version = version();
            if (version == 0) {
                return 0;
            }
            final int place = place(version);
            final int length = Math.min(Math.max(0, buffer.getInt(place + LENGTH_FIELD)), placeLength - MESSAGE_FIELD);
            into.copy(buffer.getLong(place), buffer.getLong(place + SEQUENCE_FIELD), buffer, place + MESSAGE_FIELD,
                length);
            VarHandle.loadLoadFence();
            if (buffer.getLongVolatile(VERSION_OFFSET) - version <= PLACES - 2) {
                return version;
            }
        }
    }
}
