package io.takt.steward.graph;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.View;

/** What a running action may read. One object for each run, so that one that is kept is recognised. */
abstract class GraphView implements View {
    final Work work;
    final ExtendedTime now;
    final boolean ownInstant;

    GraphView(final Work work, final ExtendedTime now, final boolean ownInstant) {
        this.work = work;
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
        work.check(this);
        return work.handles.cell(type, key);
    }

    @Override
    public final <V> Cell<V> cell(final CellType<V> type, final Id key) {
        work.check(this);
        return work.handles.cell(type, key);
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public final <V> V get(final Cell<V> cell) {
        work.check(this);
        final GraphCell<V> own = work.handles.own(cell);
        if (own.draft != null) {
            return (V) own.draft.value;
        }
        return (V) (work.history ? work.read(own, this).value : own.value);
    }
}
