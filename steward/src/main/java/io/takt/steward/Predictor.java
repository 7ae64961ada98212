package io.takt.steward;

/**
 * Says what happens next to a cell, if nothing else happens: a pure function of what it reads. There is at most one
 * prediction for each predictor and cell. It is made anew when an event writes something that the last one read, or
 * where {@link #asking} says so, when an event asks for it and when it turns out to be stale.
 *
 * <p>Stateless, or with immutable state only.
 *
 * @param <V> of the values of the cells that it is about.
 */
public interface Predictor<V> {
    /**
     * A random number, written into the program once and never changed: save files and the ids of events go by it.
     *
     * @return always the same.
     */
    long id();

    /**
     * The type of the cells that it is about.
     *
     * @return always the same.
     */
    CellType<V> subject();

    /**
     * Makes a prediction, or none. It sees the simulation as it is after the event for which it is asked.
     *
     * @param subject  the cell that it is about.
     * @param forecast what it may read, and where it says what it predicts.
     */
    void predict(Cell<V> subject, Forecast forecast);

    /**
     * What has it asked.
     *
     * @return always the same.
     */
    default Asking asking() {
        return Asking.AUTOMATIC;
    }

    /**
     * Whether a stale prediction is dropped instead of made anew. Where writing has it asked, none is ever stale.
     *
     * @return always the same.
     */
    default boolean dropsStale() {
        return false;
    }
}
