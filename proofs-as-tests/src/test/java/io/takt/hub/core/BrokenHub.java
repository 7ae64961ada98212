package io.takt.hub.core;

import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.rule.Report;
import io.takt.shm.clock.LeftClocks;
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

    /** A child reports its core instead of its slowest member. */
    static long coreTime(final Report report, final long coreTimeNs, final long slowestNs) {
        return coreTimeNs;
    }

    /** A child says of a reset that it is done, and says so again when it has its new clocks. */
    static boolean doneTwice(final Attachment attachment) {
        final boolean isOver = attachment.resetDone();
        if (isOver && attachment.isChild()) {
            attachment.tell(new ToParent.ResetDone(null));
        }
        return isOver;
    }

    /** A child's knowledge of its parent outlives a reset. */
    static void parentsStay(final Epoch epoch) {
        // They are freed with the next epoch.
    }

    /** Where a killed hub's core stood. */
    static long noTime(final LeftClocks left) {
        return 0;
    }

    /** A reset goes on waiting. */
    static void notOneLess(final Life life) {
        // As if it were still there.
    }

    /** A child is not told when its parent's time stands, nor asks for its place again. */
    static void notAway(final Attachment attachment, final String why, final long reportedNs) {
        // It may be back soon.
    }
}
