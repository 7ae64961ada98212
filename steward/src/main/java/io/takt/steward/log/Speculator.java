package io.takt.steward.log;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;

/**
 * Has the next events run beforehand, by several threads, and leaves it to the steward to take their results over if
 * they still hold. Turns and such rounds alternate, so while threads run nothing changes. Subclasses choose the events
 * of a round.
 */
abstract class Speculator {
    /** Fewer are not worth a round. */
    static final int FEWEST = 4;
    /** The number of events that a thread takes at a time, so that two seldom write beside each other. */
    private static final int SHARE = 8;

    final Tables tables;
    final Counters counters;
    /** The numbers of the slots whose predictions are run. */
    final int[] round;
    /** How many those are. */
    int count;

    private final Work work;
    private final Workers workers;
    private final SpeculativeRunner[] runners;
    private final AtomicInteger taken = new AtomicInteger();
    /** By number of the slot: what is known of its prediction, or of one before. */
    private Speculation[] known = {};
    /** What is known is of this one. Another one after a change in the past, by which a cell may get a mark back. */
    private long era;
    /** Small rounds are shared, too. */
    private int share;

    /** A round has as many as that at most. */
    Speculator(final Physics physics, final Work work, final Workers workers, final Counters counters, final int most) {
        this.work = work;
        tables = work.tables;
        this.workers = workers;
        this.counters = counters;
        round = new int[most];
        runners = new SpeculativeRunner[workers.threads()];
        for (int i = 0; i < runners.length; i++) {
            runners[i] = new SpeculativeRunner(physics, tables);
        }
    }

    /** Before the next turn: has another round if the time that the last one looked at is over. */
    abstract void look(Pending pending, long until);

    /** An event has happened. */
    void happened(final Event event, final ExtendedTime at) {
    }

    /** The event of a result is not taken over. */
    void notHeld(final Speculation result) {
    }

    /** A predictor's answer is not taken over, though the event that asked it was. */
    void notHeld(final Speculation result, final int place) {
    }

    /** Something was inserted or removed from outside. */
    void outsideChange() {
    }

    /** Nothing that is known is good any more. */
    final void drop() {
        era++;
    }

    /** What is known of the prediction that comes up now, which is forgotten by that; null if nothing is. */
    final Speculation take(final int slot) {
        final Speculation result = tried(slot);
        forget(slot);
        return result == null || result.at == null ? null : result;
    }

    /** A slot says something else. */
    final void forget(final int slot) {
        if (slot < known.length) {
            known[slot] = null;
        }
    }

    /** What came of trying to run a slot's prediction; null if it was not tried. */
    final Speculation tried(final int slot) {
        final Speculation result = slot < known.length ? known[slot] : null;
        return result == null || result.era != era || result.of != tables.answers[slot] ? null : result;
    }

    /** Runs the round, unless it is too small. */
    final boolean run() {
        if (count < FEWEST) {
            return false;
        }
        if (known.length < tables.slots().length) {
            known = Arrays.copyOf(known, tables.slots().length);
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
    private static final class Round extends ActionView {
        Round() {
            super(null, ExtendedTime.BEGINNING);
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
                final int slot = round[i];
                final Speculation before = tried(slot);
                if (before == null || before.at == null || !before.holds(-1, tables.marks)) {
                    known[slot] = runner.run(tables.slots()[slot], era);
                }
            }
        }
    }
}
