package io.takt.steward.log;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Cells;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.StewardException;

/**
 * All cells and slots of a steward by number, and what they hold now, in arrays. Numbers only grow; an array that is
 * full is replaced by a longer one, and stays as it was for snapshots that have it.
 */
final class Tables implements Cells {
    /** By number: what each cell holds, null for nothing. */
    Object[] values = new Object[64];
    /**
     * By number: which write that was, null for none: an instant by identity, for each run of an event another one.
     * Another mark means that the cell was written since.
     */
    ExtendedTime[] marks = new ExtendedTime[64];
    /** By number: which action has read each cell last. */
    int[] readIn = new int[64];
    /** By number: what each slot says. */
    Answer[] answers = new Answer[64];

    private final Physics physics;
    private CellTable<?>[] tables = {};
    /** The table that was looked for last: mostly it is the next one, too. Null at first. */
    private CellTable<?> recent;
    private LogCell<?>[] cells = new LogCell<?>[64];
    private int cellCount;
    private Slot[] slots = new Slot[64];
    private int slotCount;

    Tables(final Physics physics) {
        this.physics = physics;
    }

    @Override
    public <V> LogCell<V> cell(final CellType<V> type, final long key) {
        final CellTable<V> table = table(type);
        final LogCell<V> found = table.get(key, cells);
        return found != null ? found : make(table, Id.of(0, key));
    }

    @Override
    public <V> LogCell<V> cell(final CellType<V> type, final Id key) {
        final CellTable<V> table = table(type);
        final LogCell<V> found = table.get(key, cells);
        return found != null ? found : make(table, key);
    }

    /** The number of a cell. */
    int index(final CellType<?> type, final long key) {
        CellTable<?> table = recent;
        if (table == null || table.type != type) {
            table = table(type);
            recent = table;
        }
        final int index = table.index(key);
        return index >= 0 ? index : cell(type, key).index;
    }

    /** The cell; null until it is asked for. */
    <V> LogCell<V> find(final CellType<V> type, final long key) {
        final CellTable<V> table = findTable(type);
        return table == null ? null : table.get(key, cells);
    }

    /** The cell; null until it is asked for. */
    <V> LogCell<V> find(final CellType<V> type, final Id key) {
        final CellTable<V> table = findTable(type);
        return table == null ? null : table.get(key, cells);
    }

    /** The cell as one of ours. */
    <V> LogCell<V> own(final Cell<V> cell) {
        if (cell instanceof LogCell) {
            final LogCell<V> own = (LogCell<V>) cell;
            if (own.owner == this) {
                return own;
            }
        }
        throw new StewardException(
            cell == null ? "a cell is null" : "the cell " + cell + " is a handle of another steward");
    }

    <V> Slot slot(final Predictor<?> predictor, final Cell<V> subject) {
        final LogCell<V> cell = own(subject);
        final Slot found = cell.slot(predictor);
        return found != null ? found : makeSlot(predictor, cell);
    }

    LogCell<?>[] cells() {
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

    private <V> LogCell<V> make(final CellTable<V> table, final Id key) {
        if (cellCount == cells.length) {
            final int length = 2 * cellCount;
            final LogCell<?>[] longer = Arrays.copyOf(cells, length);
            final Object[] longerValues = Arrays.copyOf(values, length);
            final ExtendedTime[] longerMarks = Arrays.copyOf(marks, length);
            readIn = Arrays.copyOf(readIn, length);
            cells = longer;
            values = longerValues;
            marks = longerMarks;
        }
        final LogCell<V> cell = new LogCell<>(table.type, key, this, cellCount, table.automatic);
        // In this order: a cell that finds no place in the table has a number that no other gets.
        cells[cellCount++] = cell;
        table.add(cell);
        return cell;
    }

    private Slot makeSlot(final Predictor<?> predictor, final LogCell<?> cell) {
        physics.require(predictor);
        if (predictor.subject() != cell.type()) {
            throw new StewardException("the predictor " + Physics.name(predictor) + " is about cells of type "
                + predictor.subject() + ", not about " + cell);
        }
        if (slotCount == slots.length) {
            final Slot[] longer = Arrays.copyOf(slots, 2 * slotCount);
            answers = Arrays.copyOf(answers, 2 * slotCount);
            slots = longer;
        }
        final Slot slot = new Slot(predictor, cell, slotCount);
        answers[slotCount] = Answer.NONE;
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
        final CellTable<V> table = new CellTable<>(type, physics);
        final CellTable<?>[] more = Arrays.copyOf(tables, tables.length + 1);
        more[tables.length] = table;
        tables = more;
        return table;
    }

    /** The numbers of one type of cells: those whose keys are small numbers in an array, the others by hash. */
    private static final class CellTable<V> {
        private static final int DENSE = 1 << 20;

        private final CellType<V> type;
        private final Predictor<?>[] automatic;
        private final Map<Id, LogCell<V>> others = new HashMap<>();
        /** Plus 1; 0 for a cell that there is not yet. */
        private int[] dense = new int[16];

        CellTable(final CellType<V> type, final Physics physics) {
            this.type = type;
            automatic = physics.predictors(type, Asking.AUTOMATIC).toArray(Predictor<?>[]::new);
        }

        /** Of a key that is a small number; -1 for any other, and where there is no such cell yet. */
        int index(final long key) {
            return key >= 0 && key < dense.length ? dense[(int) key] - 1 : -1;
        }

        /** Null if there is no such cell yet. */
        LogCell<V> get(final long key, final LogCell<?>[] cells) {
            return key >= 0 && key < DENSE ? at(index(key), cells) : others.get(Id.of(0, key));
        }

        LogCell<V> get(final Id key, final LogCell<?>[] cells) {
            return key.high() == 0 ? get(key.low(), cells) : others.get(key);
        }

        @SuppressWarnings("unchecked") // Numbers of this table are of cells of its type.
        private LogCell<V> at(final int index, final LogCell<?>[] cells) {
            return index < 0 ? null : (LogCell<V>) cells[index];
        }

        void add(final LogCell<V> cell) {
            final Id key = cell.key();
            if (key.high() == 0 && key.low() >= 0 && key.low() < DENSE) {
                final int place = (int) key.low();
                if (place >= dense.length) {
                    dense = Arrays.copyOf(dense, Math.min(DENSE, Math.max(place + 1, dense.length * 2)));
                }
                dense[place] = cell.index + 1;
            } else {
                others.put(key, cell);
            }
        }
    }
}
