package io.takt.steward;

/**
 * An event's access to the simulation: it reads, writes, and asks for predictions. All of it takes effect when the
 * event returns, or not at all if it throws.
 */
public interface Transaction extends View {
    /**
     * Writes a cell. {@link #get} reads what the same event wrote. A value that is the same as before counts as
     * written, too: predictions that depend on the cell are made anew, at once or, by {@link Asking}, when they come
     * up.
     *
     * @param <V>   of its values.
     * @param cell  of the same steward.
     * @param value immutable, or never changed from now on; null to hold nothing.
     */
    <V> void set(Cell<V> cell, V value);

    /**
     * Random numbers that depend on the event's instant and the physics' salt alone.
     *
     * @return the same object whenever this event asks.
     */
    DeterministicRandom random();

    /**
     * Has a prediction made after this event; an earlier prediction by the same predictor about the same cell is
     * void. The last of several calls about the same counts. Where {@linkplain Asking#AUTOMATIC writing} has it made
     * anyhow, there is no need to call this.
     *
     * @param <V>       of the cell's values.
     * @param predictor that the physics has.
     * @param subject   what it is about, a cell of the same steward.
     */
    <V> void predict(Predictor<V> predictor, Cell<V> subject);

    /**
     * Has no prediction: any prediction by this predictor about this cell is void, until it is asked again.
     *
     * @param <V>       of the cell's values.
     * @param predictor that the physics has.
     * @param subject   what it is about, a cell of the same steward.
     */
    <V> void cancel(Predictor<V> predictor, Cell<V> subject);
}
