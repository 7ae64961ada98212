package io.takt.steward.graph;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;

/** An event that was inserted from outside. */
final class Fiat {
    final ExtendedTime at;
    final Event event;
    /** Number of the change with which it came. */
    final long since;
    boolean removed;
    /** It waits in the agenda to be settled. */
    boolean unsettled;
    Execution execution;

    Fiat(final ExtendedTime at, final Event event, final long since) {
        this.at = at;
        this.event = event;
        this.since = since;
    }
}
