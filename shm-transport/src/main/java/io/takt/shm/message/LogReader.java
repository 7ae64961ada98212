package io.takt.shm.message;

import io.takt.rule.GateRule;
import io.takt.shm.ring.DamageException;
import io.takt.shm.ring.RingReader;
import io.takt.shm.ring.Signaller;
import org.agrona.concurrent.AtomicBuffer;

/**
 * One receiver's side of a sender's log: finds its records, knows the sender's frontier, and gives room back.
 *
 * <pre>
 *              discard: the receiver is put back
 *  READING ─────────────────────────────────────────────► DISCARDING
 *     ▲        reads up to the sender's next reset           │  reads nothing: all that
 *     │                                                      │  was sent before is void
 *     └──────────────────────────────────────────────────────┘
 *              look: the sender has been put back, too;
 *              resume: all have been
 * </pre>
 *
 * <p>A message that is taken in stays in the log until the receiver has used it, so that a process that takes the
 * receiver's place finds it, too; unless the sender waits for room.
 *
 * <p>Owned by the thread that drives the receiver.
 */
final class LogReader {
    private enum State { READING, DISCARDING }

    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final int slot;
    private final int slotOffset;
    private final RingReader ring;
    private final Pieces pieces;
    /** The record that was read last, where this is the log's only reader of its thread. */
    private final LogRecord record;
    /** The thread's records of the log; null while there is no other reader. */
    private LogRecords shared;
    /** Where among those the record is that was read last. */
    private int place;
    /** And the one that was read before that, and asked for again last. */
    private int earlierPlace;
    private long tailSeen;
    private long frontierNs = GateRule.NOTHING_PUBLISHED;
    /** The frontier before the last look. */
    private long foundUpToNs = GateRule.NOTHING_PUBLISHED;
    private long voidUntil;
    private long voidAfterNs;
    private int handedPair;
    private boolean hasLooked;
    private long resets;
    private State state = State.READING;

    LogReader(final MessageLog log, final int slot, final Signaller signaller) {
        this.log = log;
        this.buffer = log.buffer();
        this.slot = slot;
        this.slotOffset = LogLayout.slotOffset(slot);
        this.resets = log.resets();
        this.ring = new RingReader(log.ring(), slot, log.resetPosition(), signaller);
        this.pieces = new Pieces(log, ring.head());
        this.record = new LogRecord(log);
        buffer.putLong(slotOffset + LogLayout.COPIED_OFFSET, 0);
    }

    MessageLog log() {
        return log;
    }

    /** Other receivers of the thread read the log, too. */
    void share(final LogRecords records) {
        shared = records;
        shared.look();
    }

    /** Knows where the next record is, and how much has been given back. */
    RingReader ring() {
        return ring;
    }

    /**
     * Whether everything is published that is delivered up to a time.
     *
     * @param wantedNs the time.
     * @param delayNs  least delay of the channels in question.
     */
    boolean isPublished(final long wantedNs, final long delayNs) {
        if (GateRule.opens(wantedNs, frontierNs, delayNs)) {
            return true;
        }
        return GateRule.opens(wantedNs, publishedUpToNs(), delayNs);
    }

    /**
     * The stamp up to which, inclusive, everything is published, or nothing will be sent, on some channels.
     *
     * @return the largest long of a sender of which nothing will come.
     */
    long publishedUpToNs() {
        hasLooked = true;
        final long nowNs = log.frontierNs();
        if (nowNs == LogLayout.NOTHING_WILL_COME) {
            // An absent sender may come, and then receivers have to wait for it.
            return nowNs;
        }
        if (isOfThisRun()) {
            frontierNs = nowNs;
        }
        return frontierNs;
    }

    /** Whether a promise makes up for a frontier that is not far enough. */
    boolean isPromised(final int channel, final long wantedNs, final long delayNs) {
        return GateRule.opensByPromise(wantedNs, promisedNs(channel), delayNs);
    }

    /** Before which time nothing will be sent on a channel; 0 for no promise. */
    long promisedNs(final int channel) {
        hasLooked = true;
        final long promisedNs = log.promiseNs(channel);
        return isOfThisRun() ? promisedNs : 0;
    }

