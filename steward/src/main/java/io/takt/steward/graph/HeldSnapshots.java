package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;
import java.util.ArrayList;
import java.util.List;

/** The snapshots that are open. Before something changes that one of them sees, it is told. */
final class HeldSnapshots {
    private final boolean history;
    private final List<GraphSnapshot> held = new ArrayList<>();
    private long latest = Long.MIN_VALUE;

    HeldSnapshots(final boolean history) {
        this.history = history;
    }

    void add(final GraphSnapshot snapshot) {
        dropClosed();
        held.add(snapshot);
        latest = Math.max(latest, snapshot.time());
    }

    /** The earliest time of which a snapshot is held; the greatest long if none is. */
    long earliest() {
        dropClosed();
        long earliest = Long.MAX_VALUE;
        for (final GraphSnapshot snapshot : held) {
            earliest = Math.min(earliest, snapshot.time());
        }
        return earliest;
    }

    void beforeChange(final GraphCell<?> cell, final ExtendedTime at) {
        if (isSeen(at)) {
            for (final GraphSnapshot snapshot : held) {
                if (!history || at.base() <= snapshot.time()) {
                    snapshot.keep(cell);
                }
            }
        }
    }

    void beforeChange(final Slot slot, final ExtendedTime at) {
        if (isSeen(at)) {
            for (final GraphSnapshot snapshot : held) {
                if (!history || at.base() <= snapshot.time()) {
                    snapshot.keep(slot);
                }
            }
        }
    }

    void beforeRemoval(final Fiat fiat) {
        for (final GraphSnapshot snapshot : held) {
            snapshot.keep(fiat);
        }
    }

    /** With a history only changes in the past concern snapshots; without one every change does. */
    private boolean isSeen(final ExtendedTime at) {
        if (held.isEmpty() || history && at.base() > latest) {
            return false;
        }
        dropClosed();
        return !held.isEmpty();
    }

    private void dropClosed() {
        if (held.removeIf(GraphSnapshot::isClosed)) {
            latest = Long.MIN_VALUE;
            for (final GraphSnapshot snapshot : held) {
                latest = Math.max(latest, snapshot.time());
            }
        }
    }
}
