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
     * A predictor that is asked by itself, with an id that is made from its name.
     *
     * @param <V>     of the values of the cells that it is about.
     * @param name    another one for each predictor of the physics.
     * @param subject the type of the cells that it is about.
     * @param answer  see {@link #predict}; without a state of its own.
     * @return never null.
     */
    static <V> Predictor<V> of(final String name, final CellType<V> subject, final Answer<V> answer) {
        return of(name, subject, Asking.AUTOMATIC, answer);
    }

    /**
     * A predictor with an id that is made from its name.
     *
     * @param <V>     of the values of the cells that it is about.
     * @param name    another one for each predictor of the physics.
     * @param subject the type of the cells that it is about.
     * @param asking  what has it asked.
     * @param answer  see {@link #predict}; without a state of its own.
     * @return never null.
     */
    static <V> Predictor<V> of(
        final String name, final CellType<V> subject, final Asking asking, final Answer<V> answer) {
        return new NamedPredictor<>(name, DerivedCodec.id("predictor", name), subject, asking, answer);
    }

    /**
     * The answer of a predictor.
     *
     * @param <V> of the values of the cells that it is about.
     */
    @FunctionalInterface
    interface Answer<V> {
        /**
         * As {@link Predictor#predict}.
         *
         * @param subject  the cell that it is about.
         * @param forecast what it may read, and where it says what it predicts.
         */
        void predict(Cell<V> subject, Forecast forecast);
    }

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
     * The occasion on which it is asked.
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
