package io.takt.hub.core;

import io.takt.hub.core.plan.HubPlan;
import io.takt.shm.clock.LowestTimes;

/** Replacements for spots of the hub's machine, see {@code Mutant} of the package {@code rule}. */
public final class BrokenHub {
    private static final int FIRST = 0;

    private BrokenHub() {
    }

    /** T_c - T_i ≤ D_max is T' - T_i ≤ D_max + ΔT_c. */
    static long maxDelayAndStepNs(final HubPlan plan) {
        return plan.maxDelayNs() + plan.coreStepNs();
    }

    /** The asset that came first seems to be beyond all times. */
    static long timeButOfTheFirst(final LowestTimes seen, final int slot) {
        return slot == FIRST ? Long.MAX_VALUE : seen.get(slot);
    }

    static int endButTheLast(final LowestTimes seen, final int block) {
        return seen.endOf(block) - 1;
    }

    static long atZero(final Core core) {
        return 0;
    }

    static long ahead(final Core core) {
        return core.timeNs() + 1;
    }

    /** Of the block, instead of the lowest. */
    static long greatest(final LowestTimes seen, final int block) {
        long greatestNs = 0;
        for (int slot = block * LowestTimes.BLOCK; slot < seen.endOf(block); slot++) {
            greatestNs = seen.get(slot) == LowestTimes.NONE ? greatestNs : Math.max(greatestNs, seen.get(slot));
        }
        return greatestNs;
    }

    static boolean neverEmpty(final Members members) {
        return false;
    }

    static void notGone(final Departures machine, final Member member) {
        // It still counts as a member.
    }

    /** All clocks are put back, and no others take their places. */
    static void sameEpoch(final Epoch epoch, final Members members) {
        epoch.coreClock().publish(0);
        members.forEach(member -> {
            member.clocks().time().publish(0);
            members.restart(member, member.clocks());
        });
    }
}