    /**
     * Whether values that were just read of the sender are of the receiver's run. After its reset a sender says nothing
     * more of the run before, and a mirror may lack what it said last.
     */
    private boolean isOfThisRun() {
        return log.resets() == resets;
    }

    /** Whether the sender's frontier was read since the last {@link #look}: there may be messages not found yet. */
    boolean hasLooked() {
        return hasLooked;
    }

    /** Whether a step of the sender is done, and all its messages have been found, sent or voided. */
    boolean isFound(final long stampNs) {
        return stampNs <= foundUpToNs;
    }

    /** Looks how much there is. Says whether there is anything to read. */
    boolean look() {
        hasLooked = false;
        foundUpToNs = log.frontierNs();
        // Written by the hub before it says that there is no sender.
        voidUntil = log.voidUntil();
        voidAfterNs = log.voidAfterNs();
        final long tail = log.tail();
        if (tail == ring.end() && state == State.READING) {
            return ring.hasNext();
        }
        ring.readUpTo(tail);
        tailSeen = tail;
        record.look();
        if (shared != null) {
            shared.look();
        }
        // The tail was read first, so of messages that were sent after a reset the count of resets is seen, too.
        if (log.resets() != resets) {
            if (state == State.DISCARDING) {
                resumeBehindReset();
            }
            ring.readUpTo(log.resets() == resets ? tail : Math.min(tail, log.resetPosition()));
        } else if (state == State.DISCARDING) {
            ring.goTo(tail);
            ring.giveBack(tail);
        }
        return ring.hasNext();
    }

    /**
     * Whether all records that are there to read are in the order of their stamps, and later than all that were read.
     */
    boolean isInOrder() {
        return log.earlierPosition() <= ring.cursor();
    }

    /** A message of a sender that has gone for good, in a step that it did not end. */
    boolean isVoid(final long position, final long stampNs) {
        return position < voidUntil && stampNs > voidAfterNs;
    }

    /** Counts the senders that have gone for good, and those that have come after them. */
    long voidUntil() {
        return voidUntil;
    }

    /** Whether the record at the cursor is such a message. */
    boolean isVoid(final long stampNs) {
        return isVoid(ring.cursor(), stampNs);
    }

    /**
     * Notes that a step up to a time has ended, and the position before which all retroactive messages were handed
     * over; -1 for all that were read so far.
     */
    void handed(final long position, final long timeNs) {
        handedPair ^= LogLayout.HANDED_LENGTH;
        final int offset = slotOffset + LogLayout.HANDED_OFFSET + handedPair;
        buffer.putLong(offset, timeNs);
        buffer.putLong(offset + Long.BYTES, position < 0 ? ring.cursor() : position);
    }

    /** The position before which a predecessor was handed all messages, in the steps that it ended by a time. */
    long handedBy(final long timeNs) {
        final int offset = slotOffset + LogLayout.HANDED_OFFSET;
        final long first = buffer.getLong(offset);
        final long second = buffer.getLong(offset + LogLayout.HANDED_LENGTH);
        handedPair = second <= timeNs && (second > first || first > timeNs) ? LogLayout.HANDED_LENGTH : 0;
        return buffer.getLong(offset + handedPair) <= timeNs ? buffer.getLong(offset + handedPair + Long.BYTES) : 0;
    }

    /**
     * The record at the cursor, until another one is asked for. Throws {@link DamageException} when no sender has
     * written it. The header alone is looked at; the message is when its bytes are summed up for the digest.
     */
    LogRecord next() {
        final long position = ring.cursor();
        if (shared == null) {
            return record.position() == position ? record : record.readWhole(position, tailSeen);
        }
        place = shared.find(place, position, tailSeen);
        return shared.in(place);
    }

    /** A record that was passed, and not given back; like {@link #next}. */
    LogRecord earlier(final long position) {
        if (shared == null) {
            return record.readWhole(position, tailSeen);
        }
        earlierPlace = shared.find(earlierPlace, position, tailSeen);
        return shared.in(earlierPlace);
    }

