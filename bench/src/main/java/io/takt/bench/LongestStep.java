package io.takt.bench;

import io.takt.shm.clock.Clock;
import java.util.concurrent.locks.LockSupport;

/** Watches a clock from a thread of its own for the longest wall time in which it stands. */
final class LongestStep implements AutoCloseable {
    private static final long LOOK_EVERY_NS = WallTime.MS / 10;

    private final Clock clock;
    private final Thread thread;
    private volatile boolean isClosing;
    private long longestNs;

    /** From now on. */
    LongestStep(final Clock clock) {
        this.clock = clock;
        this.thread = new Thread(this::watch, "longest-step");
        thread.setDaemon(true);
        thread.start();
    }

    /** A look that comes late itself is no delay of the asset: the clock has moved on by more than a step then. */
    private void watch() {
        long seenNs = clock.read();
        long sinceNs = System.nanoTime();
        long lookedNs = sinceNs;
        while (!isClosing) {
            LockSupport.parkNanos(LOOK_EVERY_NS);
            final long nowNs = System.nanoTime();
            final long timeNs = clock.read();
            if (timeNs != seenNs) {
                longestNs = Math.max(longestNs, lookedNs - sinceNs);
                seenNs = timeNs;
                sinceNs = nowNs;
            }
            lookedNs = nowNs;
        }
        longestNs = Math.max(longestNs, lookedNs - sinceNs);
    }

    /** Ends the watch; the clock stood at least so long, from the first look at a value to the last. */
    double endMs() throws InterruptedException {
        close();
        thread.join();
        return (double) longestNs / WallTime.MS;
    }

    @Override
    public void close() {
        isClosing = true;
    }
}
