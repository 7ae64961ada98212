package io.takt.shm.ring;

import io.takt.asset.TaktException;
import org.agrona.BitUtil;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A ring of records in shared memory: its file, and the slots of its readers. {@link RingLayout} is the contract. The
 * slots are given and taken by one owner, which is neither the writer nor a reader.
 */
public final class Ring {
    /** The answer of {@link #unusedSlot} when all are in use. */
    public static final int NONE = -1;

    private final AtomicBuffer buffer;
    private final String name;
    private final int capacity;
    private final Backing backing;

    /**
     * A ring that was made before.
     *
     * @param buffer  all of the file.
     * @param name    of the ring, for errors.
     * @param backing of that part of the ring which is not used yet.
     * @throws DamageException when the file is none of a ring.
     */
    public Ring(final AtomicBuffer buffer, final String name, final Backing backing) {
        final long stated = buffer.getLong(RingLayout.CAPACITY_OFFSET);
        if (stated != buffer.capacity() - RingLayout.RING_OFFSET || !BitUtil.isPowerOfTwo((int) stated)) {
            throw new DamageException(name + " is damaged: it states a capacity of " + stated + " bytes, and has "
                + (buffer.capacity() - RingLayout.RING_OFFSET) + "; a power of 2 would be right");
        }
        this.buffer = buffer;
        this.name = name;
        this.capacity = (int) stated;
        this.backing = backing;
    }

    /**
     * Makes a ring of memory that is all zeros.
     *
     * @param buffer  all of the file: the header, and the ring behind it.
     * @param name    of the ring, for errors.
     * @param used    how much of it is used at first, a power of 2; only that needs memory yet.
     * @param backing of the rest.
     * @return the ring, without readers.
     */
    public static Ring create(final AtomicBuffer buffer, final String name, final int used, final Backing backing) {
        buffer.putLong(RingLayout.CAPACITY_OFFSET, buffer.capacity() - RingLayout.RING_OFFSET);
        buffer.putLong(RingLayout.USED_OFFSET, used);
        buffer.putLong(RingLayout.USED_AT_FIRST_OFFSET, used);
        return new Ring(buffer, name, backing);
    }

    /** {@return the file: header and ring} */
    public AtomicBuffer buffer() {
        return buffer;
    }

    /** {@return its name in errors} */
    public String name() {
        return name;
    }

    /** {@return how large the ring can grow, in bytes; a power of 2} */
    public int capacity() {
        return capacity;
    }

    /** {@return how much of the ring is used, in bytes; a power of 2} */
    public int used() {
        final int used = (int) buffer.getLongVolatile(RingLayout.USED_OFFSET);
        return used == 0 ? capacity : used;
    }

    /** {@return {@link #used()} when the ring was made, in bytes; where that is not known, as of now} */
    public int usedAtFirst() {
        final int atFirst = (int) buffer.getLong(RingLayout.USED_AT_FIRST_OFFSET);
        return atFirst == 0 ? used() : atFirst;
    }

    /**
     * By the writer: uses twice as much of the ring.
     *
     * @return false when it cannot be, or there is no memory.
     */
    public boolean grow() {
        final int used = used();
        if (used == capacity || !backing.provide(buffer, RingLayout.RING_OFFSET + used, used)) {
            return false;
        }
        buffer.putLongRelease(RingLayout.USED_OFFSET, 2L * used);
        return true;
    }

    /**
     * Where a record is.
     *
     * @param position of the record.
     * @return its index in the file.
     */
    public int indexOf(final long position) {
        return RingLayout.RING_OFFSET + (int) (position & capacity - 1);
    }

    /** {@return the position of the next record: bytes since the ring was made} */
    public long tail() {
        return buffer.getLongVolatile(RingLayout.TAIL_OFFSET);
    }

    /** {@return the position from which on nothing has been written yet} */
    public long reserved() {
        return buffer.getLongVolatile(RingLayout.RESERVED_OFFSET);
    }

