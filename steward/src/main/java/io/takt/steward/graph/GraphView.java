package io.takt.steward.graph;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.View;

/** The view of a running action. One object for each run, so that one that is kept is recognised. */
abstract class GraphView implements View {
    /** Stands for the listeners that are told of a change. */
    static final GraphView LISTENING = new GraphView(null, ExtendedTime.BEGINNING, false) {
        @Override
        public String toString() {
            return "a listener of changes";
        }
    };

    final Runner runner;
    final ExtendedTime now;
    final boolean ownInstant;
    /** Which thread runs it. Final: another thread that comes upon this object sees it. */
    final Thread thread = Thread.currentThread();

    GraphView(final Runner runner, final ExtendedTime now, final boolean ownInstant) {
        this.runner = runner;
        this.now = now;
        this.ownInstant = ownInstant;
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
        return (V) runner.value(runner.handles.own(cell), this);
    }
}
