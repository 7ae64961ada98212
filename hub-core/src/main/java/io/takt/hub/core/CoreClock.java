package io.takt.hub.core;

import io.takt.hub.rule.CoreRule;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The core's own time T_c: rule (b) over the remembered times of all assets.
 *
 * <p>A remembered time is read anew only when it is too old to allow the next count-up; old readings are safe (S4). The
 * asset that retained the last count-up is asked first at the next one, so however many assets there are, a retained
 * count-up costs one reading.
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

    /** The remembered time of a slot without an asset: it allows everything. */
    private static final long VACANT = Long.MAX_VALUE;

    private final long stepNs;
    private final long maxDelayNs;
    private final Readings readings;
    private final BitSet taken = new BitSet();
    private long[] seenNs = new long[0];
    private int slots;
    private long lowestSeenNs = VACANT;
    private long timeNs;
    private int blocker = NONE;

    CoreClock(final long stepNs, final long maxDelayNs, final Readings readings) {
        this.stepNs = stepNs;
        this.maxDelayNs = maxDelayNs;
        this.readings = readings;
    }

    long timeNs() {
        return timeNs;
    }

    long stepNs() {
        return stepNs;
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
        return seenNs[slot];
    }

    /** Adds an asset that stands at T_c, or at 0 before the start. */
    int add(final long assetTimeNs) {
        final int slot = taken.nextClearBit(0);
        taken.set(slot);
        if (slot == slots) {
            slots++;
            seenNs = slots > seenNs.length ? Arrays.copyOf(seenNs, Math.max(16, slots * 2)) : seenNs;
        }
        seenNs[slot] = assetTimeNs;
        lowestSeenNs = Math.min(lowestSeenNs, assetTimeNs);
        return slot;
    }

    /** From now on the asset does not bound the core. */
    void remove(final int slot) {
        taken.clear(slot);
        seenNs[slot] = VACANT;
        if (blocker == slot) {
            blocker = NONE;
        }
    }

    /** All clocks stand at 0 again. */
    void reset() {
        timeNs = 0;
        blocker = NONE;
        lowestSeenNs = 0;
        for (int slot = 0; slot < slots; slot++) {
            seenNs[slot] = taken.get(slot) ? 0 : VACANT;
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
        if (blocker != NONE && !allows(blocker, nextNs)) {
            return false;
        }
        long lowestNs = VACANT;
        for (int slot = 0; slot < slots; slot++) {
            if (!CoreRule.allows(nextNs, seenNs[slot], maxDelayNs) && !allows(slot, nextNs)) {
                blocker = slot;
                return false;
            }
            lowestNs = Math.min(lowestNs, seenNs[slot]);
        }
        lowestSeenNs = lowestNs;
        return true;
    }

    private boolean allows(final int slot, final long nextNs) {
        seenNs[slot] = readings.assetTimeNs(slot);
        return CoreRule.allows(nextNs, seenNs[slot], maxDelayNs);
    }
}
