package io.takt.federation.link;

import io.takt.hub.core.world.ParentClock;
import io.takt.shm.message.MirrorListener;
import java.util.concurrent.atomic.AtomicLong;

/** Replacements for spots of the links, see {@code LinkMutant} of the proofs. */
public final class BrokenLink {
    private BrokenLink() {
    }

    /** Says more than there is. */
    public static void ahead(final ClockFrame frame, final long epoch, final long timeNs, final long awaitedNs) {
        frame.set(epoch, timeNs + 1, awaitedNs);
    }

    /** Knows more of the other end than that has said. */
    public static void knowsMore(final ClockExchange exchange, final long epoch, final long ownNs, final long otherNs) {
        exchange.begin(epoch, ownNs, otherNs + 1);
    }

    /** Frames of all epochs look the same. */
    public static void sameEpoch(final ClockExchange exchange, final long epoch, final long ownNs, final long otherNs) {
        exchange.begin(Math.min(epoch, 2), ownNs, otherNs);
    }

    /** A report is told of before it is true. */
    public static void reportsAhead(final AtomicLong reported, final long timeNs) {
        reported.set(timeNs + 1);
    }

    /** Lines sent on a connection that is gone are not sent again. */
    public static void notAgain(final ControlStream stream) {
        // It may have come.
    }

    /** No time of the parent binds the core. */
    public static long unbound(final ParentClock clock) {
        return Long.MAX_VALUE;
    }

    /** A sender seems to have published more than it has. */
    public static void frontierAhead(final MirrorListener mirror, final long timeNs) {
        mirror.onFrontier(timeNs + 2);
    }

    /** Only what is new is told. */
    public static long neverDue(final ClockExchange exchange, final long nowNs) {
        return exchange.dueInNs(nowNs - Long.MAX_VALUE / 4) <= 0 ? 0 : Integer.MAX_VALUE;
    }
}
