package io.takt.steward.graph;

import io.takt.steward.Cell;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Predictor;

/** A cell with its versions, from one that holds nothing at the beginning of time. */
final class GraphCell<V> extends Cell<V> {
    /** Whose handle it is. */
    final Handles owner;
    /** Its place among all cells of the steward. */
    final int index;
    /** Its place in the array of its type; -1 if it is not there. */
    final int place;
    private final CellTable<V> table;
    /**
     * A version near where work is going on; without a history, the newest; null where there are values only and that
     * one has not been named yet.
     */
    Version current;
    /** The value of the newest version: saves a look at it. */
    Object value;
    /** How often it was written while there were values only. */
    long writes;
    /** The value that the running event wrote; null if it has not. */
    Version draft;
    /** The same where there are values only; {@link CellTable#NOTHING} stands for null. */
    Object draftValue;
    /** Predictions about this cell: a list, mostly of one. */
    Slot slots;

    GraphCell(final CellTable<V> table, final Id key, final Handles owner, final int index) {
        super(table.type, key);
        this.table = table;
        place = CellTable.place(key);
        this.owner = owner;
        this.index = index;
        if (!owner.valuesOnly) {
            name();
        }
    }

    /** The newest version, where no history is kept: made if there is none yet. */
    Version name() {
        if (current == null) {
            current = new Version(this, value, ExtendedTime.BEGINNING);
        }
        return current;
    }

    /** The same, for another thread, which changes nothing. */
    Version named() {
        final Version there = current;
        return there != null ? there : new Version(this, value, ExtendedTime.BEGINNING);
    }

    /** Takes the value that the running event wrote, where there are values only. */
    void overwrite() {
        if (current != null) {
            current.next = Version.GONE;
            current = null;
        }
        writes++;
        final Object now = draftValue;
        draftValue = null;
        holdNewest(now == CellTable.NOTHING ? null : now);
    }

    private void holdNewest(final Object now) {
        value = now;
        table.newest(this, now);
    }

    /**
     * The version that is seen at an instant. Time goes on mostly, and so does {@link #current}: this seldom walks far.
     *
     * @param ownInstant whether what is written at the very instant is seen.
     */
    Version seek(final ExtendedTime at, final boolean ownInstant) {
        final Version found = find(at, ownInstant);
        moveTo(found);
        return found;
    }

    void moveTo(final Version version) {
        current = version;
        table.near(this, version);
    }

    /** A version has come, or has become another one's neighbour again: it is perhaps the newest. */
    void settleOn(final Version version) {
        moveTo(version);
        if (version.next == null) {
            holdNewest(version.value);
        }
    }

    /** The number by which a {@link ReadLog} names it. */
    int code() {
        final int code = table.code(place);
        return code < 0 ? ~index : code;
    }

    Version find(final ExtendedTime at, final boolean ownInstant) {
        Version version = current;
        while (version.next != null && version.next.isSeen(at, ownInstant)) {
            version = version.next;
        }
        while (!version.isSeen(at, ownInstant)) {
            version = version.prev;
        }
        return version;
    }

    /** The predictors that are about this cell, and asked when it is written. */
    Predictor<?>[] automatic() {
        return table.automatic;
    }

    Slot slot(final Predictor<?> predictor) {
        Slot slot = slots;
        while (slot != null && slot.predictor != predictor) {
            slot = slot.nextOfCell;
        }
        return slot;
    }

    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    boolean holdsSame(final Object one, final Object other) {
        return type().same((V) one, (V) other);
    }
}
