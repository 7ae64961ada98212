package io.takt.shm.message;

import io.takt.rule.GateRule;
import io.takt.shm.waiting.Doorbell;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The sender's side of its log. Records are staged and then published all at once, with the step that they belong to;
 * so a step whose process dies has sent nothing. Only a step that sends more than fits in is seen in pieces.
 *
 * <p>Owned by the thread that drives the sender.
 */
final class LogWriter {
    /** Room is reserved in pieces of this share of what is used of the ring. */
    private static final int PIECES = 16;
    /** For so many steps there is to be room: one that is written, one that is read, and one between. */
    private static final int STEPS = 3;
    /** So often the ring is written over before it is asked again for memory that there was not. */
    private static final long ROUNDS_APART = 64;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final int capacity;
    private final Signaller signaller;
    private final RecordCheck check = new RecordCheck();
    private final boolean isChecked;
    private final long digest;
    private long next;
    private long published;
    /** Up to there readers need nothing any more. */
    private long room;
    /** Up to there is room on this side of the end of what is used of the ring. */
    private long limit;
    private int used;
    private long growAgainAt;
    /** Among what is not published yet. */
    private long padding;
    /** That were published at once so far. */
    private long mostBytes;
    private long reserved;
    private long count;
    private long publishedCount;
    private long sequence;
    private int stepSlot;
    private int countSlot;
    /** Of all that was sent in this run; {@link #UNKNOWN} where that may have been by somebody else, or before it. */
    private long latestStampNs = UNKNOWN;

    /** Goes on where the log ends; what was sent after {@code timeNs} has been voided, see {@link #voidAfter}. */
    LogWriter(final MessageLog log, final long timeNs, final Signaller signaller) {
        this.log = log;
        this.buffer = log.buffer();
        this.capacity = log.capacity();
        this.signaller = signaller;
        this.next = log.tail();
        this.published = next;
        this.room = next;
        this.limit = next;
        this.used = log.used();
        // A process that was killed may have written there.
        this.reserved = buffer.getLong(LogLayout.RESERVED_OFFSET);
        this.publishedCount = Math.max(0, LogLayout.countBefore(log.buffer(), next));
        this.count = publishedCount;
        // What belongs to the tail that stands is kept.
        this.countSlot = buffer.getLong(LogLayout.COUNTS_OFFSET) == next ? 0 : LogLayout.COUNT_LENGTH;
        this.stepSlot = stepEndedBy(timeNs);
        final boolean goesOn = log.frontierNs() != GateRule.NOTHING_PUBLISHED
            && buffer.getLong(LogLayout.STEPS_OFFSET + stepSlot) <= timeNs;
        this.sequence = goesOn ? buffer.getLong(LogLayout.STEPS_OFFSET + stepSlot + Long.BYTES) : 0;
        this.digest = goesOn ? buffer.getLong(digestOffset()) : 0;
        this.isChecked = buffer.getLongVolatile(LogLayout.CHECKED_OFFSET) == LogLayout.CHECKS_WANTED;
        if (isChecked) {
            buffer.putLongRelease(LogLayout.CHECKED_OFFSET, next + 1);
        }
    }

    /** Where the last step stands that ended by then, which is kept; numbers of one that did not are given again. */
    private int stepEndedBy(final long timeNs) {
        final long first = buffer.getLong(LogLayout.STEPS_OFFSET);
        final long second = buffer.getLong(LogLayout.STEPS_OFFSET + LogLayout.STEP_LENGTH);
        final boolean isFirstLater = first != second ? first > second
            // The dawn of time, and nothing before it.
            : buffer.getLong(LogLayout.STEPS_OFFSET + Long.BYTES)
                > buffer.getLong(LogLayout.STEPS_OFFSET + LogLayout.STEP_LENGTH + Long.BYTES);
        return first <= timeNs && (isFirstLater || second > timeNs) ? 0 : LogLayout.STEP_LENGTH;
    }

