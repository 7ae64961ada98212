package io.takt.steward.graph;

import io.takt.steward.CellType;
import io.takt.steward.Id;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The handles of one type of cells: those whose keys are small numbers in an array, the others by hash. */
final class CellTable<V> {
    private static final int DENSE = 1 << 20;

    final CellType<V> type;
    private final Map<Id, GraphCell<V>> others = new HashMap<>();
    private GraphCell<V>[] dense = array(16);

    CellTable(final CellType<V> type) {
        this.type = type;
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
        final long key = cell.number();
        if (cell.key().high() == 0 && key >= 0 && key < DENSE) {
            if (key >= dense.length) {
                dense = Arrays.copyOf(dense, (int) Math.min(DENSE, Math.max(key + 1, dense.length * 2L)));
            }
            dense[(int) key] = cell;
        } else {
            others.put(cell.key(), cell);
        }
    }

    @SuppressWarnings("unchecked") // Arrays of generic types cannot be made otherwise.
    private static <V> GraphCell<V>[] array(final int length) {
        return (GraphCell<V>[]) new GraphCell<?>[length];
    }
}
