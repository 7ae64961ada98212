package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;

/** An action at an instant, with its reads: an event, or the run of a predictor. */
abstract class Action {
    static final Version[] NOTHING = {};

    final ExtendedTime at;
    /** Nothing where they are only logged, and without a history but for predictors that are asked by writing. */
    Reads reads = Reads.NOTHING;
    /** The block of the {@link ReadLog} that has its reads; null if none has. */
    byte[] logged;
    /** Where they begin there. */
    int loggedAt;
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
