package io.takt.steward.graph;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;

/** An event that happened: its writes, and the predictions that it asked for. */
final class Execution extends Action {
    static final Slot[] NONE = {};

    /** Stands for all of which nothing is kept. */
    static final Execution FORGOTTEN = new Execution(ExtendedTime.BEGINNING, null, null);

    /** By which it was inserted from outside; null if it was predicted. */
    final Fiat fiat;
    Event event;
    /** In the order in which the cells were first written. */
    Version[] writes = NOTHING;
    /** The slots that it asked to predict or to cancel. The predictions themselves are in the slots. */
    Slot[] asked = NONE;

    Execution(final ExtendedTime at, final Event event, final Fiat fiat) {
        super(at);
        this.fiat = fiat;
        this.event = event;
    }

    @Override
    boolean seesOwnInstant() {
        return false;
    }
}
