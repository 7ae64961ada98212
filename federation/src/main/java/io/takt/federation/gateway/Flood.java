package io.takt.federation.gateway;

import java.util.concurrent.TimeUnit;

/**
 * Tells a flood of datagrams, from a faulty child or others, from what honest children send. While it is on, the hub's
 * thread leaves datagrams alone, and counts up. Owned by that thread.
 */
final class Flood {
    /** A look ends with the first datagram that brings a later time, so these are noise. */
    private static final int MOST_A_LOOK = 16;

    /** So many that each bring a later time, and never an empty socket between them, are of no honest child. */
    private static final int MOST_IN_A_ROW = 4096;

    private static final long ON_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private long untilNs;
    private int inARow;
    private int inThisLook;

    /** None yet. */
    Flood(final long nowNs) {
        untilNs = nowNs;
    }

    /** A look begins: whether there is to be none now. */
    boolean isOn(final long nowNs) {
        inThisLook = 0;
        return nowNs - untilNs < 0;
    }

    /** A datagram was found in this look. Returns whether it is one too many. */
    boolean add(final long nowNs) {
        inThisLook++;
        inARow++;
        if (inThisLook < MOST_A_LOOK && inARow < MOST_IN_A_ROW) {
            return false;
        }
        untilNs = nowNs + ON_NS;
        inARow = 0;
        return true;
    }

    /** The socket is empty. Returns whether it was so from the beginning of this look on. */
    boolean foundNone() {
        inARow = 0;
        return inThisLook == 0;
    }
}
