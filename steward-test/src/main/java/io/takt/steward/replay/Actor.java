package io.takt.steward.replay;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;

/**
 * An actor at an instant: an event, or a predictor that is asked about a cell. Immutable.
 *
 * @param at    when.
 * @param event null for a predictor.
 * @param slot  null for an event.
 */
record Actor(ExtendedTime at, Event event, State.Slot slot) {
    static Actor of(final ExtendedTime at, final Event event) {
        return new Actor(at, event, null);
    }

    static Actor of(final ExtendedTime at, final State.Slot slot) {
        return new Actor(at, null, slot);
    }

    /** Makes a view for one run of it. */
    ReplayView view(final ReplaySteward steward, final State state) {
        return new ReplayView(steward, state, at, name(), slot == null ? null : slot.seed());
    }

    void run(final ReplayView view) {
        if (slot == null) {
            event.execute(view);
        } else {
            ask(slot.predictor(), view);
        }
    }

    @SuppressWarnings("unchecked") // A slot is only made of a predictor and a cell of its type.
    private <V> void ask(final Predictor<V> predictor, final ReplayView forecast) {
        final Cell<V> subject = (Cell<V>) slot.subject();
        if (predictor.asking() != Asking.AUTOMATIC || forecast.get(subject) != null) {
            predictor.predict(subject, forecast);
        }
    }

    /** The name, without the time. */
    String name() {
        return slot == null ? "the event " + event
            : "the predictor " + Physics.name(slot.predictor()) + " about " + slot.subject();
    }

    /** Names the actor and its instant. */
    @Override
    public String toString() {
        return name() + " at " + at;
    }
}
