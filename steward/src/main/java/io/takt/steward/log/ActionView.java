package io.takt.steward.log;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.View;

/**
 * The view of a running action. A runner has one of each kind for the thread that it works in, and uses it again for
 * each action: one that a user's code keeps is refused while no action of that kind runs, and is the running action's
 * own while one does, so what is done by it is noted as ever.
 */
abstract class ActionView implements View {
    /** Stands for the listeners that are told of a change. */
    static final ActionView LISTENING = new ActionView(null, ExtendedTime.BEGINNING) {
        @Override
        public String toString() {
            return "a listener of changes";
        }
    };

    final Runner runner;
    /** The instant of the action. */
    ExtendedTime now;
    /** Which thread runs it. Final: another thread that comes upon this object sees it. */
    final Thread thread = Thread.currentThread();

    ActionView(final Runner runner, final ExtendedTime now) {
        this.runner = runner;
        this.now = now;
    }

    @Override
    public final long time() {
        return now.base();
    }

    @Override
    public final ExtendedTime now() {
        return now;
    }

    @Override
    public final <V> Cell<V> cell(final CellType<V> type, final long key) {
        runner.check(this);
        return runner.cell(type, key);
    }

    @Override
    public final <V> Cell<V> cell(final CellType<V> type, final Id key) {
        runner.check(this);
        return runner.cell(type, key);
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public final <V> V get(final CellType<V> type, final long key) {
        runner.check(this);
        return (V) runner.value(type, key, this);
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public final <V> V get(final Cell<V> cell) {
        runner.check(this);
        return (V) runner.value(runner.tables.own(cell).index, this);
    }
}
