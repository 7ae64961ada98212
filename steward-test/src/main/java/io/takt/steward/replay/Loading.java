package io.takt.steward.replay;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Id;
import io.takt.steward.SaveFile;
import io.takt.steward.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Fills a new steward from a save file. */
final class Loading implements SaveFile.Target {
    private final ReplaySteward steward;
    private final State state = new State();

    Loading(final ReplaySteward steward) {
        this.steward = steward;
    }

    @Override
    public void time(final long time) {
        steward.startAt(state, time);
    }

    @Override
    public <V> void value(final Cell<V> cell, final V value) {
        state.cells.put(cell, new State.Held(value, steward.nextStamp()));
    }

    @Override
    public void pending(final Snapshot.PendingEvent saved) {
        final List<Cell<?>> canaries = new ArrayList<>();
        final List<Long> then = new ArrayList<>();
        for (final Snapshot.Canary canary : saved.canaries()) {
            canaries.add(canary.cell());
            then.add(canary.current() ? state.stamp(canary.cell()) : -1);
        }
        final State.Slot slot = new State.Slot(saved.predictor(), saved.subject());
        state.predict(slot, new State.Pending(saved.at(), saved.event(), canaries, then));
        know(slot, canaries);
    }

    @Override
    public void fiat(final Snapshot.FiatEvent saved) {
        steward.insert(saved.at().base(), saved.at().id(), saved.event());
    }

    @Override
    public void dependence(final Snapshot.Dependence saved) {
        know(new State.Slot(saved.predictor(), saved.subject()), saved.read());
    }

    private void know(final State.Slot slot, final List<Cell<?>> read) {
        if (Consequences.counts(slot)) {
            final Set<Cell<?>> all = new HashSet<>(state.known.getOrDefault(slot, Set.of()));
            all.addAll(read);
            state.known.put(slot, all);
        }
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final long key) {
        return steward.cell(type, key);
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final Id key) {
        return steward.cell(type, key);
    }
}
