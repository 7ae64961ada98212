package io.takt.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waiting in wall time, without work for the processors. */
final class WallTime {
    static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private WallTime() {
    }

    /** The awaited condition. */
    interface Condition {
        boolean holds() throws IOException;
    }

    static void sleep(final long durationNs) throws InterruptedException {
        final long startNs = System.nanoTime();
        for (long leftNs = durationNs; leftNs > 0; leftNs = durationNs - (System.nanoTime() - startNs)) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while measuring");
            }
            LockSupport.parkNanos(leftNs);
        }
    }

    /** Looks again and again; false when the time is over. */
    static boolean await(final Condition condition, final long everyNs, final long atMostNs)
        throws IOException, InterruptedException {
        final long startNs = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - startNs > atMostNs) {
                return false;
            }
            sleep(everyNs);
        }
        return true;
    }
}
