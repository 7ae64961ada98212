package io.takt.steward.graph;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Cells;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.StewardException;
import java.util.Arrays;

/** All cells and slots of a steward. Lists of them only grow: the part that a snapshot has seen stays. */
final class Handles implements Cells {
    /** Whether cells hold values, and versions are made only of those that something names. */
    boolean valuesOnly;

    private final Physics physics;
    private CellTable<?>[] tables = {};
    /** The table that was looked for last: mostly it is the next one, too. Null at first. */
    private CellTable<?> recent;
    private GraphCell<?>[] cells = new GraphCell<?>[64];
    private int cellCount;
    private Slot[] slots = new Slot[64];
    private int slotCount;

    Handles(final Physics physics) {
        this.physics = physics;
    }

    @Override
    public <V> GraphCell<V> cell(final CellType<V> type, final long key) {
        final CellTable<V> table = table(type);
        final GraphCell<V> found = table.get(key);
        return found != null ? found : make(table, Id.of(0, key));
    }

    @Override
    public <V> GraphCell<V> cell(final CellType<V> type, final Id key) {
        final CellTable<V> table = table(type);
        final GraphCell<V> found = table.get(key);
        return found != null ? found : make(table, key);
    }

    /** The cell; null until it is asked for. */
    <V> GraphCell<V> find(final CellType<V> type, final long key) {
        final CellTable<V> table = findTable(type);
        return table == null ? null : table.get(key);
    }

    /** The cell; null until it is asked for. */
    <V> GraphCell<V> find(final CellType<V> type, final Id key) {
        final CellTable<V> table = findTable(type);
        return table == null ? null : table.get(key);
    }

    /** The table of a type; null until a cell of it is asked for. */
    CellTable<?> lookedFor(final CellType<?> type) {
        CellTable<?> table = recent;
        if (table == null || table.type != type) {
            table = findTable(type);
            if (table != null) {
                recent = table;
            }
        }
        return table;
    }

    /** The cell with a {@linkplain GraphCell#code() code}. */
    GraphCell<?> coded(final int code) {
        return code < 0 ? cells[~code] : tables[code % CellTable.TABLES].get((long) (code / CellTable.TABLES));
    }

    /** From now on cells hold values only, or versions as well. */
    void holdValuesOnly(final boolean only) {
        valuesOnly = only;
        for (int i = 0; i < cellCount && !only; i++) {
            cells[i].name();
        }
    }

    /** The cell as one of ours. */
    <V> GraphCell<V> own(final Cell<V> cell) {
        if (cell instanceof GraphCell) {
            final GraphCell<V> own = (GraphCell<V>) cell;
            if (own.owner == this) {
                return own;
            }
        }
        throw new StewardException("the cell " + cell + " is a handle of another steward");
    }

    <V> Slot slot(final Predictor<?> predictor, final Cell<V> subject) {
        final GraphCell<V> cell = own(subject);
        final Slot found = cell.slot(predictor);
        return found != null ? found : makeSlot(predictor, cell);
    }

    GraphCell<?>[] cells() {
        return cells;
    }

    int cellCount() {
        return cellCount;
    }

    Slot[] slots() {
        return slots;
    }

    int slotCount() {
        return slotCount;
    }

    private <V> GraphCell<V> make(final CellTable<V> table, final Id key) {
        if (cellCount == cells.length) {
            cells = Arrays.copyOf(cells, 2 * cellCount);
        }
        final GraphCell<V> cell = new GraphCell<>(table, key, this, cellCount);
        // In this order: a cell that finds no place in the table has a number that no other gets.
        cells[cellCount++] = cell;
        table.add(cell);
        return cell;
    }

    private Slot makeSlot(final Predictor<?> predictor, final GraphCell<?> cell) {
        physics.require(predictor);
        if (predictor.subject() != cell.type()) {
            throw new StewardException("the predictor " + Physics.name(predictor) + " is about cells of type "
                + predictor.subject() + ", not about " + cell);
        }
        if (slotCount == slots.length) {
            slots = Arrays.copyOf(slots, 2 * slotCount);
        }
        final Slot slot = new Slot(predictor, cell, slotCount, valuesOnly);
        slots[slotCount++] = slot;
        cell.slots = slot;
        return slot;
    }

    @SuppressWarnings("unchecked") // The table of a type is of its values.
    private <V> CellTable<V> findTable(final CellType<V> type) {
        for (final CellTable<?> table : tables) {
            if (table.type == type) {
                return (CellTable<V>) table;
            }
        }
        return null;
    }

    private <V> CellTable<V> table(final CellType<V> type) {
        final CellTable<V> found = findTable(type);
        if (found != null) {
            return found;
        }
        physics.require(type);
        final CellTable<V> table = new CellTable<>(type, tables.length, physics);
        final CellTable<?>[] more = Arrays.copyOf(tables, tables.length + 1);
        more[tables.length] = table;
        tables = more;
        return table;
    }
}
