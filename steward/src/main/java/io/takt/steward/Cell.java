package io.takt.steward;

import java.util.Comparator;

/**
 * A place for a value that changes at moments; a handle, which one steward gave. There is one handle for each type and
 * key, so handles are compared by identity. The value of a cell is read through a {@link View} or a {@link Snapshot}; a
 * cell that was never written holds null.
 *
 * @param <V> of its values.
 */
public abstract class Cell<V> {
    /** By type id, then key, both unsigned: the same in every run. */
    public static final Comparator<Cell<?>> ORDER = (one, other) -> {
        final int types = Long.compareUnsigned(one.type.id(), other.type.id());
        return types != 0 ? types : one.key.compareTo(other.key);
    };

    private final CellType<V> type;
    private final Id key;
    /** The same as in the key: events and predictors ask for it all the time, and this saves a look at the key. */
    private final long number;

    /**
     * For stewards only.
     *
     * @param type of its values.
     * @param key  unique among the cells of the type.
     */
    protected Cell(final CellType<V> type, final Id key) {
        this.type = type;
        this.key = key;
        number = key.low();
    }

    /**
     * The type of its values.
     *
     * @return never null.
     */
    public final CellType<V> type() {
        return type;
    }

    /**
     * Which cell of this type it is.
     *
     * @return never null.
     */
    public final Id key() {
        return key;
    }

    /**
     * The key as a number.
     *
     * @return its lower 64 bits: what it is, if the cell was named by a long.
     */
    public final long number() {
        return number;
    }

    /** The type and the key. */
    @Override
    public final String toString() {
        return type + " " + (key.high() == 0 ? Long.toUnsignedString(key.low()) : key.toString());
    }
}
