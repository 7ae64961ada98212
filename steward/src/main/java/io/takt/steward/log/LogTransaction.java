package io.takt.steward.log;

import io.takt.steward.Cell;
import io.takt.steward.DeterministicRandom;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;

/** The transaction of running events. */
final class LogTransaction extends ActionView implements Transaction {
    private Event event;
    private DeterministicRandom random;

    LogTransaction(final Runner runner) {
        super(runner, ExtendedTime.BEGINNING);
    }

    /** Becomes that of an event. */
    void of(final Event running, final ExtendedTime at) {
        event = running;
        now = at;
        random = null;
    }

    @Override
    public <V> void set(final Cell<V> cell, final V value) {
        runner.check(this);
        runner.write(runner.tables.own(cell).index, value);
    }

    @Override
    public DeterministicRandom random() {
        runner.check(this);
        if (random == null) {
            random = new DeterministicRandom(now, runner.salt());
        }
        return random;
    }

    @Override
    public <V> void predict(final Predictor<V> predictor, final Cell<V> subject) {
        runner.check(this);
        runner.ask(runner.slot(predictor, subject), false);
    }

    @Override
    public <V> void cancel(final Predictor<V> predictor, final Cell<V> subject) {
        runner.check(this);
        runner.ask(runner.slot(predictor, subject), true);
    }

    /** Which event, and when. */
    @Override
    public String toString() {
        return "the event " + event + " at " + now;
    }
}
