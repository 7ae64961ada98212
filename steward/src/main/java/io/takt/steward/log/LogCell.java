package io.takt.steward.log;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.EventException;
import io.takt.steward.Id;
import io.takt.steward.Predictor;
import io.takt.steward.StewardException;

/** A handle. The value of the cell is in the {@link Tables}, at its number. */
final class LogCell<V> extends Cell<V> {
    /** Whose handle it is. */
    final Tables owner;
    /** Its number among all cells of the steward. */
    final int index;
    /** The predictors that are about this cell, and asked when it is written. */
    final Predictor<?>[] automatic;
    /** Predictions about this cell: a list, mostly of one. */
    Slot slots;

    LogCell(
        final CellType<V> type, final Id key, final Tables owner, final int index, final Predictor<?>[] automatic) {
        super(type, key);
        this.owner = owner;
        this.index = index;
        this.automatic = automatic;
    }

    Slot slot(final Predictor<?> predictor) {
        Slot slot = slots;
        while (slot != null && slot.predictor != predictor) {
            slot = slot.nextOfCell;
        }
        return slot;
    }

    /** An exception of users' equality names the cell: of the turn nothing stays, and it is still to be done. */
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    boolean holdsSame(final Object one, final Object other) {
        try {
            return type().same((V) one, (V) other);
        } catch (final Exception e) {
            throw new StewardException("comparing two values of " + this + " failed: " + EventException.reason(e), e);
        }
    }
}
