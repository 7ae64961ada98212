package io.takt.steward.log;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Predictor;

/** A place for the answer of one predictor about one cell. The answer is in the {@link Tables}, at its number. */
final class Slot implements Comparable<Slot> {
    final Predictor<?> predictor;
    /** Whether it is asked when something is written that its last answer has read. */
    final boolean automatic;
    /** Whether a prediction that comes up stale is not made anew. */
    final boolean dropsStale;
    final LogCell<?> subject;
    /** Hash of both, from which the ids of predicted events are made. */
    final long seedHigh;
    final long seedLow;
    /** Its number among all slots of the steward. */
    final int index;
    final Slot nextOfCell;
    /** The turn that has touched it last, and at which of its places. */
    long touchedIn;
    int touchedAt;

    Slot(final Predictor<?> predictor, final LogCell<?> subject, final int index) {
        this.predictor = predictor;
        automatic = predictor.asking() == Asking.AUTOMATIC;
        dropsStale = predictor.dropsStale();
        this.subject = subject;
        this.index = index;
        final Id seed = Id.hash(predictor.id(), subject.type().id(), subject.key().high(), subject.key().low());
        seedHigh = seed.high();
        seedLow = seed.low();
        nextOfCell = subject.slots;
    }

    void run(final Forecast forecast) {
        run(predictor, forecast);
    }

    @SuppressWarnings("unchecked") // A slot is only made of a predictor and a cell of its type.
    private <V> void run(final Predictor<V> typed, final Forecast forecast) {
        final Cell<V> cell = (Cell<V>) subject;
        if (!automatic || forecast.get(cell) != null) {
            typed.predict(cell, forecast);
        }
    }

    /** In the order in which those are asked that writing has asked. */
    @Override
    public int compareTo(final Slot other) {
        final int order = Long.compareUnsigned(predictor.id(), other.predictor.id());
        return order != 0 ? order : Cell.ORDER.compare(subject, other.subject);
    }

    @Override
    public boolean equals(final Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return index;
    }
}