    /** The stamp of such a record; any number where it was given back. */
    long stampNs(final long position) {
        return buffer.getLong(log.indexOf(position) + LogLayout.STAMP_FIELD);
    }

    /** Goes on behind a record of this length, after {@link #noteDelivery} was told its delivery. */
    void pass(final int length) {
        ring.pass(length);
        pieces.read(ring.cursor());
    }

    /** Whether a piece of the records that were read can be given back by itself. */
    boolean hasPiece() {
        return pieces.isAnyAfter(ring.head());
    }

    /** The end of the piece that is to be given back first; the end of all that was read if there is no piece. */
    long pieceEnd() {
        return hasPiece() ? pieces.firstEnd() : ring.cursor();
    }

    /**
     * Gives back the first piece, of which the receiver has a copy. A successor of the receiver's process needs
     * these messages until the receiver is {@code keptForNs} past their delivery.
     */
    void giveBackPiece(final long keptForNs) {
        final boolean isPiece = hasPiece();
        final long position = pieceEnd();
        final long deliveryNs = pieces.deliveryNs();
        if (position > ring.head() && deliveryNs != Pieces.NOTHING) {
            noteMissed(deliveryNs > Long.MAX_VALUE - keptForNs ? Long.MAX_VALUE : deliveryNs + keptForNs);
        }
        ring.giveBack(position);
        if (isPiece) {
            pieces.drop();
        } else {
            pieces.forget(position);
        }
    }

    private void noteMissed(final long untilNs) {
        final int offset = slotOffset + LogLayout.MISSED_OFFSET;
        // At the start nothing is used yet, whatever is delivered then.
        buffer.putLongRelease(offset, Math.max(buffer.getLong(offset), Math.max(untilNs, 1)));
    }

    /** Counts the unused messages that only this process has; told before their room is given back. */
    void copied(final long messages) {
        buffer.putLongRelease(slotOffset + LogLayout.COPIED_OFFSET, messages);
    }

    /** A message that is read is delivered then. */
    void noteDelivery(final long deliveryNs) {
        pieces.noteDelivery(deliveryNs);
    }

    /** All messages delivered up to a time have been used, and the step is published. */
    void used(final long upToNs) {
        ring.giveBack(pieces.dropDelivered(upToNs));
    }

    /** The receiver is reset to its start: messages from before the sender's own reset do not count any more. */
    void discard() {
        LogLayout.forgetUse(buffer, slot);
        state = State.DISCARDING;
        ring.readUpTo(ring.cursor());
    }

    /**
     * Sender and receiver have been reset: everything before is void; of a sender that is gone, all records are.
     *
     * @return the position up to which all is void.
     */
    long resume() {
        final long ofAll = log.resetsOfAll();
        if (state == State.READING && ofAll == resets) {
            return resumeFrom(log.resetOfAllPosition(), ofAll);
        }
        return state == State.DISCARDING && ofAll <= resets && log.resets() == resets
            ? resumeFrom(log.tail(), resets) : resumeBehindReset();
    }

    /** The sender may be one reset ahead, of which the receiver has not heard: its next one. */
    private long resumeBehindReset() {
        final long newest = log.resets();
        final long start = log.resetPosition();
        // Read last: a sender that is ahead by then was so only when the reset before was over.
        final long ofAll = log.resetsOfAll();
        return ofAll > resets ? resumeFrom(log.resetOfAllPosition(), ofAll) : resumeFrom(start, newest);
    }

    private long resumeFrom(final long start, final long afterResets) {
        if (state == State.DISCARDING || ring.cursor() < start) {
            ring.goTo(Math.max(ring.cursor(), start));
            pieces.forget(ring.cursor());
        }
        ring.readUpTo(ring.cursor());
        state = State.READING;
        resets = afterResets;
        ring.giveBack(start);
        frontierNs = GateRule.NOTHING_PUBLISHED;
        foundUpToNs = GateRule.NOTHING_PUBLISHED;
        return start;
    }
}