    private int digestOffset() {
        return LogLayout.DIGESTS_OFFSET + stepSlot / LogLayout.STEP_LENGTH * Long.BYTES;
    }

    /**
     * When the last step of a predecessor began that ended at a time.
     *
     * @return the other time when none did.
     */
    long startOfStepTo(final long timeNs, final long otherwiseNs) {
        return log.frontierNs() != GateRule.NOTHING_PUBLISHED
            && buffer.getLong(LogLayout.STEPS_OFFSET + stepSlot) == timeNs
            ? buffer.getLong(startOffset()) : otherwiseNs;
    }

    private int startOffset() {
        return LogLayout.STARTS_OFFSET + stepSlot / LogLayout.STEP_LENGTH * Long.BYTES;
    }

    /** Of what was delivered to a predecessor in the steps that it ended; 0 for none. */
    long digest() {
        return digest;
    }

    boolean isEmpty() {
        return next == 0;
    }

    /** Up to which stamp all that was sent before stays, when a sender begins who has got to a time. */
    long keptUpToNs(final long timeNs) {
        return log.voidUntil() == next ? Math.min(timeNs, log.voidAfterNs()) : timeNs;
    }

    long sequence() {
        return sequence;
    }

    /** Passes a number over: its message needs no record. */
    void skip() {
        sequence++;
    }

    /** Whether what is written is read. */
    boolean isRead() {
        return buffer.getInt(LogLayout.SLOTS_OFFSET) > 0 || isTraced();
    }

    boolean isTraced() {
        return log.isTraced();
    }

    /** Stages a message; false when there is no room. */
    boolean stage(final int channel, final long stampNs, final DirectBuffer message, final int index,
        final int length) {
        final int recordLength = LogLayout.recordLength(length);
        if (!makeRoom(recordLength)) {
            return false;
        }
        final int record = begin(recordLength, LogLayout.MESSAGE, channel, stampNs);
        buffer.putLong(record + LogLayout.SEQUENCE_FIELD, sequence);
        buffer.putInt(record + LogLayout.MESSAGE_LENGTH_FIELD, length);
        buffer.putBytes(record + LogLayout.HEADER_LENGTH, message, index, length);
        if (isChecked) {
            check(record, stampNs, sequence, length, check.ofBytes(message, index, length));
        }
        sequence++;
        count++;
        noteStamp(stampNs);
        return true;
    }

    /** Readers need not look ahead for messages that belong before others where there are none. */
    private void noteStamp(final long stampNs) {
        if (stampNs >= latestStampNs) {
            latestStampNs = stampNs;
        } else {
            buffer.putLong(LogLayout.EARLIER_OFFSET, next);
            latestStampNs = latestStampNs == UNKNOWN ? stampNs : latestStampNs;
        }
    }

    /** Stages the end of a predecessor, who may have sent a part of a step that is done again; false without room. */
    boolean voidAfter(final long timeNs) {
        if (!makeRoom(LogLayout.HEADER_LENGTH)) {
            return false;
        }
        final int record = begin(LogLayout.HEADER_LENGTH, LogLayout.VOID, 0, timeNs);
        if (isChecked) {
            check(record, timeNs, 0, 0, 0);
        }
        latestStampNs = UNKNOWN;
        noteStamp(timeNs);
        return true;
    }

    /** Stages that a message was handed to the asset itself; false when there is no room. */
    boolean stageDelivered(final int input, final long deliveryNs, final long messageSequence, final long stepFirstNs) {
        final int recordLength = LogLayout.recordLength(Long.BYTES);
        if (!makeRoom(recordLength)) {
            return false;
        }
        final int record = begin(recordLength, LogLayout.DELIVERED, input, deliveryNs);
        buffer.putLong(record + LogLayout.SEQUENCE_FIELD, messageSequence);
        buffer.putInt(record + LogLayout.MESSAGE_LENGTH_FIELD, Long.BYTES);
        buffer.putLong(record + LogLayout.HEADER_LENGTH, stepFirstNs);
        if (isChecked) {
            check(record, deliveryNs, messageSequence, Long.BYTES,
                check.ofBytes(buffer, record + LogLayout.HEADER_LENGTH, Long.BYTES));
        }
        count++;
        return true;
    }

