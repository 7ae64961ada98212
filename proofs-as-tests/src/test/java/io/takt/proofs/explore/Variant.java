package io.takt.proofs.explore;

/**
 * The part of a system that is explored, and the events that may happen in it.
 *
 * @param fromNs   where all clocks stand at the start.
 * @param isTimed  whether states are told apart by T_c. If not, they are the lags alone: after each move all times are
 *                 put back by as much, so that T_c stands where it did. The rules see differences only.
 * @param untilNs  beyond which T_c is not followed; for states with T_c.
 * @param isStale  whether every party may go by any earlier value of another clock.
 * @param comeAndGo whether assets leave, and join.
 * @param joinsAtNs how far behind T_c a joining asset starts; 0 where the hub puts it.
 */
record Variant(long fromNs, boolean isTimed, long untilNs, boolean isStale, boolean comeAndGo, long joinsAtNs) {
    /** Some time in the middle, so that old readings do not go below 0. */
    private static final long SOME_NS = 1_000;

    /** States are lags; readings are the newest; no asset comes or goes. */
    static final Variant LAGS = new Variant(SOME_NS, false, Long.MAX_VALUE, false, false, 0);

    /** States are times, from the start of a hub. */
    static final Variant TIMES = new Variant(0, true, Long.MAX_VALUE, false, false, 0);

    Variant from(final long newNs) {
        return new Variant(newNs, isTimed, untilNs, isStale, comeAndGo, joinsAtNs);
    }

    Variant until(final long newNs) {
        return new Variant(fromNs, isTimed, newNs, isStale, comeAndGo, joinsAtNs);
    }

    Variant stale() {
        return new Variant(fromNs, isTimed, untilNs, true, comeAndGo, joinsAtNs);
    }

    Variant comingAndGoing() {
        return new Variant(fromNs, isTimed, untilNs, isStale, true, joinsAtNs);
    }

    Variant joiningBehindBy(final long newNs) {
        return new Variant(fromNs, isTimed, untilNs, isStale, true, newNs);
    }
}
