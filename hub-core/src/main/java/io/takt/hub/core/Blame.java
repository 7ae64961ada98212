package io.takt.hub.core;

/**
 * Keeps account of who holds the core and why: the count of retained count-ups, and the wall time for which each asset
 * is the blocker, by reason. Looks at the wall clock only when the blocker changes, and when somebody wants to know.
 * What has been counted for a reason stays there: the second after which an asset counts as silent was computing.
 * Owned by the hub's thread.
 */
final class Blame {
    private final Silence silence = new Silence();
    private Member blocker;
    private HoldReason reason;
    private long sinceNs;
    private long reasonSinceNs;
    private long retains;

    Member blocker() {
        return blocker;
    }

    /** Why the blocker holds the core; null when there is none. */
    HoldReason reason() {
        return reason;
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
            reasonSinceNs = nowNs;
            reason = by.reasonWhenAlive();
            silence.begin(by.intervalNs(), nowNs);
        }
    }

    /** Nobody holds the core any more. */
    void released(final long nowNs) {
        settle(nowNs);
        blocker = null;
        reason = null;
    }

    /** Judges anew why the blocker holds the core, and brings all accounts up to now. */
    void look(final ProcessSight sight, final long nowNs) {
        if (blocker != null) {
            settle(nowNs);
            silence.look(blocker.clocks().time().read(), sight, nowNs);
            reason = silence.isSilent() ? HoldReason.SILENT : blocker.reasonWhenAlive();
        }
    }

    long blockedForNs(final Member member, final long nowNs) {
        return member == blocker ? nowNs - sinceNs : 0;
    }

    /** Wall time since the last sign of life of the blocker, if it is this one and silent; else 0. */
    long silentForNs(final Member member, final long nowNs) {
        return member == blocker ? silence.forNs(nowNs) : 0;
    }

    void reset() {
        blocker = null;
        reason = null;
        retains = 0;
    }

    private void settle(final long nowNs) {
        if (blocker != null) {
            blocker.held(reason, nowNs - reasonSinceNs);
            reasonSinceNs = nowNs;
        }
    }
}
