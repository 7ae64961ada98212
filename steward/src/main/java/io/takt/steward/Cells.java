package io.takt.steward;

/** Gives handles to cells. Every cell exists; one that was never written holds null. */
public interface Cells {
    /**
     * The handle for a type and key: quick for keys that are small numbers, counted from 0.
     *
     * @param <V>  of its values.
     * @param type that the physics has.
     * @param key  the lower 64 bits of the key, the upper ones 0.
     * @return the same for the same type and key.
     */
    <V> Cell<V> cell(CellType<V> type, long key);

    /**
     * The handle for a type and key.
     *
     * @param <V>  of its values.
     * @param type that the physics has.
     * @param key  any.
     * @return the same for the same type and key.
     */
    <V> Cell<V> cell(CellType<V> type, Id key);
}