    /**
     * How many slots are or were in use.
     *
     * @return 0 for a ring that was never read.
     * @throws TaktException when the ring has not so many.
     */
    public int slots() {
        final int slots = buffer.getIntVolatile(RingLayout.SLOTS_OFFSET);
        if (slots < 0 || slots > RingLayout.MOST_SLOTS) {
            throw new DamageException(name + " is damaged: it counts " + slots + " slots in use, and has "
                + RingLayout.MOST_SLOTS);
        }
        return slots;
    }

    /**
     * Whether a slot is in use.
     *
     * @param slot its number.
     * @return whether its reader keeps records from being overwritten.
     */
    public boolean isInUse(final int slot) {
        return buffer.getIntVolatile(RingLayout.slotOffset(slot) + RingLayout.IN_USE_OFFSET) == 1;
    }

    /**
     * The head of a slot.
     *
     * @param slot its number.
     * @return the position before which its reader needs nothing.
     */
    public long head(final int slot) {
        return buffer.getLongVolatile(RingLayout.slotOffset(slot));
    }

    /**
     * By the slots' owner, while there is no reader behind the slot: nothing before a position is needed.
     *
     * @param slot     its number.
     * @param position the new head.
     */
    public void head(final int slot, final long position) {
        buffer.putLongVolatile(RingLayout.slotOffset(slot), position);
    }

    /**
     * The reader in a slot.
     *
     * @param slot its number.
     * @return its name.
     */
    public String reader(final int slot) {
        return RingLayout.text(buffer, RingLayout.slotOffset(slot) + RingLayout.READER_OFFSET);
    }

    /**
     * The slot that a reader has.
     *
     * @param reader its name.
     * @return {@link #NONE} when it has none.
     */
    public int slotOf(final String reader) {
        for (int slot = 0; slot < slots(); slot++) {
            if (isInUse(slot) && reader(slot).equals(reader)) {
                return slot;
            }
        }
        return NONE;
    }

    /** {@return by the slots' owner, the number of a slot that is not in use; {@link #NONE} when all are} */
    public int unusedSlot() {
        int slot = 0;
        while (slot < slots() && isInUse(slot)) {
            slot++;
        }
        return slot == RingLayout.MOST_SLOTS ? NONE : slot;
    }

    /**
     * By the slots' owner: gives a slot that is not in use to a reader.
     *
     * @param slot     its number.
     * @param reader   the reader's name.
     * @param position from which on it is to read.
     */
    public void use(final int slot, final String reader, final long position) {
        final int offset = RingLayout.slotOffset(slot);
        RingLayout.putText(buffer, offset + RingLayout.READER_OFFSET, reader);
        buffer.putLong(offset + RingLayout.AWAITED_OFFSET, RingLayout.AWAKE);
        buffer.putLongRelease(offset, position);
        buffer.putIntRelease(RingLayout.SLOTS_OFFSET, Math.max(slots(), slot + 1));
        buffer.putIntVolatile(offset + RingLayout.IN_USE_OFFSET, 1);
    }

    /**
     * By the slots' owner: a reader needs nothing any more.
     *
     * @param slot its number.
     */
    public void free(final int slot) {
        buffer.putIntRelease(RingLayout.slotOffset(slot) + RingLayout.IN_USE_OFFSET, 0);
    }

    /** {@return whether the writer waits for room: from its announcement until it finds some} */
    public boolean isRoomWanted() {
        return buffer.getLongVolatile(RingLayout.WAITS_OFFSET) == 1;
    }

    /** {@return the slot of the reader that is the furthest behind; {@link #NONE} without readers} */
    public int lastSlot() {
        int last = NONE;
        long lowest = Long.MAX_VALUE;
        final int slots = slots();
        for (int slot = 0; slot < slots; slot++) {
            final long head = head(slot);
            if (isInUse(slot) && head < lowest) {
                last = slot;
                lowest = head;
            }
        }
        return last;
    }

    /**
     * Least of some position and the heads of all readers.
     *
     * @param position at most this.
     * @return the position before which no reader needs anything.
     */
    public long lowestHead(final long position) {
        long lowest = position;
        final int slots = slots();
        for (int slot = 0; slot < slots; slot++) {
            if (isInUse(slot)) {
                lowest = Math.min(lowest, head(slot));
            }
        }
        return lowest;
    }
}
