package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;

/** An action at an instant, with its reads: an event, or the run of a predictor. */
abstract class Action {
    static final Version[] NOTHING = {};

    final ExtendedTime at;
    /** Without a history, nothing. */
    Reads reads = Reads.NOTHING;
    /** It did not happen, or is forgotten: reader lists may still name it, and it does not count. */
    boolean dead;
    /** It waits in the agenda to be redone. */
    boolean dirty;
    /** It is to be redone even if it would read what it did. */
    boolean mustRun;

    Action(final ExtendedTime at) {
        this.at = at;
    }

    /** Whether it sees what is written at its own instant. */
    abstract boolean seesOwnInstant();
}
