package io.takt.steward;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The simulation after all events of a base time. It stays as it is whatever is done with the steward, and may be
 * handed to another thread, which may read it while the simulation goes on; for one thread at a time. As long as it is
 * open, the steward keeps what it needs for it.
 */
public interface Snapshot extends AutoCloseable {
    /**
     * Which base time.
     *
     * @return in the unit of the simulation.
     */
    long time();

    /**
     * The value of a cell.
     *
     * @param <V>  of its values.
     * @param cell of the same steward.
     * @return null if it holds nothing.
     */
    <V> V get(Cell<V> cell);

    /**
     * All cells that hold something.
     *
     * @return by type id, then key, both unsigned.
     */
    List<Cell<?>> cells();

    /**
     * All predictions that are still to come up, stale ones too.
     *
     * @return in order of their instants.
     */
    List<PendingEvent> predictions();

    /**
     * All fiat events after this time that had been inserted when the snapshot was taken.
     *
     * @return in order of their instants.
     */
    List<FiatEvent> fiatEvents();

    /**
     * The cells, beside their subjects, on which the last answers of predictors that are asked by writing depend: of
     * all answers, predictions or not, still to come up or not.
     *
     * @return those that depend on anything, in the order of predictors' ids, then of the subjects' types and keys.
     */
    List<Dependence> dependences();

    /**
     * Lets the steward drop what it kept for this. May be called from any thread, more than once, when no other thread
     * reads it any more: what a call that goes on meanwhile gives back is worth nothing.
     */
    @Override
    void close();

    /**
     * Digest of all of it; the same for every steward that is in the same state.
     *
     * @return never null.
     */
    default Id digest() {
        return SaveFile.digest(this);
    }

    /**
     * Writes all of it, so that a steward that reads it goes on as this one does.
     *
     * @param out     takes it; not closed.
     * @param physics of the steward.
     * @throws IOException if {@code out} does.
     */
    default void save(final OutputStream out, final Physics physics) throws IOException {
        SaveFile.write(this, physics, out);
    }

    /**
     * A prediction that is still to come up.
     *
     * @param predictor that made it.
     * @param subject   what it is about.
     * @param at        when it comes up.
     * @param event     what happens then if no canary was written.
     * @param canaries  what it depends on.
     */
    record PendingEvent(
        Predictor<?> predictor, Cell<?> subject, ExtendedTime at, Event event, List<Canary> canaries) {
    }

    /**
     * A cell that a prediction depends on.
     *
     * @param cell    which.
     * @param current whether it has not been written since the prediction was made.
     */
    record Canary(Cell<?> cell, boolean current) {
    }

    /**
     * The cells on which a predictor's last answer about a cell depends.
     *
     * @param predictor that gave it.
     * @param subject   what it is about.
     * @param read      other cells, in the order of their types and keys; when one of them is written, it is asked
     *                  again.
     */
    record Dependence(Predictor<?> predictor, Cell<?> subject, List<Cell<?>> read) {
        /**
         * Of cells that were read.
         *
         * @param predictor that read them.
         * @param subject   what it was asked about.
         * @param read      in any order, the subject perhaps among them.
         * @return null if it read no other.
         */
        public static Dependence of(
            final Predictor<?> predictor, final Cell<?> subject, final Collection<? extends Cell<?>> read) {
            final List<Cell<?>> others = new ArrayList<>(read);
            others.removeIf(cell -> cell == subject);
            others.sort(Cell.ORDER);
            return others.isEmpty() ? null : new Dependence(predictor, subject, Collections.unmodifiableList(others));
        }

        /** In the order in which they are asked. */
        public static final Comparator<Dependence> ORDER = (one, other) -> {
            final int order = Long.compareUnsigned(one.predictor.id(), other.predictor.id());
            return order != 0 ? order : Cell.ORDER.compare(one.subject, other.subject);
        };
    }

    /**
     * An event that was inserted from outside.
     *
     * @param at    when.
     * @param event what happens.
     */
    record FiatEvent(ExtendedTime at, Event event) {
    }
}
