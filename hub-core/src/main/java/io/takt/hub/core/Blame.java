package io.takt.hub.core;

import io.takt.hub.core.world.ProcessReading;

/**
 * Keeps account of who holds the core and why: the count of retained count-ups, and the wall time for which each asset
 * is the blocker, by reason. Looks at the wall clock only when the blocker changes, and when a status is asked for.
 * Time that has been counted for a reason stays there: the second after which an asset counts as silent was computing.
 * Owned by the hub's thread.
 */
final class Blame extends Hold {
    private long countedUpToNs;
    private long retains;

    long retains() {
        return retains;
    }

    /** Whether this blocker is known already, so that there is nothing to note. */
    boolean isKnown(final Member retainedBy) {
        return by() == retainedBy;
    }

    /** A count-up was retained by an asset. A whole wait counts once, unless count-ups have intervals. */
    void retained(final Member member, final boolean hasInterval, final long nowNs) {
        if (by() == null || hasInterval) {
            retains++;
        }
        if (by() != member) {
            begin(member, nowNs);
        }
    }

    /** A count-up was retained by the parent hub. */
    void retainedByParent(final boolean hasInterval, final long nowNs) {
        if (!isByParent() || hasInterval) {
            retains++;
        }
        if (!isByParent()) {
            settle(nowNs);
            beginByParent(nowNs);
        }
    }

    @Override
    void begin(final Member member, final long nowNs) {
        settle(nowNs);
        countedUpToNs = nowNs;
        super.begin(member, nowNs);
    }

    @Override
    void end(final long nowNs) {
        settle(nowNs);
        super.end(nowNs);
    }

    /** Brings all accounts up to now as well. */
    @Override
    void look(final ProcessReading sight, final boolean isHeld, final long nowNs) {
        settle(nowNs);
        super.look(sight, isHeld, nowNs);
    }

    void reset(final long nowNs) {
        end(nowNs);
        retains = 0;
    }

    private void settle(final long nowNs) {
        if (by() != null) {
            by().held(reason(), nowNs - countedUpToNs);
            countedUpToNs = nowNs;
        }
    }
}
