package io.takt.steward.scenario;

/** The earliest of the times that are offered, and its partner; of two alike the one with the lesser number. */
final class Soonest {
    /** No partner. */
    static final long NONE = -1;

    private long time;
    private long partner = NONE;

    /** Nothing counts that is not before this time. */
    Soonest(final long until) {
        time = until;
    }

    /** Numbers of partners are 0 or more. */
    void offer(final long at, final long with) {
        if (at < time || at == time && with < partner) {
            time = at;
            partner = with;
        }
    }

    long time() {
        return time;
    }

    /** The last time that is worth an offer: at the one that is known there may be a lesser number yet. */
    long until() {
        return partner == NONE ? time - 1 : time;
    }

    /** {@link #NONE} if none was early enough. */
    long partner() {
        return partner;
    }
}
