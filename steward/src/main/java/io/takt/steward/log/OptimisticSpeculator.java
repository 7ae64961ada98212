package io.takt.steward.log;

import io.takt.steward.Physics;

/** Optimistic execution: runs all that comes up within a time, which is such that most of it holds. */
final class OptimisticSpeculator extends Speculator {
    private static final int MOST = 512;
    /** When less of what was run beforehand holds, the next round looks less far. */
    private static final double LEAST_HELD = 0.6;

    private long takenOverBefore;
    /** The base time up to which the last round looked. */
    private long bound = Long.MIN_VALUE;
    /** How far a round looks: so that there is room for what it finds, and most of that holds. */
    private long width = 1;
    private int stepsLeft;

    OptimisticSpeculator(final Physics physics, final Work work, final Workers workers, final Counters counters) {
        super(physics, work, workers, counters, MOST);
    }

    @Override
    void look(final Pending pending, final long until) {
        final long first = pending.firstBase();
        if (first <= bound && stepsLeft-- > 0) {
            return;
        }
        final boolean held = count < FEWEST || counters.takenOver - takenOverBefore >= count * LEAST_HELD;
        takenOverBefore = counters.takenOver;
        if (count == MOST || !held) {
            width = Math.max(1, width / 2);
        } else if (count < MOST / 2 && bound < until) {
            width = Math.max(width, 2 * width);
        }
        final long end = first + width;
        bound = Math.min(until, end < first ? Long.MAX_VALUE - 1 : end);
        count = pending.upTo(bound, round);
        stepsLeft = Math.max(count, FEWEST);
        run();
    }
}
