package io.takt.hub.core;

import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import io.takt.shm.clock.LowestTimes;
import java.util.BitSet;

/**
 * The core's own time T_c: rule (b) over the remembered times of all assets; and of a child hub rule (a) towards its
 * parent, for which it is an asset.
 *
 * <p>A remembered time is read anew only when it is too old to allow the next count-up; old readings are safe (S4). The
 * asset that retained the last count-up is asked first at the next one, so however many assets there are, a retained
 * count-up costs one reading. Of the others, only blocks that contain an outdated time are scanned.
 *
 * <p>Each asset has a slot, a small number that is used again after {@link #remove}. Pure state, owned by one thread.
 */
final class CoreClock {
    /** No asset. */
    static final int NONE = -1;

    /** Instead of an asset: the parent hub. */
    static final int PARENT = -2;

    /** The time of a parent that is not there. */
    private static final long NO_PARENT = Long.MAX_VALUE;

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

        /**
         * The newest T_c of the parent hub, or any earlier value of it.
         *
         * @return nanoseconds of simulation time; the largest long without a parent.
         */
        default long parentTimeNs() {
            return Long.MAX_VALUE;
        }
    }

    private final long stepNs;
    private final long maxDelayNs;
    private final Readings readings;
    private final BitSet taken = new BitSet();
    private final LowestTimes seen = new LowestTimes();
    private long lowestSeenNs = LowestTimes.NONE;
    private long timeNs;
    private long parentSeenNs;
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

    /** The slot of the asset that retained the last count-up; {@link #PARENT}, or {@link #NONE} when it progressed. */
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
        parentSeenNs = 0;
        blocker = NONE;
        lowestSeenNs = 0;
        for (int slot = taken.nextSetBit(0); slot >= 0; slot = taken.nextSetBit(slot + 1)) {
            seen.set(slot, 0);
        }
    }

    /**
     * A count-up by rule (b), and rule (a) where there is a parent.
     *
     * @return true when the clock has progressed to {@link #nextNs()}, false when it retained because of
     *     {@link #blocker()}.
     */
    boolean countUp() {
        final long nextNs = timeNs + stepNs;
        if (isHeldByParent()) {
            blocker = PARENT;
            return false;
        }
        if (!CoreRule.allows(nextNs, lowestSeenNs, maxDelayNs) && !allAllow(nextNs)) {
            return false;
        }
        timeNs = nextNs;
        blocker = NONE;
        return true;
    }

    /** Whether the parent, as it is now, does not allow the next count-up; that may not have been tried since. */
    boolean isHeldByParent() {
        return !parentAllows(parentSeenNs) && !parentAllows();
    }

    private boolean parentAllows() {
        parentSeenNs = readings.parentTimeNs();
        return parentAllows(parentSeenNs);
    }

    private boolean parentAllows(final long parentNs) {
        return parentNs == NO_PARENT || AssetRule.progresses(timeNs, stepNs, parentNs);
    }

    /**
     * The least time of all assets, read anew as far as that takes: the report of a child that reports its slowest.
     *
     * @return the largest long when there is no asset.
     */
    long slowestNs() {
        while (true) {
            final int slot = slowest();
            if (slot == NONE) {
                return LowestTimes.NONE;
            }
            final long nowNs = readings.assetTimeNs(slot);
            if (nowNs == seen.get(slot)) {
                return nowNs;
            }
            seen.set(slot, nowNs);
        }
    }

    /** An asset whose remembered time is the least; {@link #NONE} when there is no asset. */
    int slowest() {
        int lowest = NONE;
        while (lowest == NONE && seen.lowest() != LowestTimes.NONE) {
            lowest = slowestOf(lowestBlock());
        }
        return lowest;
    }

    private int lowestBlock() {
        int block = 0;
        while (seen.lowestOf(block) != seen.lowest()) {
            block++;
        }
        return block;
    }

    /** {@link #NONE} when the block's lowest time was a remembered one that has been raised since. */
    private int slowestOf(final int block) {
        final long beforeNs = seen.lowestOf(block);
        if (seen.settle(block) == beforeNs) {
            for (int slot = block * LowestTimes.BLOCK; slot < seen.endOf(block); slot++) {
                if (seen.get(slot) == beforeNs) {
                    return slot;
                }
            }
        }
        return NONE;
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
