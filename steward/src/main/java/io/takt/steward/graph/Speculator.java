package io.takt.steward.graph;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has the next events run beforehand, by several threads, and leaves it to the steward to take their results over if
 * they still hold. Steps and such rounds alternate, so while threads run nothing changes. Subclasses choose the events
 * of a round.
 */
abstract class Speculator {
    /** Fewer are not worth a round. */
    static final int FEWEST = 4;
    /** The number of events that a thread takes at a time, so that two seldom write beside each other. */
    private static final int SHARE = 8;

    final Work work;
    final Counters counters;
    /** The predictions whose events are run. */
    final Prediction[] round;
    /** How many those are. */
    int count;

    private final Workers workers;
    private final SpeculativeRunner[] runners;
    private final AtomicInteger taken = new AtomicInteger();
    /** Small rounds are shared, too. */
    private int share;

    /** A round has as many as that at most. */
    Speculator(final Physics physics, final Work work, final Workers workers, final Counters counters, final int most) {
        this.work = work;
        this.workers = workers;
        this.counters = counters;
        round = new Prediction[most];
        runners = new SpeculativeRunner[workers.threads()];
        for (int i = 0; i < runners.length; i++) {
            runners[i] = new SpeculativeRunner(physics, work.handles);
        }
    }

    /** Before the next step: has another round if the time that the last one looked at is over. */
    abstract void look(PendingQueue pending, long until);

    /** An event has happened at the front. */
    void happened(final Event event, final ExtendedTime at) {
    }

    /** The result of a prediction is not taken over, or there was none. */
    void notHeld(final Prediction prediction, final Speculation known) {
    }

    /** The result of a slot is not taken over, though the event that asked it was. */
    void notHeld(final Speculation known, final int place, final ExtendedTime at) {
    }

    /** Something was inserted or removed from outside. */
    void outsideChange() {
    }

    /** Runs the round, unless it is too small. */
    final boolean run() {
        if (count < FEWEST) {
            return false;
        }
        taken.set(0);
        share = Math.max(1, Math.min(SHARE, count / (4 * runners.length)));
        work.open(new Round());
        try {
            workers.run(this::run);
        } finally {
            work.close();
        }
        counters.speculated += count;
        counters.rounds++;
        return true;
    }

    /** Whether the calling thread runs an event of a round; for any thread. */
    final boolean runsHere() {
        for (final SpeculativeRunner runner : runners) {
            if (runner.runsHere()) {
                return true;
            }
        }
        return false;
    }

    /** Stands for whatever the threads run in a round. */
    private static final class Round extends GraphView {
        Round() {
            super(null, ExtendedTime.BEGINNING, false);
        }

        @Override
        public String toString() {
            return "an event that was run before its turn";
        }
    }

    private void run(final int thread) {
        final SpeculativeRunner runner = runners[thread];
        for (int from = taken.getAndAdd(share); from < count; from = taken.getAndAdd(share)) {
            final int to = Math.min(count, from + share);
            for (int i = from; i < to; i++) {
                final Speculation known = round[i].speculation();
                if (known == null || !known.holds(work.pastChanges)) {
                    round[i].speculation(runner.run(round[i], work.pastChanges));
                }
            }
        }
    }
}
