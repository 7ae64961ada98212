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
    /** The tables whose cells have codes; a power of 2. */
    static final int TABLES = 16;

    final CellType<V> type;
    final Predictor<?>[] automatic;
    private final Map<Id, GraphCell<V>> others = new HashMap<>();
    private GraphCell<V>[] dense = array(16);
    private Object[] newest = new Object[16];
    private Version[] near = new Version[16];
    /** Its place among all tables. */
    private final int index;

    CellTable(final CellType<V> type, final int index, final Physics physics) {
        this.type = type;
        this.index = index;
        automatic = physics.predictors(type, Asking.AUTOMATIC).toArray(Predictor<?>[]::new);
    }

    /**
     * Of the cell with a small number: the newest value, or that there is none. Null if it has no handle yet, or no
     * small number. It is here and not in the cell alone since an action that reads many cells spends its time waiting
     * for memory.
     */
    Object newest(final long key) {
        return key >= 0 && key < newest.length ? newest[(int) key] : null;
    }

    void newest(final GraphCell<?> cell, final Object value) {
        if (cell.place >= 0) {
            newest[cell.place] = value == null ? NOTHING : value;
        }
    }

    /** Likewise the version near where work is going on, where there is a history. */
    Version near(final long key) {
        return key >= 0 && key < near.length ? near[(int) key] : null;
    }

    void near(final GraphCell<?> cell, final Version version) {
        if (cell.place >= 0) {
            near[cell.place] = version;
        }
    }

    /** The number by which a {@link ReadLog} names the cell at a place; less than 0 if it has none. */
    int code(final int place) {
        return place < 0 || index >= TABLES ? -1 : place * TABLES + index;
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
                final Object[] longerNewest = Arrays.copyOf(newest, length);
                final Version[] longerNear = Arrays.copyOf(near, length);
                dense = Arrays.copyOf(dense, length);
                newest = longerNewest;
                near = longerNear;
            }
            dense[cell.place] = cell;
            newest(cell, null);
            near(cell, cell.current);
        } else {
            others.put(cell.key(), cell);
        }
    }

    @SuppressWarnings("unchecked") // Arrays of generic types cannot be made otherwise.
    private static <V> GraphCell<V>[] array(final int length) {
        return (GraphCell<V>[]) new GraphCell<?>[length];
    }
}
