package io.takt.shm.ring;

import io.takt.shm.waiting.Doorbell;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A reader's side of a ring. Records are read in place: they stay until the reader gives their room back, which it does
 * seldom, because its head is a cache line that the writer looks at.
 *
 * <pre>
 *        head                        cursor                 end                tail
 *   ───────┴───────────────────────────┴──────────────────────┴───────────────────┴────►  positions
 *            read, and not given back       to be read          not looked at yet
 * </pre>
 *
 * <p>Owned by one thread.
 */
public final class RingReader {
    private final Ring ring;
    private final AtomicBuffer buffer;
    private final int slotOffset;
    private final Signaller signaller;
    private long head;
    private long cursor;
    private long end;

    /**
     * Goes on where the slot's reader has been.
     *
     * @param ring      to read.
     * @param slot      of this reader.
     * @param from      nothing before this position is read, if the slot's head is less.
     * @param signaller wakes the writer when it waits for room.
     */
    public RingReader(final Ring ring, final int slot, final long from, final Signaller signaller) {
        this.ring = ring;
        this.buffer = ring.buffer();
        this.slotOffset = RingLayout.slotOffset(slot);
        this.signaller = signaller;
        this.head = Math.max(ring.head(slot), from);
        this.cursor = head;
        this.end = head;
    }

    /**
     * Says up to where records are to be read.
     *
     * @param position the tail, or less; the cursor at least.
     */
    public void readUpTo(final long position) {
        end = position;
    }

    /** {@return the position up to which records are to be read} */
    public long end() {
        return end;
    }

    /** {@return whether there is a record to read, at {@link #cursor()}} */
    public boolean hasNext() {
        return cursor < end;
    }

    /** {@return the position of the next record to be read} */
    public long cursor() {
        return cursor;
    }

    /**
     * That record has been read.
     *
     * @param length of the record.
     */
    public void pass(final int length) {
        cursor += length;
    }

    /**
     * Nothing before a position is read.
     *
     * @param position the new cursor.
     */
    public void goTo(final long position) {
        cursor = position;
        end = position;
    }

    /** {@return the position before which room has been given back: the slot's head} */
    public long head() {
        return head;
    }

    /**
     * Room before a position is the writer's again; wakes it if it waits for that.
     *
     * @param position one that was given back before changes nothing.
     */
    public void giveBack(final long position) {
        if (position <= head) {
            return;
        }
        head = position;
        buffer.putLongRelease(slotOffset, position);
        Doorbell.fence();
        if (ring.isRoomWanted()) {
            signaller.ring(buffer.getLongVolatile(RingLayout.WAITER_DOORBELL_OFFSET));
        }
    }

    /** {@return whether the writer waits for room of this reader, and of none that is further behind} */
    public boolean isInTheWay() {
        return ring.isRoomWanted() && ring.lowestHead(head) == head;
    }

    /**
     * The reader is about to sleep; it looks again before it does.
     *
     * @param level      for which it sleeps, 0 or more; {@link RingLayout#NO_LEVEL} for none.
     * @param isForNews  whether any record is to wake it, too.
     * @param doorbell   number of the counter on which.
     */
    public void announce(final long level, final boolean isForNews, final long doorbell) {
        buffer.putLong(slotOffset + RingLayout.DOORBELL_OFFSET, doorbell);
        buffer.putLong(slotOffset + RingLayout.NEWS_OFFSET, isForNews ? 1 : 0);
        buffer.putLongRelease(slotOffset + RingLayout.AWAITED_OFFSET, level);
        if (isForNews || level != RingLayout.NO_LEVEL) {
            buffer.putLongVolatile(RingLayout.SLEEPERS_OFFSET, 1);
        }
    }

    /** The reader is awake. */
    public void withdraw() {
        buffer.putLongRelease(slotOffset + RingLayout.AWAITED_OFFSET, RingLayout.AWAKE);
    }
}
