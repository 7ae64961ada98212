package io.takt.steward.graph;

import io.takt.steward.Asking;
import io.takt.steward.CellType;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The handles of one type of cells: those whose keys are small numbers in an array, the others by hash. */
final class CellTable<V> {
    /** Stands for null in a cell that there is. */
    static final Object NOTHING = new Object();

    private static final int DENSE = 1 << 20;

    final CellType<V> type;
    final Predictor<?>[] automatic;
    private final Map<Id, GraphCell<V>> others = new HashMap<>();
    private GraphCell<V>[] dense = array(16);
    private Object[] near = new Object[16];

    CellTable(final CellType<V> type, final Physics physics) {
        this.type = type;
        automatic = physics.predictors(type, Asking.AUTOMATIC).toArray(Predictor<?>[]::new);
    }

    /**
     * Of the cell with a small number: the version near where work is going on; without a history, the newest value, or
     * that there is none. Null if it has no handle yet, or no small number. It is here and not in the cell alone since
     * an action that reads many cells spends its time waiting for memory.
     */
    Object near(final long key) {
        return key >= 0 && key < near.length ? near[(int) key] : null;
    }

    void near(final GraphCell<?> cell, final Object now) {
        if (cell.place >= 0) {
            near[cell.place] = now;
        }
    }

    /** The place of a key in the array; -1 if it is not there but found by hash. */
    static int place(final Id key) {
        return key.high() == 0 && key.low() >= 0 && key.low() < DENSE ? (int) key.low() : -1;
    }

    /** The handle; null if it was not made yet. */
    GraphCell<V> get(final long key) {
        if (key >= 0 && key < DENSE) {
            return key < dense.length ? dense[(int) key] : null;
        }
        return others.get(Id.of(0, key));
    }

    GraphCell<V> get(final Id key) {
        return key.high() == 0 ? get(key.low()) : others.get(key);
    }

    void add(final GraphCell<V> cell) {
        if (cell.place >= 0) {
            if (cell.place >= dense.length) {
                final int length = Math.min(DENSE, Math.max(cell.place + 1, dense.length * 2));
                final Object[] longerNear = Arrays.copyOf(near, length);
                dense = Arrays.copyOf(dense, length);
                near = longerNear;
            }
            dense[cell.place] = cell;
        } else {
            others.put(cell.key(), cell);
        }
    }

    @SuppressWarnings("unchecked") // Arrays of generic types cannot be made otherwise.
    private static <V> GraphCell<V>[] array(final int length) {
        return (GraphCell<V>[]) new GraphCell<?>[length];
    }
}
