package io.takt.steward;

/**
 * The simulation at an instant. All reads are remembered: the reader depends on them. Valid until the call to which it
 * was given returns, and in that call's thread.
 */
public interface View extends Cells {
    /**
     * The base time of the instant.
     *
     * @return in the unit of the simulation.
     */
    long time();

    /**
     * The instant.
     *
     * @return never null.
     */
    ExtendedTime now();

    /**
     * The value of a cell.
     *
     * @param <V>  of its values.
     * @param cell of the same steward.
     * @return null if it was never written, or null was.
     */
    <V> V get(Cell<V> cell);

    /**
     * The value of a cell, without its handle: quicker where many are read of whose types only the numbers are known.
     *
     * @param <V>  of its values.
     * @param type that the physics has.
     * @param key  any number.
     * @return null if it was never written, or null was.
     */
    default <V> V get(final CellType<V> type, final long key) {
        return get(cell(type, key));
    }
}
