package io.takt.shm.ring;

import io.takt.shm.waiting.Doorbell;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The writer's side of a ring. A record is claimed, filled in place, and committed; committed records are seen by
 * readers all at once when they are published. If the writer dies, or after {@link #discard}, an unpublished record is
 * as if it had never been written.
 *
 * <pre>
 *        heads of readers            published (tail)       next              limit
 *   ───────────┴──────────────────────────┴───────────────────┴─────────────────┴────►  positions
 *               read, or to be read          committed          room that is known
 * </pre>
 *
 * <p>Owned by one thread.
 */
public final class RingWriter {
    /** The answer of {@link #claim} when readers have to give room back first. */
    public static final int NO_ROOM = -1;

    /** Room is reserved in pieces of this share of the ring's used part. */
    private static final int PIECES = 16;

    private final Ring ring;
    private final AtomicBuffer buffer;
    private final int capacity;
    private final Signaller signaller;
    private final Growth growth;
    private long next;
    private long published;
    /** The writer may fill up to here without looking at heads; not beyond the end of the ring's used part. */
    private long limit;
    private long reserved;
    /** No reader needs records before this position less the ring's capacity. */
    private long room;
    private int used;
    /** Among what is not published yet. */
    private long padding;

    /**
     * Goes on where the ring ends.
     *
     * @param ring       to write.
     * @param signaller  wakes readers.
     * @param isTooSmall whether the ring is to grow whenever it is full.
     */
    public RingWriter(final Ring ring, final Signaller signaller, final BooleanSupplier isTooSmall) {
        this.ring = ring;
        this.buffer = ring.buffer();
        this.capacity = ring.capacity();
        this.signaller = signaller;
        this.growth = new Growth(ring, isTooSmall);
        this.next = ring.tail();
        this.published = next;
        this.room = next;
        this.limit = next;
        this.used = ring.used();
        // A process that was killed may have written there, or waited for room.
        this.reserved = ring.reserved();
        awaitRoomNoMore();
    }

    /**
     * Makes room for a record, in place of what was claimed before and not committed.
     *
     * @param length of the record at most, {@link RingLayout#aligned}; half of the ring's capacity at most.
     * @return the record's index in the file; its head is left to {@link #commit}. {@link #NO_ROOM} without room.
     */
    public int claim(final int length) {
        if (next + length > limit && !findRoom(length)) {
            return NO_ROOM;
        }
        if (next + length > reserved) {
            reserve(next + length);
        }
        return RingLayout.RING_OFFSET + (int) (next & capacity - 1);
    }

    /**
     * The record that was claimed is complete.
     *
     * @param length as was claimed, or less.
     * @param type   of the record.
     * @param tag    the user's number.
     */
    public void commit(final int length, final short type, final int tag) {
        buffer.putLong(RingLayout.RING_OFFSET + (int) (next & capacity - 1), RingLayout.head(length, type, tag));
        next += length;
    }

    /** All that is committed can be read from now on. */
    public void publish() {
        if (published != next) {
            growth.published(staged());
            published = next;
            padding = 0;
            buffer.putLongRelease(RingLayout.TAIL_OFFSET, next);
        }
    }

    /** {@return the position of the next record} */
    public long next() {
        return next;
    }

    /** {@return whether anything is committed and not published} */
    public boolean isStaged() {
        return published != next;
    }

    /** Records that are not published are gone. */
    public void discard() {
        next = published;
        padding = 0;
        // It may have been that of the next round of the ring.
        limit = next;
    }

    /** The next claim looks at the readers' heads first: there may be new readers. */
    public void forgetRoom() {
        limit = next;
    }

    /** Bytes that are not published yet. */
    private long staged() {
        return next - published - padding;
    }

    /** Room for a record, behind padding where the ring ends before it. */
    private boolean findRoom(final int length) {
        if (length > capacity / 2) {
            throw new IllegalArgumentException("a record of " + length + " bytes in a ring of " + capacity
                + ": half of the ring is the most, for which there is always room in the end");
        }
        room = lowestHead() + capacity;
        if (next + length > end() && growth.grow(next, staged() + length)) {
            used = ring.used();
        }
        if (next + length > end()) {
            final int left = capacity - offset();
            if (next + left + length > room) {
                return false;
            }
            limit = room;
            reserve(next + left + length);
            buffer.putLong(ring.indexOf(next), RingLayout.head(left, RingLayout.PADDING, 0));
            next += left;
            padding += left;
        }
        limit = Math.min(room, end());
        return next + length <= limit;
    }

    private int offset() {
        return (int) (next & capacity - 1);
    }

    /**
     * The end of the ring's used part; if that is not all of the ring, there is still room for the head of the padding
     * behind it.
     */
    private long end() {
        return next - offset() + (used == capacity ? capacity : used - RingLayout.ALIGNMENT);
    }

    /** Stored before the bytes are written: by it a reader without a slot sees that its record may be overwritten. */
    private void reserve(final long upTo) {
        if (upTo > reserved) {
            reserved = Math.min(upTo + used / PIECES, limit);
            buffer.putLongRelease(RingLayout.RESERVED_OFFSET, reserved);
            VarHandle.storeStoreFence();
        }
    }

    /**
     * Room that readers have given back is free for writing, once their reads are done. Unpublished records are kept in
     * any case: a new reader may begin there.
     */
    private long lowestHead() {
        Doorbell.fence();
        return ring.lowestHead(published);
    }

    /**
     * Wakes readers that sleep for a level, or for news; one that is about to sleep finds it when it looks again. To be
     * called after a fence.
     *
     * @param level  that is reached.
     * @param isNews whether there are new records.
     */
    public void wake(final long level, final boolean isNews) {
        if (buffer.getLongVolatile(RingLayout.SLEEPERS_OFFSET) != 0) {
            wakeSleepers(level, isNews);
        }
    }

    private void wakeSleepers(final long level, final boolean isNews) {
        buffer.putLongVolatile(RingLayout.SLEEPERS_OFFSET, 0);
        boolean anyLeft = false;
        final int slots = ring.slots();
        for (int slot = 0; slot < slots; slot++) {
            final long awaited = awaited(slot);
            if (awaited != RingLayout.AWAKE) {
                final boolean isForNews = isForNews(slot);
                if (awaited <= level && awaited != RingLayout.NO_LEVEL || isNews && isForNews) {
                    ring(slot);
                } else {
                    anyLeft |= isForNews || awaited != RingLayout.NO_LEVEL;
                }
            }
        }
        if (anyLeft) {
            buffer.putLongVolatile(RingLayout.SLEEPERS_OFFSET, 1);
        }
    }

    private long awaited(final int slot) {
        return ring.isInUse(slot)
            ? buffer.getLongVolatile(RingLayout.slotOffset(slot) + RingLayout.AWAITED_OFFSET) : RingLayout.AWAKE;
    }

    /** Stored before what it awaits. */
    private boolean isForNews(final int slot) {
        return buffer.getLong(RingLayout.slotOffset(slot) + RingLayout.NEWS_OFFSET) == 1;
    }

    private void ring(final int slot) {
        signaller.ring(buffer.getLongVolatile(RingLayout.slotOffset(slot) + RingLayout.DOORBELL_OFFSET));
    }

    /**
     * There is no room: from now on a reader rings when it makes room, and sleeping readers that hold room are woken to
     * read.
     *
     * @param doorbell number of the counter on which the writer is about to sleep.
     */
    public void awaitRoom(final long doorbell) {
        buffer.putLong(RingLayout.WAITER_DOORBELL_OFFSET, doorbell);
        buffer.putLongVolatile(RingLayout.WAITS_OFFSET, 1);
        Doorbell.fence();
        final int slots = ring.slots();
        for (int slot = 0; slot < slots; slot++) {
            final boolean isInTheWay = ring.head(slot) <= room - capacity;
            if (isInTheWay && awaited(slot) != RingLayout.AWAKE) {
                ring(slot);
            }
        }
    }

    /** {@return whether room was made since the last try, so that {@link #claim} is worth another one} */
    public boolean hasMoreRoom() {
        return lowestHead() + capacity > room;
    }

    /** {@return whether the writer waits for room: between {@link #awaitRoom} and {@link #awaitRoomNoMore}} */
    public boolean isRoomAwaited() {
        return ring.isRoomWanted();
    }

    /** The writer waits for room no more. */
    public void awaitRoomNoMore() {
        buffer.putLongRelease(RingLayout.WAITS_OFFSET, 0);
    }
}
