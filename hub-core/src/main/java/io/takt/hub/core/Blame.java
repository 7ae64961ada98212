package io.takt.hub.core;

/**
 * Keeps account of who holds the core: the count of retained count-ups, and the wall time for which each asset is the
 * blocker. Looks at the wall clock only when the blocker changes. Owned by the hub's thread.
 */
final class Blame {
    private Member blocker;
    private long sinceNs;
    private long retains;

    Member blocker() {
        return blocker;
    }

    long retains() {
        return retains;
    }

    /** Whether this blocker is known already, so that there is nothing to note. */
    boolean isKnown(final Member retainedBy) {
        return blocker == retainedBy;
    }

    /** A count-up was retained by an asset. A whole wait counts once, unless count-ups have intervals. */
    void retained(final Member by, final boolean hasInterval, final long nowNs) {
        if (blocker == null || hasInterval) {
            retains++;
        }
        if (blocker != by) {
            settle(nowNs);
            blocker = by;
            sinceNs = nowNs;
        }
    }

    /** Nobody holds the core any more. */
    void released(final long nowNs) {
        settle(nowNs);
        blocker = null;
    }

    long blockedForNs(final Member member, final long nowNs) {
        return member == blocker ? nowNs - sinceNs : 0;
    }

    void reset() {
        blocker = null;
        retains = 0;
    }

    private void settle(final long nowNs) {
        if (blocker != null) {
            blocker.blocked(nowNs - sinceNs);
        }
    }
}
