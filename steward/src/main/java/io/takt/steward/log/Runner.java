package io.takt.steward.log;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.StewardException;

/** Runs users' events and predictors, one at a time; calls of their views come here. */
abstract class Runner {
    final Tables tables;

    private final Physics physics;
    /** Null until one is needed. */
    private LogTransaction transaction;
    private LogForecast forecast;
    /** The running action's, or what stands for listeners or helpers that run; null if nothing does. */
    private ActionView open;
    /** Why nothing can be said of this steward any more; null while it is in order. */
    private Throwable broken;

    Runner(final Physics physics, final Tables tables) {
        this.physics = physics;
        this.tables = tables;
    }

    abstract <V> LogCell<V> cell(CellType<V> type, long key);

    abstract <V> LogCell<V> cell(CellType<V> type, Id key);

    abstract Slot slot(Predictor<?> predictor, Cell<?> subject);

    /** The value that a view sees in the cell with a number. */
    abstract Object value(int cell, ActionView view);

    /** The value that a view sees in the cell with a key. */
    abstract Object value(CellType<?> type, long key, ActionView view);

    /** The mark that a view sees on a cell, which it reads by that. */
    abstract ExtendedTime mark(int cell, ActionView view);

    abstract void write(int cell, Object value);

    abstract void ask(Slot slot, boolean cancel);

    /** The last events of a cascade that is already long. */
    abstract String recent();

    /** An answer that nothing refers to any more; null if there is none. */
    abstract Answer takeSpare();

    /** The transaction of an event that is to be run, by this thread. */
    final LogTransaction transaction(final Event event, final ExtendedTime at) {
        if (transaction == null || transaction.thread != Thread.currentThread()) {
            transaction = new LogTransaction(this);
        }
        transaction.of(event, at);
        return transaction;
    }

    /** The forecast of a slot's predictor that is to be run, by this thread. */
    final LogForecast forecast(final Slot slot, final ExtendedTime at) {
        if (forecast == null || forecast.thread != Thread.currentThread()) {
            forecast = new LogForecast(this);
        }
        forecast.of(slot, at);
        return forecast;
    }

    /** Refers to no event any more, where nothing runs. */
    void letGo() {
        transaction = null;
        forecast = null;
    }

    final void open(final ActionView view) {
        open = view;
    }

    /** The view of the running action; null if none runs. */
    final ActionView running() {
        return open;
    }

    final void close() {
        open = null;
    }

    /** Something was thrown in the middle of a change: from now on every call is refused. */
    final void breakDown(final Throwable cause) {
        // The first cause has brought about all that follow.
        broken = broken == null ? cause : broken;
        open = null;
    }

    final void requireIdle() {
        if (broken != null) {
            throw StewardException.broken(broken);
        }
        if (open != null) {
            throw new StewardException(open + " used the steward itself; an event has only its transaction");
        }
    }

    /** Whether the calling thread runs an event or a predictor here; for any thread. */
    boolean runsHere() {
        final ActionView view = open;
        return view != null && view != ActionView.LISTENING && view.thread == Thread.currentThread();
    }

    final void check(final ActionView view) {
        if (open != view || Thread.currentThread() != view.thread) {
            throw new StewardException(view + " was used after it had ended, or from another thread");
        }
    }

    /** Of events' random numbers. */
    final long salt() {
        return physics.salt();
    }

    final void require(final Event event) {
        physics.require(event.type());
    }

    /** When a prediction comes up that is made now; null where its iteration is 0. */
    final ExtendedTime due(final ExtendedTime now, final long time, final Slot slot) {
        if (time < now.base() || time == Long.MAX_VALUE) {
            throw new StewardException("it predicts for the time " + time + ", which must be from " + now.base()
                + " on and less than the greatest long");
        }
        if (time != now.base()) {
            return null;
        }
        final ExtendedTime due = now.predict(time, slot.seedHigh, slot.seedLow);
        if (due.iteration() > ExtendedTime.MAX_ITERATION) {
            throw new StewardException("an endless cascade, or one that is too long, at the time " + time
                + ": each event there was predicted by another, and there may be "
                + ExtendedTime.MAX_ITERATION + " iterations at one time; the last events were " + recent());
        }
        return due;
    }
}
