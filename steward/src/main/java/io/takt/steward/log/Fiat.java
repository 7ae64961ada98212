package io.takt.steward.log;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;

/** An event that was inserted from outside. */
final class Fiat {
    final ExtendedTime at;
    final Event event;
    /** Number of the change with which it came. */
    final long since;
    boolean removed;
    /** Whether the log has a turn in which it happened, or had until it was removed. */
    boolean logged;

    Fiat(final ExtendedTime at, final Event event, final long since) {
        this.at = at;
        this.event = event;
        this.since = since;
    }
}
