package io.takt.steward.graph;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Predictor;

/**
 * The predictions of one predictor about one cell: versions like a cell's, of which at most one is pending at any
 * instant.
 */
final class Slot implements Comparable<Slot> {
    final Predictor<?> predictor;
    /** Whether it is asked when something is written that its last answer has read. */
    final boolean automatic;
    final GraphCell<?> subject;
    /** Hash of both, from which the ids of predicted events are made. */
    final long seedHigh;
    final long seedLow;
    /** Its place among all slots of the steward. */
    final int index;
    final Slot nextOfCell;
    /** The newest version. */
    Prediction last;
    /** A version near where work is going on. */
    Prediction current;
    /** The work that asked for it last, and at which place. */
    long askedBy;
    int askedAt;
    /** The instant for which it waits in the agenda to be reviewed, the last of several; null if it does not. */
    ExtendedTime reviewed;

    Slot(final Predictor<?> predictor, final GraphCell<?> subject, final int index, final boolean valuesOnly) {
        this.predictor = predictor;
        automatic = predictor.asking() == Asking.AUTOMATIC;
        this.subject = subject;
        this.index = index;
        final Id seed = Id.hash(predictor.id(), subject.type().id(), subject.key().high(), subject.key().low());
        seedHigh = seed.high();
        seedLow = seed.low();
        nextOfCell = subject.slots;
        last = valuesOnly ? new Standing(this) : new Prediction(this, ExtendedTime.BEGINNING);
        current = last;
    }

    /** The newest version that was said before an instant. */
    Prediction before(final ExtendedTime at) {
        final Prediction found = find(at, false);
        current = found;
        return found;
    }

    /** The version that was said at an instant; null if none was. */
    Prediction saidAt(final ExtendedTime at) {
        final Prediction found = before(at).next;
        return found != null && found.at.compareTo(at) == 0 ? found : null;
    }

    Prediction find(final ExtendedTime at, final boolean ownInstant) {
        Prediction prediction = current;
        while (prediction.next != null && isSaid(prediction.next, at, ownInstant)) {
            prediction = prediction.next;
        }
        while (!isSaid(prediction, at, ownInstant)) {
            prediction = prediction.prev;
        }
        return prediction;
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

    private static boolean isSaid(final Prediction prediction, final ExtendedTime at, final boolean ownInstant) {
        return ownInstant ? !at.isBefore(prediction.at) : prediction.at.isBefore(at);
    }
}
