package io.takt.shm.clock;

import java.util.Arrays;

/**
 * Times by slot, in blocks whose lowest time is remembered. A search for a few of thousands of clocks looks at the
 * blocks that have one of them, not at all clocks. Pure state, owned by one thread.
 */
public final class LowestTimes {
    /** Slots of a block: with ten thousand clocks there are about as many blocks as a block has slots. */
    public static final int BLOCK = 64;

    /** Time of a slot that is not in use: later than all others. */
    public static final long NONE = Long.MAX_VALUE;

    private long[] timeNs = new long[0];
    private long[] lowestNs = new long[0];
    private int slots;

    /** {@return how many blocks there are} */
    public int blocks() {
        return lowestNs.length;
    }

    /** {@return one more than the highest slot that was set, be it in use or not any more} */
    public int slots() {
        return slots;
    }

    /**
     * The first slot that is not of a block any more.
     *
     * @param block 0 or greater, less than {@link #blocks()}.
     * @return at most the number of slots that have been set.
     */
    public int endOf(final int block) {
        return Math.min(slots, (block + 1) * BLOCK);
    }

    /**
     * The lowest time of a block, as of the last {@link #set} or {@link #settle}.
     *
     * @param block 0 or greater, less than {@link #blocks()}.
     * @return {@link #NONE} when no slot of the block is in use.
     */
    public long lowestOf(final int block) {
        return lowestNs[block];
    }

    /**
     * The time of a slot.
     *
     * @param slot that has been set.
     * @return its time.
     */
    public long get(final int slot) {
        return timeNs[slot];
    }

    /** {@return the lowest time of all; {@link #NONE} when no slot is in use} */
    public long lowest() {
        long lowest = NONE;
        for (final long each : lowestNs) {
            lowest = Math.min(lowest, each);
        }
        return lowest;
    }

    /**
     * Sets the time of a slot and the lowest of its block.
     *
     * @param slot   0 or greater.
     * @param newNs  its time; {@link #NONE} when it is not in use any more.
     */
    public void set(final int slot, final long newNs) {
        ensure(slot);
        slots = Math.max(slots, slot + 1);
        timeNs[slot] = newNs;
        settle(slot / BLOCK);
    }

    /**
     * Sets the time of a slot, to a later one, and leaves the lowest of its block as it is, which is too low then until
     * {@link #settle}.
     *
     * @param slot  that has been set.
     * @param newNs its time.
     */
    public void raise(final int slot, final long newNs) {
        timeNs[slot] = newNs;
    }

    /**
     * Finds the lowest time of a block anew.
     *
     * @param block 0 or greater, less than {@link #blocks()}.
     * @return its lowest time.
     */
    public long settle(final int block) {
        long lowest = NONE;
        final int end = endOf(block);
        for (int slot = block * BLOCK; slot < end; slot++) {
            lowest = Math.min(lowest, timeNs[slot]);
        }
        lowestNs[block] = lowest;
        return lowest;
    }

    private void ensure(final int slot) {
        final int block = slot / BLOCK;
        if (block >= lowestNs.length) {
            final int before = lowestNs.length;
            final int after = Math.max(block + 1, 2 * before);
            lowestNs = Arrays.copyOf(lowestNs, after);
            timeNs = Arrays.copyOf(timeNs, after * BLOCK);
            Arrays.fill(lowestNs, before, after, NONE);
            Arrays.fill(timeNs, before * BLOCK, after * BLOCK, NONE);
        }
    }
}
