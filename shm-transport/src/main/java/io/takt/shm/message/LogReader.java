package io.takt.shm.message;

import io.takt.asset.GateRule;
import io.takt.shm.waiting.Doorbell;
import org.agrona.concurrent.AtomicBuffer;

/**
 * One receiver's side of a sender's log: takes records in, knows the sender's frontier, and gives room back.
 *
 * <pre>
 *            the receiver is put back                the sender has been put back, too
 *  READING ──────────────────────────► DISCARDING ──────────────────────────────────────► READING
 *     ▲  reads up to the sender's next    reads nothing; all that was sent before is void
 *     │  reset, not beyond                                                              │
 *     └──────────────── everybody has been put back: resume ────────────────────────────┘
 * </pre>
 *
 * <p>What is taken in is kept in the log, too, until the receiver has it behind it, so that a process which takes the
 * receiver's place finds it; unless the sender waits for room.
 *
 * <p>Owned by the thread that drives the receiver.
 */
final class LogReader {
    /** Room is given back in pieces of this share of the ring. */
    private static final int PIECES = 8;

    /** Takes what is read. */
    interface Sink {
        /** A message; {@code index} is that of its record in the log's buffer. */
        void onMessage(LogReader from, int index, long position);

        /** What the sender sent before with later stamps is void. */
        void onVoid(LogReader from, long stampNs, long position);
    }

    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final int slotOffset;
    private final Bells bells;
    private final int piece;
    private long cursor;
    private long head;
    private long frontierNs = GateRule.NOTHING_PUBLISHED;
    private long resets;
    private boolean discarding;
    /** Of all that was taken in so far, and of what is before the checkpoint. */
    private long latestDeliveryNs;
    private long checkpoint;
    private long checkpointDeliveryNs;

    LogReader(final MessageLog log, final int slot, final Bells bells) {
        this.log = log;
        this.buffer = log.buffer();
        this.slotOffset = MessageLog.slotOffset(slot);
        this.bells = bells;
        this.piece = log.capacity() / PIECES;
        this.resets = log.resets();
        this.head = Math.max(buffer.getLongVolatile(slotOffset), log.resetPosition());
        this.cursor = head;
        this.checkpoint = head;
    }

    MessageLog log() {
        return log;
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
        frontierNs = log.frontierNs();
        return GateRule.opens(wantedNs, frontierNs, delayNs);
    }

    /** Whether a promise makes up for a frontier that is not far enough. */
    boolean isPromised(final int channel, final long wantedNs, final long delayNs) {
        return GateRule.opensByPromise(wantedNs, log.promiseNs(channel), delayNs);
    }

    /** Takes in all that is there. Says how many records there were. */
    int read(final Sink sink) {
        final long tail = log.tail();
        if (tail == cursor && !discarding) {
            giveBackIfWanted();
            return 0;
        }
        long end = tail;
        // The tail was read first: what a sender has sent since its reset is behind a count that has been seen, too.
        if (log.resets() != resets) {
            if (discarding) {
                resume();
            } else {
                end = Math.min(tail, log.resetPosition());
            }
        } else if (discarding) {
            cursor = tail;
            giveBack(cursor);
            return 0;
        }
        int records = 0;
        while (cursor < end) {
            final int index = log.indexOf(cursor);
            final short type = buffer.getShort(index + LogLayout.TYPE_FIELD);
            if (type == LogLayout.MESSAGE) {
                sink.onMessage(this, index, cursor);
            } else if (type == LogLayout.VOID) {
                sink.onVoid(this, buffer.getLong(index + LogLayout.STAMP_FIELD), cursor);
            }
            cursor += buffer.getInt(index + LogLayout.LENGTH_FIELD);
            records++;
        }
        giveBackIfWanted();
        return records;
    }

    /** A sender who waits for room gets all that there is; otherwise some is kept for a process that may follow. */
    private void giveBackIfWanted() {
        if (buffer.getLongVolatile(LogLayout.WAITS_OFFSET) == 1) {
            giveBack(cursor);
        }
    }

    /** A message that was taken in is delivered then. */
    void isDelivered(final long deliveryNs) {
        latestDeliveryNs = Math.max(latestDeliveryNs, deliveryNs);
    }

    /** All that is delivered up to a time has been used, and the step is published. */
    void used(final long upToNs) {
        if (upToNs >= checkpointDeliveryNs) {
            if (checkpoint - head >= piece) {
                giveBack(checkpoint);
            }
            checkpoint = cursor;
            checkpointDeliveryNs = latestDeliveryNs;
        }
    }

    /** Room before a position is the sender's again; wakes it if it waits for that. */
    private void giveBack(final long position) {
        if (position <= head) {
            return;
        }
        head = position;
        buffer.putLongRelease(slotOffset, position);
        Doorbell.fence();
        if (buffer.getLongVolatile(LogLayout.WAITS_OFFSET) == 1) {
            bells.ring(buffer.getLongVolatile(LogLayout.WAITER_DOORBELL_OFFSET));
        }
    }

    /** The receiver is put back to its start: nothing that was sent before the sender is, too, counts any more. */
    void discard() {
        discarding = true;
    }

    /** Sender and receiver have been put back: everything before that is void. */
    void resume() {
        discarding = false;
        resets = log.resets();
        cursor = Math.max(cursor, log.resetPosition());
        giveBack(cursor);
        checkpoint = cursor;
        checkpointDeliveryNs = 0;
        latestDeliveryNs = 0;
        frontierNs = GateRule.NOTHING_PUBLISHED;
    }

    /** The receiver is about to sleep. */
    void announce(final long awaited, final long doorbell) {
        buffer.putLong(slotOffset + LogLayout.DOORBELL_OFFSET, doorbell);
        buffer.putLongRelease(slotOffset + LogLayout.AWAITED_OFFSET, awaited);
        if (awaited != LogLayout.NO_NEWS) {
            buffer.putLongVolatile(LogLayout.SLEEPERS_OFFSET, 1);
        }
    }

    /** The receiver is awake. */
    void withdraw() {
        buffer.putLongRelease(slotOffset + LogLayout.AWAITED_OFFSET, LogLayout.AWAKE);
    }
}
