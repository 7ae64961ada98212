package io.takt.steward.graph;

import io.takt.steward.Physics;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Optimistic execution: has what comes up next run beforehand, by several threads, and leaves it to the steward to take
 * it over if it still holds. Steps and such rounds alternate, so while threads run nothing changes.
 */
final class Speculator {
    private static final int MOST = 512;
    /** Fewer are not worth a round. */
    private static final int FEWEST = 4;
    /** When less of what was run beforehand holds, the next round looks less far. */
    private static final double LEAST_HELD = 0.6;
    /** What a thread takes at a time, so that two seldom write beside each other. */
    private static final int SHARE = 8;

    private final Work work;
    private final Workers workers;
    private final Counters counters;
    private final SpeculativeRunner[] runners;
    private final Prediction[] round = new Prediction[MOST];
    private final AtomicInteger taken = new AtomicInteger();
    /** Found in the last round. */
    private int count;
    private long takenOverBefore;
    /** The base time up to which the last round looked. */
    private long bound = Long.MIN_VALUE;
    /** How far a round looks: so that there is room for what it finds, and most of that holds. */
    private long width = 1;
    private int stepsLeft;

    Speculator(final Physics physics, final Work work, final Workers workers, final Counters counters) {
        this.work = work;
        this.workers = workers;
        this.counters = counters;
        runners = new SpeculativeRunner[workers.threads()];
        for (int i = 0; i < runners.length; i++) {
            runners[i] = new SpeculativeRunner(physics, work.handles);
        }
    }

    /** Before the next step: has another round if what the last one looked at is over. */
    void look(final PendingQueue pending, final long until) {
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
        if (count >= FEWEST) {
            taken.set(0);
            work.open(GraphView.SPECULATING);
            try {
                workers.run(this::run);
            } finally {
                work.close();
            }
            counters.speculated += count;
        }
        for (int i = 0; i < count; i++) {
            round[i] = null;
        }
    }

    private void run(final int thread) {
        final SpeculativeRunner runner = runners[thread];
        for (int from = taken.getAndAdd(SHARE); from < count; from = taken.getAndAdd(SHARE)) {
            final int to = Math.min(count, from + SHARE);
            for (int i = from; i < to; i++) {
                final Speculation known = round[i].speculation;
                if (known == null || !known.holds(work.pastChanges)) {
                    round[i].speculation = runner.run(round[i], work.pastChanges);
                }
            }
        }
    }
}
