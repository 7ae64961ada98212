package io.takt.shm.ring;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.BitUtil;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The contract of a ring: where its fields, its readers' slots and its records are. The rest of the header belongs to
 * the ring's user.
 *
 * <pre>
 *  offset   field                                                             written by
 *       8   i64  capacity in bytes, a power of 2                              creator
 *      20   i32  number of slots that are or were in use                      owner of the slots
 *     192   i64  tail: all records before it are complete                     writer
 *     224   i64  reserved: nothing from there on has been written yet         writer
 *     256   i64  1 while the writer waits for room                            writer
 *     264   i64  number of the doorbell counter on which it then sleeps       writer
 *     272   i64  so much of the ring is used and has memory; 0 for all of it  creator; then writer
 *     280   i64  so much of it was used when it was made; 0: not known        creator
 *     320   i64  1 when a reader may sleep for the writer                     readers; writer
 *   12800   slots of readers, 256 bytes each:
 *           +0    i64 head: the reader needs nothing before it                reader
 *           +64   i64 level for which the reader sleeps, 2^63 - 1 for none;   reader
 *                 -1: it is awake
 *           +72   i64 number of the doorbell counter on which it sleeps       reader
 *           +120  i64 1 when any record is to wake it, too                    reader
 *           +128  i32 1 when the slot is in use                               owner of the slots
 *           +132  text name of the reader: i32 length, ASCII                  owner of the slots
 *   81920   the ring
 *
 *  a record, at a multiple of 32:
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |               Length with this, a multiple of 32              |
 *  +-------------------------------+-------------------------------+
 *  |             Type              |         Tag of the user       |
 *  +-------------------------------+-------------------------------+
 *  |                        Bytes of the user  ...
 * </pre>
 *
 * <p>A position is a number of bytes since the ring was made; the record at a position is at that modulo the capacity.
 * No record goes over the end of the ring, or of what is used of it: a record of type {@link #PADDING}, of which only
 * this head is written, fills what is left of the capacity. Byte order is the machine's.
 */
public class RingLayout {
    /** Bytes of the ring. */
    public static final int CAPACITY_OFFSET = 8;

    /** Slots that are or were in use. */
    public static final int SLOTS_OFFSET = 20;

    /** End of the complete records. */
    public static final int TAIL_OFFSET = 192;

    /** Nothing is written from there on. */
    public static final int RESERVED_OFFSET = 224;

    /** Whether the writer waits for room. */
    public static final int WAITS_OFFSET = 256;

    /** Where it then sleeps. */
    public static final int WAITER_DOORBELL_OFFSET = 264;

    /** How much of the ring is used. */
    public static final int USED_OFFSET = 272;

    /** The used part when the ring was made. */
    public static final int USED_AT_FIRST_OFFSET = 280;

    /** Whether a reader may sleep. */
    public static final int SLEEPERS_OFFSET = 320;

    /** The first slot. */
    public static final int SLOT_TABLE_OFFSET = 12_800;

    /** From one slot to the next. */
    public static final int SLOT_LENGTH = 256;

    /** Most readers of a ring. */
    public static final int MOST_SLOTS = 256;

    /** In a slot: for which level the reader sleeps. */
    public static final int AWAITED_OFFSET = 64;

    /** In a slot: where the reader sleeps. */
    public static final int DOORBELL_OFFSET = 72;

    /** In a slot: whether any record is to wake the reader. */
    public static final int NEWS_OFFSET = 120;

    /** In a slot: whether it is in use. */
    public static final int IN_USE_OFFSET = 128;

    /** In a slot: the reader's name. */
    public static final int READER_OFFSET = 132;

    /** The shortest of the fields that hold a text has room for so many characters. */
    static final int LONGEST_TEXT = 108;

    /** The first byte of the ring. */
    public static final int RING_OFFSET = 81_920;

    /** Lengths of records are multiples of this. */
    public static final int ALIGNMENT = 32;

    /** In a record: its length. */
    public static final int LENGTH_FIELD = 0;

    /** In a record: its type. */
    public static final int TYPE_FIELD = 4;

    /** In a record: a number of the user. */
    public static final int TAG_FIELD = 6;

    /** Fills the ring up to its end; all other types are the user's. */
    public static final short PADDING = 1;

    /** A reader is awake. */
    public static final long AWAKE = -1;

    /** A reader sleeps, and no level is to wake it. A writer that waits for room does. */
    public static final long NO_LEVEL = Long.MAX_VALUE;

    private static final boolean IS_LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    /** For layouts that put more into the header. */
    protected RingLayout() {
    }

    /**
     * Where a slot is.
     *
     * @param slot its number.
     * @return its offset in the file.
     */
    public static int slotOffset(final int slot) {
        return SLOT_TABLE_OFFSET + slot * SLOT_LENGTH;
    }

    /**
     * The length of a record.
     *
     * @param bytes of it that are written, with its head.
     * @return what it takes of the ring.
     */
    public static int aligned(final int bytes) {
        return BitUtil.align(bytes, ALIGNMENT);
    }

    /**
     * Length, type and tag of a record, as the one word in which they lie.
     *
     * @param length of the record.
     * @param type   of it.
     * @param tag    the user's number.
     * @return the word at the record's beginning.
     */
    public static long head(final int length, final short type, final int tag) {
        return IS_LITTLE_ENDIAN ? length | (long) type << 32 | (long) tag << 48
            : (long) length << 32 | (long) type << 16 | tag;
    }

    /**
     * Length of the record with a head.
     *
     * @param head the word.
     * @return bytes.
     */
    public static int length(final long head) {
        return (int) (IS_LITTLE_ENDIAN ? head : head >>> 32);
    }

    /**
     * Type of the record with a head.
     *
     * @param head the word.
     * @return {@link #PADDING}, or one of the user's.
     */
    public static short type(final long head) {
        return (short) (IS_LITTLE_ENDIAN ? head >>> 32 : head >>> 16);
    }

    /**
     * Tag of the record with a head.
     *
     * @param head the word.
     * @return the user's number.
     */
    public static int tag(final long head) {
        return (short) (IS_LITTLE_ENDIAN ? head >>> 48 : head);
    }

    /**
     * A text of the header.
     *
     * @param buffer the file.
     * @param offset of the text.
     * @return the text.
     */
    public static String text(final AtomicBuffer buffer, final int offset) {
        final int length = Math.max(0, Math.min(buffer.getInt(offset), LONGEST_TEXT));
        return buffer.getStringWithoutLengthAscii(offset + Integer.BYTES, length);
    }

    /**
     * Writes a text into the header.
     *
     * @param buffer the file.
     * @param offset of the text.
     * @param text   in ASCII.
     */
    public static void putText(final AtomicBuffer buffer, final int offset, final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        buffer.putInt(offset, bytes.length);
        buffer.putBytes(offset + Integer.BYTES, bytes);
    }
}
