package io.takt.shm;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** How hubs and assets wait for each other: spin, then yield, then sleep for longer and longer, up to a millisecond. */
public final class Waiting {
    private static final long SPINS = 200;
    private static final long YIELDS = 50;
    private static final long SHORTEST_PARK_NS = 1_000;
    private static final long LONGEST_PARK_NS = 1_000_000;

    private Waiting() {
    }

    /**
     * A strategy for one thread.
     *
     * @return a new one; it keeps state.
     */
    public static IdleStrategy idleStrategy() {
        return new BackoffIdleStrategy(SPINS, YIELDS, SHORTEST_PARK_NS, LONGEST_PARK_NS);
    }
}