    private void check(final int record, final long stampNs, final long itsSequence, final int length,
        final int ofBytes) {
        buffer.putInt(record + LogLayout.CHECK_FIELD, RecordCheck.word(
            RecordCheck.ofHeader(buffer.getLong(record), stampNs, itsSequence, length), ofBytes));
    }

    private int begin(final int recordLength, final short type, final int channel, final long stampNs) {
        final int record = log.indexOf(next);
        buffer.putLong(record, LogLayout.head(recordLength, type, channel));
        buffer.putLong(record + LogLayout.STAMP_FIELD, stampNs);
        next += recordLength;
        return record;
    }

    /** Room for a record, behind padding where the ring ends before it. */
    private boolean makeRoom(final int recordLength) {
        if (next + recordLength > limit && !findRoom(recordLength)) {
            return false;
        }
        reserve(next + recordLength);
        return true;
    }

    private boolean findRoom(final int recordLength) {
        room = lowestHead() + capacity;
        if (next + recordLength > end() && next >= growAgainAt && (isLittleFor(recordLength) || Copies.isAny(log))) {
            grow();
        }
        if (next + recordLength > end()) {
            final int left = capacity - offset();
            if (next + left + recordLength > room) {
                return false;
            }
            limit = room;
            reserve(next + left + recordLength);
            buffer.putLong(log.indexOf(next), LogLayout.head(left, LogLayout.PADDING, 0));
            next += left;
            padding += left;
        }
        limit = Math.min(room, end());
        return next + recordLength <= limit;
    }

    private void grow() {
        if (log.grow()) {
            used = log.used();
        } else {
            growAgainAt = next + ROUNDS_APART * capacity;
        }
    }

    private int offset() {
        return (int) (next & capacity - 1);
    }

    /** Of what is used of the ring; where that is not all, the head of what fills the rest has a place, too. */
    private long end() {
        return next - offset() + (used == capacity ? capacity : used - LogLayout.HEADER_LENGTH);
    }

    /** Whether what is used of the ring takes too few steps for sender and readers to work side by side. */
    private boolean isLittleFor(final int recordLength) {
        return STEPS * Math.max(mostBytes, staged() + recordLength) > used;
    }

    /** Bytes that are not published yet. */
    private long staged() {
        return next - published - padding;
    }

    /** A listener without a slot that reads a part of what is written now, finds that it is too late. */
    private void reserve(final long upTo) {
        if (upTo > reserved) {
            reserved = Math.min(upTo + used / PIECES, limit);
            buffer.putLongRelease(LogLayout.RESERVED_OFFSET, reserved);
            VarHandle.storeStoreFence();
        }
    }

    /**
     * The room that readers have given back is there for writing, after what they read. What is not published yet is
     * kept in any case: a reader may come who begins there.
     */
    private long lowestHead() {
        Doorbell.fence();
        long lowest = published;
        final int slots = log.slots();
        for (int slot = 0; slot < slots; slot++) {
            if (log.isInUse(slot)) {
                lowest = Math.min(lowest, buffer.getLongVolatile(LogLayout.slotOffset(slot)));
            }
        }
        return lowest;
    }

    /** All that is staged can be read from now on. Says whether there was anything. */
    boolean publish() {
        if (published == next) {
            return false;
        }
        mostBytes = Math.max(mostBytes, staged());
        published = next;
        padding = 0;
        publishedCount = count;
        countSlot ^= LogLayout.COUNT_LENGTH;
        buffer.putLong(LogLayout.COUNTS_OFFSET + countSlot, next);
        VarHandle.storeStoreFence();
        buffer.putLong(LogLayout.COUNTS_OFFSET + countSlot + Long.BYTES, count);
        buffer.putLongRelease(LogLayout.TAIL_OFFSET, next);
        return true;
    }

