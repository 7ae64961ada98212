package io.takt.shm.message;

import io.takt.rule.GateRule;
import io.takt.shm.ring.RingWriter;
import io.takt.shm.ring.Signaller;
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
    private static final long UNKNOWN = Long.MAX_VALUE;

    /** So large a log may become for a listener, which looks now and then: some ten thousand messages. */
    private static final int ENOUGH_FOR_LISTENER = 1024 * 1024;

    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final RingWriter ring;
    private final RecordCheck check;
    private final boolean isChecked;
    private final long digest;
    private long count;
    private long publishedCount;
    private long sequence;
    private int stepSlot;
    private int countSlot;
    /** Readers were woken for all records before it. */
    private long wokenTail;
    /** The latest stamp that was sent in this run; {@link #UNKNOWN} if a predecessor may have sent. */
    private long latestStampNs = UNKNOWN;

    /** Goes on where the log ends; messages sent after {@code timeNs} have been voided, see {@link #voidAfter}. */
    LogWriter(final MessageLog log, final long timeNs, final Signaller signaller) {
        this.log = log;
        this.buffer = log.buffer();
        this.check = new RecordCheck(buffer);
        this.ring = new RingWriter(log.ring(), signaller, this::isTooSmall);
        this.publishedCount = Math.max(0, LogLayout.countBefore(log.buffer(), ring.next()));
        this.count = publishedCount;
        this.wokenTail = ring.next();
        // The count of the present tail stays; the next one is written to the other place.
        this.countSlot = buffer.getLong(LogLayout.COUNTS_OFFSET) == ring.next() ? 0 : LogLayout.COUNT_LENGTH;
        this.stepSlot = stepEndedBy(timeNs);
        final boolean goesOn = isDawnSent() && buffer.getLong(LogLayout.STEPS_OFFSET + stepSlot) <= timeNs;
        this.sequence = goesOn ? buffer.getLong(LogLayout.STEPS_OFFSET + stepSlot + Long.BYTES) : 0;
        this.digest = goesOn ? buffer.getLong(digestOffset()) : 0;
        this.isChecked = buffer.getLongVolatile(LogLayout.CHECKED_OFFSET) == LogLayout.CHECKS_WANTED;
        if (isChecked) {
            buffer.putLongRelease(LogLayout.CHECKED_OFFSET, ring.next() + 1);
        }
    }

    /** Whether the ring is to grow when it is full. */
    private boolean isTooSmall() {
        return Copies.isAny(log) || log.isTraced() && log.used() < ENOUGH_FOR_LISTENER;
    }

    /** Where the last step stands that ended by then. Sequence numbers of an unfinished step are given again. */
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
        return hasStepTo(timeNs) ? buffer.getLong(startOffset()) : otherwiseNs;
    }

    /** Whether a predecessor has ended a step at a time, in this run: each run begins with new logs, or resets them. */
    boolean hasStepTo(final long timeNs) {
        return isDawnSent() && buffer.getLong(LogLayout.STEPS_OFFSET + stepSlot) == timeNs;
    }

    private int startOffset() {
        return LogLayout.STARTS_OFFSET + stepSlot / LogLayout.STEP_LENGTH * Long.BYTES;
    }

    /** The digest of all that was delivered to a predecessor in the steps that it ended; 0 for none. */
    long digest() {
        return digest;
    }

    /** Whether the dawn of this run is there, all of it, by this process or one before it. */
    boolean isDawnSent() {
        return log.frontierNs() != GateRule.NOTHING_PUBLISHED;
    }

    boolean isEmpty() {
        return ring.next() == 0;
    }

    /** Messages up to this stamp stay valid when a sender starts at {@code timeNs}. */
    long keptUpToNs(final long timeNs) {
        return log.voidUntil() == ring.next() ? Math.min(timeNs, log.voidAfterNs()) : timeNs;
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
        return buffer.getInt(LogLayout.SLOTS_OFFSET) > 0 || log.isTraced();
    }

    boolean isTraced() {
        return log.isTraced();
    }

    /** Stages a message; false when there is no room. */
    boolean stage(final int channel, final long stampNs, final DirectBuffer message, final int index,
        final int length) {
        final boolean isStaged = stage(channel, stampNs, sequence, message, index, length);
        sequence += isStaged ? 1 : 0;
        return isStaged;
    }

    /**
     * Makes room for a message, to be written in place and committed.
     *
     * @return where it begins; {@link RingWriter#NO_ROOM} when there is none.
     */
    int claim(final int length) {
        final int record = ring.claim(LogLayout.recordLength(length));
        return record == RingWriter.NO_ROOM ? record : record + LogLayout.HEADER_LENGTH;
    }

    /** The message that was claimed, and begins there, is written; it may be shorter than was claimed. */
    void commit(final int channel, final long stampNs, final int at, final int length) {
        complete(at - LogLayout.HEADER_LENGTH, LogLayout.MESSAGE, channel, stampNs, sequence, length);
        sequence++;
        noteStamp(stampNs);
    }

    /** Stages a message that was sent elsewhere, with the number that it has there; false when there is no room. */
    boolean stage(final int channel, final long stampNs, final long itsSequence, final DirectBuffer message,
        final int index, final int length) {
        final int at = claim(length);
        if (at == RingWriter.NO_ROOM) {
            return false;
        }
        buffer.putBytes(at, message, index, length);
        complete(at - LogLayout.HEADER_LENGTH, LogLayout.MESSAGE, channel, stampNs, itsSequence, length);
        noteStamp(stampNs);
        return true;
    }

    /** A record is complete of which the bytes behind the header are written. */
    private void complete(final int record, final short type, final int channel, final long stampNs,
        final long itsSequence, final int length) {
        buffer.putLong(record + LogLayout.STAMP_FIELD, stampNs);
        buffer.putLong(record + LogLayout.SEQUENCE_FIELD, itsSequence);
        buffer.putInt(record + LogLayout.MESSAGE_LENGTH_FIELD, length);
        ring.commit(LogLayout.recordLength(length), type, channel);
        if (isChecked) {
            check(record, stampNs, itsSequence, length);
        }
        count++;
    }

    /** Readers need not look ahead for messages that belong before others where there are none. */
    private void noteStamp(final long stampNs) {
        if (stampNs >= latestStampNs) {
            latestStampNs = stampNs;
        } else {
            buffer.putLong(LogLayout.EARLIER_OFFSET, ring.next());
            latestStampNs = latestStampNs == UNKNOWN ? stampNs : latestStampNs;
        }
    }

    /** Stages the end of a predecessor, which may have sent a part of a step that is done again; false without room. */
    boolean voidAfter(final long timeNs) {
        final int record = ring.claim(LogLayout.HEADER_LENGTH);
        if (record == RingWriter.NO_ROOM) {
            return false;
        }
        buffer.putLong(record + LogLayout.STAMP_FIELD, timeNs);
        ring.commit(LogLayout.HEADER_LENGTH, LogLayout.VOID, 0);
        if (isChecked) {
            check(record, timeNs, 0, 0);
        }
        latestStampNs = UNKNOWN;
        noteStamp(timeNs);
        return true;
    }

    /** Stages that a message was handed to the asset itself; false when there is no room. */
    boolean stageDelivered(final int input, final long deliveryNs, final long messageSequence, final long stepFirstNs) {
        final int at = claim(Long.BYTES);
        if (at == RingWriter.NO_ROOM) {
            return false;
        }
        buffer.putLong(at, stepFirstNs);
        complete(at - LogLayout.HEADER_LENGTH, LogLayout.DELIVERED, input, deliveryNs, messageSequence, Long.BYTES);
        return true;
    }

    private void check(final int record, final long stampNs, final long itsSequence, final int length) {
        buffer.putInt(record + LogLayout.CHECK_FIELD, RecordCheck.word(
            RecordCheck.ofHeader(buffer.getLong(record), stampNs, itsSequence, length),
            RecordCheck.ofCrc(check.crc(buffer, record + LogLayout.HEADER_LENGTH, length))));
    }

    /** All that is staged can be read from now on. */
    void publish() {
        if (!ring.isStaged()) {
            return;
        }
        final long tail = ring.next();
        publishedCount = count;
        countSlot ^= LogLayout.COUNT_LENGTH;
        buffer.putLong(LogLayout.COUNTS_OFFSET + countSlot, tail);
        VarHandle.storeStoreFence();
        buffer.putLong(LogLayout.COUNTS_OFFSET + countSlot + Long.BYTES, count);
        ring.publish();
    }

    /** A step is done, and its time is about to be published: a successor of the sender then goes on from here. */
    void endStep(final long startNs, final long timeNs, final long newDigest) {
        stepSlot ^= LogLayout.STEP_LENGTH;
        buffer.putLong(LogLayout.STEPS_OFFSET + stepSlot, timeNs);
        buffer.putLong(LogLayout.STEPS_OFFSET + stepSlot + Long.BYTES, sequence);
        buffer.putLong(digestOffset(), newDigest);
        buffer.putLong(startOffset(), startNs);
    }

    /** The step's time is published: its messages were there before. {@link Doorbell#fence}, then {@link #wake}. */
    void advance(final long timeNs) {
        buffer.putLongRelease(LogLayout.FRONTIER_OFFSET, timeNs);
    }

    /** Wakes readers that sleep for a frontier, and if there are new records those that sleep for any. */
    void wake(final long frontierNs) {
        final long tail = log.tail();
        ring.wake(frontierNs, tail != wokenTail);
        wokenTail = tail;
    }

    void promise(final int channel, final long timeNs) {
        buffer.putLongRelease(LogLayout.channelOffset(channel) + LogLayout.PROMISE_OFFSET, timeNs);
        Doorbell.fence();
        ring.wake(timeNs, false);
    }

    /** Begins anew, from 0. Staged records are gone. */
    void reset() {
        ring.discard();
        count = publishedCount;
        sequence = 0;
        latestStampNs = UNKNOWN;
        log.reset();
    }

    /** Knows of room, and of readers that sleep: for them a frontier is the level. */
    RingWriter ring() {
        return ring;
    }
}
