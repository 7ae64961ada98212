package io.takt.shm.message;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.BitUtil;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The contract of a sender's message log. Programs in other languages send and receive by it; see
 * {@code docs/reference/message-logs.md}.
 *
 * <pre>
 *  offset   field                                                             written by
 *       0   i64  magic, "TAKTLOG1" in ASCII                                   hub
 *       8   i64  capacity of the ring in bytes, a power of 2                  hub
 *      16   i32  number of channels                                           hub
 *      20   i32  number of slots that are or were in use                      hub
 *      24   i64  how many want deliveries told, too                           hub
 *      32   i64  1 while nobody is there to send, and nothing will follow     hub
 *      40   i64  position p, i64 time t: of the last sender who has gone for  hub
 *                good; what stands before p with stamps after t is void
 *      64   text name of the sender: i32 length, ASCII                        hub
 *     192   i64  tail: all records before it are complete                     sender
 *     200   i64  frontier: nothing with a stamp up to this will follow from   sender; hub while there is none
 *                a sender who is there
 *     208   i64  resets of the sender so far                                  sender; hub while there is none
 *     216   i64  position at which the last one was                           sender; hub while there is none
 *     224   i64  reserved: nothing from there on has been written yet         sender
 *     232   i64  position up to which there are ends of predecessors, and     sender
 *                messages with an earlier stamp than one before them
 *     240   i64  resets of the sender, i64 position at which the last one    hub
 *                was: as of the last reset of all assets
 *     256   i64  1 while the sender waits for room                            sender
 *     264   i64  number of the doorbell counter on which it then sleeps       sender
 *     272   i64  so much of the ring is used and has memory; 0 for all of it  hub; then sender
 *     280   i64  so much of it was used when the log was made; 0: not known   hub
 *     288   i64  1 + the position from which on all records of the sender    sender; hub
 *                have a check; 0: they have none; -1: they are to have one
 *     320   i64  1 when a reader may sleep for the sender                     readers; sender
 *     384   i64  time, i64 next sequence number: as of the last step but one  sender
 *     400   i64  time, i64 next sequence number: as of the last step          sender; both in turns
 *     416   i64  tail, i64 messages and deliveries before it: of the last     sender
 *           time but one that the tail was moved
 *     432   i64  tail, i64 messages and deliveries before it: of the last     sender; both in turns
 *           time
 *     448   2 i64: digest of what was delivered to the sender itself, as of  sender
 *           the step in the same place at 384
 *     464   2 i64: when the step in the same place at 384 began              sender
 *     512   channels, 192 bytes each:
 *           +0    text name: i32 length, ASCII                                hub
 *           +112  i32 most bytes in a message                                 hub
 *           +116  i32 1 when somebody wants the latest value                  hub
 *           +128  i64 promise: nothing with an earlier stamp will follow      sender
 *   12800   slots of readers, 256 bytes each:
 *           +0    i64 head: the reader needs nothing before it                reader; hub while there is none
 *           +8    i64 so many messages that it has not used are with the       reader; hub while there is none
 *                 reader alone: they were given back to make room
 *           +64   i64 frontier f for which the reader sleeps, or -3 - f for   reader
 *                 that or any message; -2: it is awake
 *           +72   i64 number of the doorbell counter on which it sleeps       reader
 *           +80   time, i64 position before which it has been handed all      reader
 *                 retroactive messages: as of the last step but one
 *           +96   time, i64 the same position: as of the last step            reader; both in turns
 *           +112  i64 time: a process that takes the reader's place from an   reader
 *                 earlier one misses messages, which were given back to make
 *                 room before they were used; i64 stamp: the last of those
 *           +128  i32 1 when the slot is in use                               hub
 *           +132  text name of the reader: i32 length, ASCII                  hub
 *   81920   the ring
 *
 *  a record, at a multiple of 32:
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |           Length with this header, a multiple of 32           |
 *  +-------------------------------+-------------------------------+
 *  |             Type              |            Channel            |
 *  +-------------------------------+-------------------------------+
 *  |                       Stamp, in ns of                         |
 *  |                       simulation time                         |
 *  +---------------------------------------------------------------+
 *  |                       Sequence number                         |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                   Length of the message                       |
 *  +---------------------------------------------------------------+
 *  |               Check, see {@link RecordCheck}                  |
 *  +---------------------------------------------------------------+
 *  |                      Message  ...
 * </pre>
 *
 * <p>A position is a number of bytes since the log was made; the record at a position is at that modulo the capacity.
 * No record goes over the end of the ring, or of what is used of it: a record of type {@link #PADDING}, of whose header
 * only the length and the type are written, fills what is left of the capacity. Byte order is the machine's.
 */
final class LogLayout {
    static final long MAGIC = 0x3147_4f4c_544b_4154L;
    static final int MAGIC_OFFSET = 0;
    static final int CAPACITY_OFFSET = 8;
    static final int CHANNELS_OFFSET = 16;
    static final int SLOTS_OFFSET = 20;
    static final int TRACING_OFFSET = 24;
    static final int GONE_OFFSET = 32;
    static final int VOID_UNTIL_OFFSET = 40;
    static final int VOID_AFTER_OFFSET = 48;
    static final int SENDER_OFFSET = 64;
    static final int TAIL_OFFSET = 192;
    static final int FRONTIER_OFFSET = 200;
    static final int RESETS_OFFSET = 208;
    static final int RESET_POSITION_OFFSET = 216;
    static final int RESERVED_OFFSET = 224;
    static final int EARLIER_OFFSET = 232;
    static final int RESETS_OF_ALL_OFFSET = 240;
    static final int RESET_OF_ALL_POSITION_OFFSET = 248;
    static final int WAITS_OFFSET = 256;
    static final int WAITER_DOORBELL_OFFSET = 264;
    static final int USED_OFFSET = 272;
    static final int USED_AT_FIRST_OFFSET = 280;
    static final int CHECKED_OFFSET = 288;
    static final long CHECKS_WANTED = -1;
    static final int SLEEPERS_OFFSET = 320;
    static final int STEPS_OFFSET = 384;
    static final int STEP_LENGTH = 16;
    static final int COUNTS_OFFSET = 416;
    static final int COUNT_LENGTH = 16;
    static final int DIGESTS_OFFSET = 448;
    static final int STARTS_OFFSET = 464;

    static final int CHANNEL_TABLE_OFFSET = 512;
    static final int CHANNEL_LENGTH = 192;
    static final int MOST_CHANNELS = 64;
    static final int MAX_BYTES_OFFSET = 112;
    static final int LATEST_OFFSET = 116;
    static final int PROMISE_OFFSET = 128;

    static final int SLOT_TABLE_OFFSET = CHANNEL_TABLE_OFFSET + MOST_CHANNELS * CHANNEL_LENGTH;
    static final int SLOT_LENGTH = 256;
    static final int MOST_SLOTS = 256;
    static final int COPIED_OFFSET = 8;
    static final int AWAITED_OFFSET = 64;
    static final int DOORBELL_OFFSET = 72;
    static final int HANDED_OFFSET = 80;
    static final int HANDED_LENGTH = 16;
    static final int MISSED_OFFSET = 112;
    static final int IN_USE_OFFSET = 128;
    static final int READER_OFFSET = 132;

    static final int RING_OFFSET = 81_920;

    static final int ALIGNMENT = 32;
    static final int LENGTH_FIELD = 0;
    static final int TYPE_FIELD = 4;
    static final int CHANNEL_FIELD = 6;
    static final int STAMP_FIELD = 8;
    static final int SEQUENCE_FIELD = 16;
    static final int MESSAGE_LENGTH_FIELD = 24;
    static final int CHECK_FIELD = 28;
    static final int HEADER_LENGTH = 32;

    /** Fills the ring up to its end. */
    static final short PADDING = 1;

    /** A message that was sent. */
    static final short MESSAGE = 2;

    /** The sender has been replaced: its messages before this, with later stamps than this, are void. */
    static final short VOID = 3;

    /**
     * While somebody listens, a message that was handed to the log's own asset: the channel is the number of the input,
     * the stamp when it was delivered, the sequence number the message's own; then, as an i64, the end of the step that
     * got it, 0 for a retroactive one.
     */
    static final short DELIVERED = 4;

    /** A reader is awake. */
    static final long AWAKE = -2;

    /** A reader sleeps, and only a sender who waits for room is to wake it. */
    static final long NO_NEWS = Long.MAX_VALUE;

    private static final long OR_NEWS = -3;

    /** Frontier of a sender who is not there: nobody waits for him. */
    static final long NOTHING_WILL_COME = Long.MAX_VALUE;

    /** So many messages of the largest kind fit into a ring. */
    static final int LARGEST_MESSAGES = 4;

    /** Some thousand messages of usual size, and little enough for a processor's cache. */
    private static final int USUALLY_USED = 256 * 1024;

    /** For what was delivered to an asset that sends nothing. */
    private static final int LEAST_USED = 64 * 1024;

    /** What a ring can grow to, for steps that send much. */
    private static final int USUAL_CAPACITY = 16 * 1024 * 1024;

    private static final boolean IS_LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private LogLayout() {
    }

    /** How much of its ring a log uses at first whose messages have so many bytes at most. */
    static int usedAtFirst(final int maxBytes) {
        return Math.max(maxBytes == 0 ? LEAST_USED : USUALLY_USED,
            BitUtil.findNextPositivePowerOfTwo(LARGEST_MESSAGES * recordLength(maxBytes)));
    }

    /** The ring of such a log. */
    static int capacityFor(final int maxBytes) {
        return Math.max(usedAtFirst(maxBytes), USUAL_CAPACITY);
    }

    static int recordLength(final int messageLength) {
        return BitUtil.align(HEADER_LENGTH + messageLength, ALIGNMENT);
    }

    static int slotOffset(final int slot) {
        return SLOT_TABLE_OFFSET + slot * SLOT_LENGTH;
    }

    static int channelOffset(final int channel) {
        return CHANNEL_TABLE_OFFSET + channel * CHANNEL_LENGTH;
    }

    /** No retroactive message has been handed to the reader in a slot, and none given back that it still needed. */
    static void forgetUse(final AtomicBuffer buffer, final int slot) {
        final int offset = slotOffset(slot) + HANDED_OFFSET;
        for (int each = 0; each < 2; each++) {
            buffer.putLong(offset + each * HANDED_LENGTH, Long.MIN_VALUE);
            buffer.putLong(offset + each * HANDED_LENGTH + Long.BYTES, 0);
        }
        buffer.putLong(slotOffset(slot) + MISSED_OFFSET, 0);
        buffer.putLong(slotOffset(slot) + COPIED_OFFSET, 0);
    }

    /** Length, type and channel of a record, as the one word in which they lie. */
    static long head(final int length, final short type, final int channel) {
        return IS_LITTLE_ENDIAN ? length | (long) type << 32 | (long) channel << 48
            : (long) length << 32 | (long) type << 16 | channel;
    }

    /** Of the record with this head. */
    static int length(final long head) {
        return (int) (IS_LITTLE_ENDIAN ? head : head >>> 32);
    }

    /** Of the record with this head. */
    static short type(final long head) {
        return (short) (IS_LITTLE_ENDIAN ? head >>> 32 : head >>> 16);
    }

    /** Of the record with this head. */
    static int channel(final long head) {
        return (short) (IS_LITTLE_ENDIAN ? head >>> 48 : head);
    }

    /** A reader sleeps for a frontier as it otherwise would, or for any message. */
    static long orNews(final long frontierNs) {
        return OR_NEWS - Math.min(frontierNs, NO_NEWS + OR_NEWS);
    }

    /** Whether who sleeps for this is to be woken. */
    static boolean isReached(final long awaited, final long frontierNs, final boolean isNews) {
        return awaited >= 0 ? awaited <= frontierNs
            : awaited <= OR_NEWS && (isNews || OR_NEWS - awaited <= frontierNs);
    }

    /** How many messages and deliveries are before a tail that was read; -1 when it has moved on since. */
    static long countBefore(final AtomicBuffer buffer, final long tail) {
        for (int each = 0; each < 2; each++) {
            final int offset = COUNTS_OFFSET + each * COUNT_LENGTH;
            if (buffer.getLongVolatile(offset) == tail) {
                final long count = buffer.getLongVolatile(offset + Long.BYTES);
                if (buffer.getLongVolatile(offset) == tail) {
                    return count;
                }
            }
        }
        return -1;
    }

    static String text(final AtomicBuffer buffer, final int offset) {
        return buffer.getStringWithoutLengthAscii(offset + Integer.BYTES, buffer.getInt(offset));
    }

    /** Name of the reader in a slot. */
    static String reader(final AtomicBuffer buffer, final int slot) {
        return text(buffer, slotOffset(slot) + READER_OFFSET);
    }

    static void putText(final AtomicBuffer buffer, final int offset, final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        buffer.putInt(offset, bytes.length);
        buffer.putBytes(offset + Integer.BYTES, bytes);
    }
}
