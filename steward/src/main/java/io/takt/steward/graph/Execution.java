package io.takt.steward.graph;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;

/** An event that happened: its writes, and the predictions that it asked for. */
final class Execution extends Action {
    static final Slot[] NONE = {};

    /** Stands for all of which nothing is kept. */
    static final Execution FORGOTTEN = new Execution(ExtendedTime.BEGINNING, null, true);

    /** Whether it was predicted, not inserted from outside. */
    final boolean predicted;
    Event event;
    /** In the order in which the cells were first written. */
    Version[] writes = NOTHING;
    /** The slots that it asked to predict or to cancel. The predictions themselves are in the slots. */
    Slot[] asked = NONE;

    Execution(final ExtendedTime at, final Event event, final boolean predicted) {
        super(at);
        this.predicted = predicted;
        this.event = event;
    }

    @Override
    boolean seesOwnInstant() {
        return false;
    }
}
