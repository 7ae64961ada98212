package io.takt.steward.replay;

import io.takt.steward.Cell;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Predictor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** All of a simulation at an instant, to be copied whole. */
class State {
    final Map<Cell<?>, Held> cells = new HashMap<>();
    final Map<Slot, Pending> pending = new HashMap<>();
    /**
     * The cells, beside their subjects, on which the last answers depend, where that counts; sets are never changed.
     */
    final TreeMap<Slot, Set<Cell<?>>> known = new TreeMap<>();
    final TreeMap<ExtendedTime, Slot> queue = new TreeMap<>();
    /** The instant of what came up last. */
    ExtendedTime last = ExtendedTime.BEGINNING;

    State() {
    }

    State(final State other) {
        cells.putAll(other.cells);
        pending.putAll(other.pending);
        known.putAll(other.known);
        queue.putAll(other.queue);
        last = other.last;
    }

    /** A value with the stamp of the mutation; no two mutations have the same. */
    record Held(Object value, long stamp) {
    }

    /** A predictor and its cell. */
    record Slot(Predictor<?> predictor, Cell<?> subject) implements Comparable<Slot> {
        Id seed() {
            return Id.hash(
                predictor.id(), subject.type().id(), subject.key().high(), subject.key().low());
        }

        /** In the order in which they are asked. */
        @Override
        public int compareTo(final Slot other) {
            final int order = Long.compareUnsigned(predictor.id(), other.predictor.id());
            return order != 0 ? order : Cell.ORDER.compare(subject, other.subject);
        }
    }

    /** A prediction with the stamps that its canaries had. */
    record Pending(ExtendedTime at, Event event, List<Cell<?>> canaries, List<Long> stamps) {
    }

    /** The value that a view reads. */
    Object value(final Cell<?> cell) {
        final Held held = cells.get(cell);
        return held == null ? null : held.value();
    }

    /** 0 for a cell that was never written. */
    long stamp(final Cell<?> cell) {
        final Held held = cells.get(cell);
        return held == null ? 0 : held.stamp();
    }

    void predict(final Slot slot, final Pending prediction) {
        cancel(slot);
        pending.put(slot, prediction);
        queue.put(prediction.at(), slot);
    }

    void cancel(final Slot slot) {
        final Pending before = pending.remove(slot);
        if (before != null) {
            queue.remove(before.at());
        }
    }

    /** Has another object where one is. */
    void putBack(final Object changed, final Object was) {
        cells.replaceAll((cell, held) -> held.value() == changed ? new Held(was, held.stamp()) : held);
        pending.replaceAll((slot, prediction) -> prediction.event() == changed ? new Pending(
            prediction.at(), (Event) was, prediction.canaries(), prediction.stamps()) : prediction);
    }

    boolean isCurrent(final Pending prediction) {
        for (int i = 0; i < prediction.canaries().size(); i++) {
            if (stamp(prediction.canaries().get(i)) != prediction.stamps().get(i)) {
                return false;
            }
        }
        return true;
    }
}
