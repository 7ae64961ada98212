package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;

/** What was done at an instant, with what it read: an event, or the run of a predictor. */
abstract class Action {
    static final Version[] NOTHING = {};

    final ExtendedTime at;
    /** In the order in which they were first read; without a history, nothing. */
    Version[] reads = NOTHING;
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

    /** Reader lists may name actions that have read something else since. */
    final boolean hasRead(final Version version) {
        for (final Version read : reads) {
            if (read == version) {
                return true;
            }
        }
        return false;
    }

    final void read(final Version[] versions) {
        reads = versions;
        for (final Version version : versions) {
            version.addReader(this);
        }
    }
}
