package io.takt.steward.scenario;

import io.takt.steward.Cell;

/**
 * The earliest of the times that are offered, and its partner; of two alike the first. For one thread.
 *
 * @param <B> of the bodies.
 */
final class Soonest<B> {
    private long time;
    private Cell<B> partner;

    /** Nothing counts that is not before this time. */
    Soonest(final long until) {
        time = until;
    }

    void offer(final long at, final Cell<B> with) {
        if (at < time) {
            time = at;
            partner = with;
        }
    }

    long time() {
        return time;
    }

    /** Null if none was early enough. */
    Cell<B> partner() {
        return partner;
    }
}
