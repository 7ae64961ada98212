package io.takt.shm.message;

import io.takt.shm.ring.RingLayout;
import org.agrona.BitUtil;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The contract of a sender's message log: a ring, see {@link RingLayout}, with what messages need in its header, in its
 * readers' slots and in its records. Programs in other languages send and receive by it; see
 * {@code docs/reference/message-logs.md}.
 *
 * <pre>
 *  offset   field                                                             written by
 *       0   i64  magic, "TAKTLOG2" in ASCII                                   hub
 *      16   i32  number of channels                                           hub
 *      24   i64  how many want deliveries told, too                           hub
 *      32   i64  1 while there is no sender, and nothing will follow          hub
 *      40   i64  position p, i64 time t: of the last sender that has gone for hub
 *                good; messages before p with stamps after t are void
 *      64   text name of the sender: i32 length, ASCII                        hub
 *     200   i64  frontier: nothing with a stamp up to this will follow from   sender; hub while there is none
 *                a sender that is there
 *     208   i64  resets of the sender so far                                  sender; hub while there is none
 *     216   i64  position at which the last one was                           sender; hub while there is none
 *     232   i64  position up to which there are ends of predecessors, and     sender
 *                messages with an earlier stamp than one before them
 *     240   i64  resets of the sender, i64 position at which the last one     hub
 *                was: as of the last reset of all assets
 *     288   i64  1 + the position from which on all records of the sender     sender; hub
 *                have a check; 0: they have none; -1: they are to have one
 *     296   i64  of a mirror, whose sender is at another hub: the mark of the  sender
 *                original, see +16 of a slot; 0 for none yet
 *     304   i64  resets of the original, less those of this one               sender
 *     384   i64  time, i64 next sequence number: as of the last step but one  sender
 *     400   i64  time, i64 next sequence number: as of the last step          sender; both in turns
 *     416   i64  tail, i64 messages and deliveries before it: of the last     sender
 *           time but one that the tail was moved
 *     432   i64  tail, i64 messages and deliveries before it: of the last     sender; both in turns
 *           time
 *     448   2 i64: digest of the messages delivered to the sender itself, as  sender
 *           of the step in the same place at 384
 *     464   2 i64: when the step in the same place at 384 began               sender
 *     480   i64  tail, i64 position in the original before which all is here: sender
 *                as of the last time but one; of a mirror
 *     496   i64  the same: as of the last time                                sender; both in turns
 *     512   channels, 192 bytes each:
 *           +0    text name: i32 length, ASCII                                hub
 *           +112  i32 most bytes in a message                                 hub
 *           +116  i32 1 when the latest value is wanted                       hub
 *           +128  i64 promise: nothing with an earlier stamp will follow      sender
 *   12800   slots of readers, in each:
 *           +8    i64 so many messages that it has not used are with the      reader; hub while there is none
 *                 reader alone: they were given back to make room
 *           +16   i64 mark by which a mirror knows what it has read, at       reader
 *                 random; 0 for none
 *           +80   time, i64 position before which it has been handed all      reader
 *                 retroactive messages: as of the last step but one
 *           +96   time, i64 the same position: as of the last step            reader; both in turns
 *           +112  i64 time: a process that takes the reader's place from an   reader; hub while there is none
 *                 earlier one misses messages, which were given back to make
 *                 room before they were used
 *
 *  a record:
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |                     Length of the record                      |
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
 * <p>The level for which a reader sleeps is a frontier. Fields that a sender writes in every step are on cache lines of
 * their own: tail and frontier, which receivers read, on one; steps, digests and starts, which only a successor reads,
 * on others.
 */
