package io.takt.asset;

/** How a thread waits for a clock of another process. */
public enum WaitStrategy {
    /** Spins, then yields, then sleeps, each for as long as it has paid lately. */
    ADAPTIVE,
    /** Spins only: the quickest with a processor for every process, and the worst without. */
    SPIN,
    /** Yields its processor to other threads that are ready to run, but never sleeps. */
    YIELD,
    /** Sleeps at once until the other side wakes it. */
    SLEEP
}
