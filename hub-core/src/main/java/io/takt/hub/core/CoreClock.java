package io.takt.hub.core;

import io.takt.rule.CoreRule;
import io.takt.shm.clock.LowestTimes;
import java.util.BitSet;

/**
 * The core's own time T_c: rule (b) over the remembered times of all assets.
 *
 * <p>A remembered time is read anew only when it is too old to allow the next count-up; old readings are safe (S4). The
 * asset that retained the last count-up is asked first at the next one, so however many assets there are, a retained
 * count-up costs one reading; and of those that did not, only the blocks are looked at that have one whose remembered
 * time is too old.
 *
 * <p>Each asset has a slot, a small number that is used again after {@link #remove}. Pure state, owned by one thread.
 */
final class CoreClock {
    /** No asset. */
    static final int NONE = -1;

    /** Reads an asset's clock. */
    @FunctionalInterface
    interface Readings {
        /**
         * The newest T_i, or any earlier value of it.
         *
         * @param slot of the asset.
         * @return nanoseconds of simulation time.
         */
        long assetTimeNs(int slot);
    }

    private final long stepNs;
    private final long maxDelayNs;
    private final Readings readings;
    private final BitSet taken = new BitSet();
    private final LowestTimes seen = new LowestTimes();
    private long lowestSeenNs = LowestTimes.NONE;
    private long timeNs;
    private int blocker = NONE;
    private int lastBlocker = NONE;

    CoreClock(final long stepNs, final long maxDelayNs, final Readings readings) {
        this.stepNs = stepNs;
        this.maxDelayNs = maxDelayNs;
        this.readings = readings;
    }

    long timeNs() {
        return timeNs;
    }

    /** T' = T_c + ΔT_c; only when this {@link #isLast is not the last} time. */
    long nextNs() {
        return timeNs + stepNs;
    }

    /** Whether no later time of this clock fits into a long. */
    boolean isLast() {
        return CoreRule.isLast(timeNs, stepNs);
    }

    /** The slot of the asset that retained the last count-up, or {@link #NONE} when it progressed. */
    int blocker() {
        return blocker;
    }

    /** The remembered T_i of an asset; just read, for the {@link #blocker()}. */
    long seenNs(final int slot) {
        return seen.get(slot);
    }

    /** The core goes on from a time at which another left off; before there are assets. */
    void startAt(final long coreTimeNs) {
        timeNs = coreTimeNs;
    }

    /** Adds an asset that stands at T_c, or at most D_max before. */
    int add(final long assetTimeNs) {
        final int slot = taken.nextClearBit(0);
        taken.set(slot);
        seen.set(slot, assetTimeNs);
        lowestSeenNs = Math.min(lowestSeenNs, assetTimeNs);
        return slot;
    }

    /** From now on the asset does not bound the core. */
    void remove(final int slot) {
        taken.clear(slot);
        seen.set(slot, LowestTimes.NONE);
        if (blocker == slot) {
            blocker = NONE;
        }
        if (lastBlocker == slot) {
            lastBlocker = NONE;
        }
    }

    /** All clocks stand at 0 again. */
    void reset() {
        timeNs = 0;
        blocker = NONE;
        lowestSeenNs = 0;
        for (int slot = taken.nextSetBit(0); slot >= 0; slot = taken.nextSetBit(slot + 1)) {
            seen.set(slot, 0);
        }
    }

    /**
     * A count-up by rule (b).
     *
     * @return true when the clock has progressed to {@link #nextNs()}, false when it retained because of
     *     {@link #blocker()}.
     */
    boolean countUp() {
        final long nextNs = timeNs + stepNs;
        if (!CoreRule.allows(nextNs, lowestSeenNs, maxDelayNs) && !allAllow(nextNs)) {
            return false;
        }
        timeNs = nextNs;
        blocker = NONE;
        return true;
    }

    private boolean allAllow(final long nextNs) {
        if (lastBlocker != NONE && !allows(lastBlocker, nextNs)) {
            blocker = lastBlocker;
            return false;
        }
        for (int block = 0; block < seen.blocks(); block++) {
            if (!CoreRule.allows(nextNs, seen.lowestOf(block), maxDelayNs) && !allAllow(block, nextNs)) {
                lastBlocker = blocker;
                return false;
            }
        }
        lowestSeenNs = seen.lowest();
        return true;
    }

    private boolean allAllow(final int block, final long nextNs) {
        final int end = seen.endOf(block);
        for (int slot = block * LowestTimes.BLOCK; slot < end; slot++) {
            if (!CoreRule.allows(nextNs, seen.get(slot), maxDelayNs) && !allows(slot, nextNs)) {
                blocker = slot;
                return false;
            }
        }
        seen.settle(block);
        return true;
    }

    private boolean allows(final int slot, final long nextNs) {
        final long assetTimeNs = readings.assetTimeNs(slot);
        seen.raise(slot, assetTimeNs);
        return CoreRule.allows(nextNs, assetTimeNs, maxDelayNs);
    }
}