    /** No more is written until the run begins, and others may take slots until then. */
    void endDawn() {
        limit = next;
    }

    /** A step is done, and its time is about to be published: who takes the sender's place then goes on from here. */
    void endStep(final long startNs, final long timeNs, final long newDigest) {
        stepSlot ^= LogLayout.STEP_LENGTH;
        buffer.putLong(LogLayout.STEPS_OFFSET + stepSlot, timeNs);
        buffer.putLong(LogLayout.STEPS_OFFSET + stepSlot + Long.BYTES, sequence);
        buffer.putLong(digestOffset(), newDigest);
        buffer.putLong(startOffset(), startNs);
    }

    /** The step's time is published: what it has sent was there before. {@link Doorbell#fence}, then {@link #wake}. */
    void advance(final long timeNs) {
        buffer.putLongRelease(LogLayout.FRONTIER_OFFSET, timeNs);
    }

    void promise(final int channel, final long timeNs) {
        buffer.putLongRelease(LogLayout.channelOffset(channel) + LogLayout.PROMISE_OFFSET, timeNs);
        Doorbell.fence();
        wake(timeNs, false);
    }

    /** Begins anew, from 0. What was staged is gone. */
    void reset() {
        next = published;
        padding = 0;
        count = publishedCount;
        sequence = 0;
        latestStampNs = UNKNOWN;
        log.reset();
    }

    /**
     * Wakes readers who sleep for this frontier; one who is about to sleep finds it when he looks again. To be called
     * after a fence.
     */
    void wake(final long frontierNs, final boolean isNews) {
        if (buffer.getLongVolatile(LogLayout.SLEEPERS_OFFSET) == 0) {
            return;
        }
        buffer.putLongVolatile(LogLayout.SLEEPERS_OFFSET, 0);
        boolean anyLeft = false;
        final int slots = log.slots();
        for (int slot = 0; slot < slots; slot++) {
            final long awaited = awaited(slot);
            if (LogLayout.isReached(awaited, frontierNs, isNews)) {
                ring(slot);
            } else if (awaited != LogLayout.AWAKE && awaited != LogLayout.NO_NEWS) {
                anyLeft = true;
            }
        }
        if (anyLeft) {
            buffer.putLongVolatile(LogLayout.SLEEPERS_OFFSET, 1);
        }
    }

    private long awaited(final int slot) {
        return log.isInUse(slot)
            ? buffer.getLongVolatile(LogLayout.slotOffset(slot) + LogLayout.AWAITED_OFFSET) : LogLayout.AWAKE;
    }

    private void ring(final int slot) {
        signaller.ring(buffer.getLongVolatile(LogLayout.slotOffset(slot) + LogLayout.DOORBELL_OFFSET));
    }

    /** There is no room: from now on a reader who makes some rings, and those in the way who sleep are to read. */
    void awaitRoom(final long doorbell) {
        buffer.putLong(LogLayout.WAITER_DOORBELL_OFFSET, doorbell);
        buffer.putLongVolatile(LogLayout.WAITS_OFFSET, 1);
        Doorbell.fence();
        final int slots = log.slots();
        for (int slot = 0; slot < slots; slot++) {
            final boolean isInTheWay = buffer.getLongVolatile(LogLayout.slotOffset(slot)) <= room - capacity;
            if (isInTheWay && awaited(slot) != LogLayout.AWAKE) {
                ring(slot);
            }
        }
    }

    /** Whether room was made since the last try. */
    boolean hasMoreRoom() {
        return lowestHead() + capacity > room;
    }

    void awaitRoomNoMore() {
        buffer.putLongRelease(LogLayout.WAITS_OFFSET, 0);
    }
}