final class LogLayout extends RingLayout {
    /** "TAKTLOG2"; the last byte is the layout's version. */
    static final long MAGIC = 0x3247_4f4c_544b_4154L;
    static final int VERSION_OFFSET = 7;
    static final int MAGIC_OFFSET = 0;
    static final int CHANNELS_OFFSET = 16;
    static final int TRACING_OFFSET = 24;
    static final int GONE_OFFSET = 32;
    static final int VOID_UNTIL_OFFSET = 40;
    static final int VOID_AFTER_OFFSET = 48;
    static final int SENDER_OFFSET = 64;
    static final int FRONTIER_OFFSET = 200;
    static final int RESETS_OFFSET = 208;
    static final int RESET_POSITION_OFFSET = 216;
    static final int EARLIER_OFFSET = 232;
    static final int RESETS_OF_ALL_OFFSET = 240;
    static final int RESET_OF_ALL_POSITION_OFFSET = 248;
    static final int CHECKED_OFFSET = 288;
    static final long CHECKS_WANTED = -1;
    static final int STEPS_OFFSET = 384;
    static final int STEP_LENGTH = 16;
    static final int COUNTS_OFFSET = 416;
    static final int COUNT_LENGTH = 16;
    static final int DIGESTS_OFFSET = 448;
    static final int STARTS_OFFSET = 464;

    /**
     * Of a mirror: what it is a mirror of, how the resets of the two differ, whether that is to be found anew, and how
     * far it is in the original.
     */
    static final int ORIGINAL_OFFSET = 296;
    static final int MORE_RESETS_OFFSET = 304;
    static final int MEETS_OFFSET = 312;
    /** The original's resets that are over are all that the mirror's hub has had. */
    static final int MEETS_IN_RUN = 1;
    /** The original is about to have one more, which the mirror has had already. */
    static final int MEETS_AHEAD = 2;
    static final int MIRRORED_OFFSET = 480;
    static final int MIRRORED_LENGTH = 16;

    static final int CHANNEL_TABLE_OFFSET = 512;
    static final int CHANNEL_LENGTH = 192;
    static final int MOST_CHANNELS = 64;
    static final int MAX_BYTES_OFFSET = 112;
    static final int LATEST_OFFSET = 116;
    static final int PROMISE_OFFSET = 128;

    static final int COPIED_OFFSET = 8;
    static final int MARK_OFFSET = 16;
    static final int HANDED_OFFSET = 80;
    static final int HANDED_LENGTH = 16;
    static final int MISSED_OFFSET = 112;

    static final int CHANNEL_FIELD = TAG_FIELD;
    static final int STAMP_FIELD = 8;
    static final int SEQUENCE_FIELD = 16;
    static final int MESSAGE_LENGTH_FIELD = 24;
    static final int CHECK_FIELD = 28;
    static final int HEADER_LENGTH = 32;

    /** A message that was sent. */
    static final short MESSAGE = 2;

    /** The sender has been replaced: its messages before this, with later stamps than this, are void. */
    static final short VOID = 3;

    /**
     * While there is a listener, a message that was handed to the log's own asset: the channel is the number of the
     * input, the stamp when it was delivered, the sequence number the message's own; then, as an i64, the end of the
     * step that got it, 0 for a retroactive one.
     */
    static final short DELIVERED = 4;

    /** Frontier of a sender that is not there: no step waits for it. */
    static final long NOTHING_WILL_COME = Long.MAX_VALUE;

    /** A ring takes as many messages of the largest kind. */
    static final int LARGEST_MESSAGES = 4;

    /** Some thousand messages of usual size, and little enough for a processor's cache. */
    private static final int USUALLY_USED = 256 * 1024;

    /** For what was delivered to an asset that sends nothing. */
    private static final int LEAST_USED = 64 * 1024;

    /** How large a ring can grow, for steps that send much. */
    private static final int USUAL_CAPACITY = 16 * 1024 * 1024;

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
        return aligned(HEADER_LENGTH + messageLength);
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
        buffer.putLong(slotOffset(slot) + MARK_OFFSET, 0);
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

    /** Says in words of what kind a file is that begins with another number than {@link #MAGIC}. */
    static String strangerText(final long magic) {
        final int shift = Byte.SIZE * VERSION_OFFSET;
        final long difference = magic ^ MAGIC;
        return difference >>> shift << shift != difference ? " is no message log"
            : " is a message log of version " + ((magic >> shift) - '0') + ", and this program knows "
                + ((MAGIC >> shift) - '0') + ": take the release of the hub";
    }
}
