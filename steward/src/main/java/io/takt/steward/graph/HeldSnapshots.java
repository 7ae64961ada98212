package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The snapshots that are open. Before something changes that one of them sees, it is told. */
final class HeldSnapshots {
    private final boolean history;
    /** In the order in which they were taken. */
    private final List<GraphSnapshot> held = new ArrayList<>();
    private long count;
    private long latest = Long.MIN_VALUE;
    /** Dead versions and predictions that snapshots may follow, in the order in which they died. */
    private final ArrayDeque<Dying> dying = new ArrayDeque<>();

    /** Something that is dead, and the newest snapshot of then. */
    private record Dying(Mortal dead, GraphSnapshot newest) {
    }

    /**
     * A version of a cell, or of a slot. Where one that is dead is still named somewhere, it would keep all that died
     * after it, if it named anything.
     */
    interface Mortal {
        /** It is dead, and no snapshot comes upon it any more: it lets go of all that it names. */
        void letGo();
    }

    HeldSnapshots(final boolean history) {
        this.history = history;
    }

    long nextNumber() {
        return ++count;
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

    /** Something is dead: it lets go when none of the snapshots of now is held any more. */
    void died(final Mortal dead) {
        if (!held.isEmpty()) {
            dropClosed();
        }
        while (!dying.isEmpty() && isAfter(dying.peekFirst().newest)) {
            dying.pollFirst().dead.letGo();
        }
        if (held.isEmpty()) {
            dead.letGo();
        } else {
            dying.addLast(new Dying(dead, held.get(held.size() - 1)));
        }
    }

    /** Whether all that are held are newer than one. */
    private boolean isAfter(final GraphSnapshot one) {
        return held.isEmpty() || held.get(0).number() > one.number();
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
