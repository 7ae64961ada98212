package io.takt.steward;

/**
 * A predictor's view of the simulation, with which it also makes its prediction: at most once. An event is predicted
 * for a time and while some cells, its canaries, are not written. If one of them is written before, the prediction is
 * found to be stale when its time comes; it is not searched for.
 */
public interface Forecast extends View {
    /**
     * Predicts an event that nothing can prevent but a new prediction, or a cancellation, for the same subject.
     *
     * @param time  when, not before now.
     * @param event of a type that the physics has.
     */
    void predict(long time, Event event);

    /**
     * Predicts an event while one cell is not written.
     *
     * @param time   when, not before now.
     * @param event  of a type that the physics has.
     * @param canary a cell.
     */
    void predict(long time, Event event, Cell<?> canary);

    /**
     * Predicts an event while neither of two cells is written.
     *
     * @param time   when, not before now.
     * @param event  of a type that the physics has.
     * @param first  a cell.
     * @param second another one.
     */
    void predict(long time, Event event, Cell<?> first, Cell<?> second);

    /**
     * Predicts an event while none of some cells is written.
     *
     * @param time     when, not before now.
     * @param event    of a type that the physics has.
     * @param canaries any number of cells.
     */
    void predict(long time, Event event, Cell<?>... canaries);
}
