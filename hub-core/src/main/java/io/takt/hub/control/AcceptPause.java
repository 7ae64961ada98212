package io.takt.hub.control;

import java.util.concurrent.TimeUnit;

/**
 * When to take connections again after one could not be taken. A connection that waits is ready at every look, so
 * without a pause a server that is out of file descriptors would look without end. Owned by the server's thread.
 */
final class AcceptPause {
    static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Descriptors may run out again and again; a person has read it the first time. */
    static final long TELL_EVERY_NS = TimeUnit.MINUTES.toNanos(1);

    private boolean isPaused;
    private long untilNs;
    private boolean wasTold;
    private long toldNs;

    /** A connection could not be taken; whether a person is to be told. */
    boolean begin(final long nowNs) {
        isPaused = true;
        untilNs = nowNs + PAUSE_NS;
        if (wasTold && nowNs - toldNs < TELL_EVERY_NS) {
            return false;
        }
        wasTold = true;
        toldNs = nowNs;
        return true;
    }

    /** How long to wait at most, in milliseconds, before {@link #isOver} is to be asked; 0 for without end. */
    long leftMs(final long nowNs) {
        return isPaused ? Math.max(1, TimeUnit.NANOSECONDS.toMillis(untilNs - nowNs)) : 0;
    }

    /** Whether there was a pause, and it is over now. */
    boolean isOver(final long nowNs) {
        if (!isPaused || nowNs - untilNs < 0) {
            return false;
        }
        isPaused = false;
        return true;
    }
}
