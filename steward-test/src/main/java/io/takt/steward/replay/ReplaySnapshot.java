package io.takt.steward.replay;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** A copy of the whole state. */
final class ReplaySnapshot implements Snapshot {
    private final ReplaySteward steward;
    private final long time;
    private final State state;
    private final List<FiatEvent> fiats;

    ReplaySnapshot(final ReplaySteward steward, final long time, final State state, final List<FiatEvent> fiats) {
        this.steward = steward;
        this.time = time;
        this.state = state;
        this.fiats = fiats;
    }

    @Override
    public long time() {
        return time;
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public <V> V get(final Cell<V> cell) {
        steward.requireOutside();
        return (V) state.value(cell);
    }

    @Override
    public List<Cell<?>> cells() {
        final List<Cell<?>> all = new ArrayList<>(state.cells.keySet());
        all.removeIf(cell -> state.value(cell) == null);
        all.sort(Cell.ORDER);
        return all;
    }

    @Override
    public List<PendingEvent> predictions() {
        final List<PendingEvent> all = new ArrayList<>();
        state.queue.forEach((at, slot) -> {
            final State.Pending pending = state.pending.get(slot);
            final List<Canary> canaries = new ArrayList<>();
            for (int i = 0; i < pending.canaries().size(); i++) {
                final Cell<?> cell = pending.canaries().get(i);
                canaries.add(new Canary(cell, state.stamp(cell) == pending.stamps().get(i)));
            }
            all.add(new PendingEvent(slot.predictor(), slot.subject(), at, pending.event(), canaries));
        });
        return all;
    }

    @Override
    public List<FiatEvent> fiatEvents() {
        return fiats;
    }

    @Override
    public List<Dependence> dependences() {
        final List<Dependence> all = new ArrayList<>();
        state.known.forEach((slot, read) -> {
            final Dependence dependence = slot.predictor().asking() != Asking.AUTOMATIC ? null
                : Dependence.of(slot.predictor(), slot.subject(), read);
            if (dependence != null) {
                all.add(dependence);
            }
        });
        all.sort(Dependence.ORDER);
        return all;
    }

    @Override
    public void close() {
        // Nothing is kept for it but itself.
    }
}
