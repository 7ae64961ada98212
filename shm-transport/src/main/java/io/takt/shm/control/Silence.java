package io.takt.shm.control;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * For how long a hub has not answered. That is counted in looks, each of which counts for the time between two looks at
 * most: time in which this process did not run, on a busy host or because it was stopped itself, says nothing of the
 * hub. As long as this process has not sent its question, or has not taken in what came, nothing is counted.
 *
 * <p>Owned by one thread, the one that waits.
 */
public final class Silence {
    /** Wall time between two looks of the thread that waits, in nanoseconds. */
    public static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final NanoClock clock;
    private long lookedNs;
    private long silentNs;

    /**
     * Nothing was asked yet.
     *
     * @param clock wall time.
     */
    public Silence(final NanoClock clock) {
        this.clock = clock;
        restart();
    }

    /** A question is asked, or an answer was taken: the count begins anew. */
    public void restart() {
        lookedNs = clock.nanoTime();
        silentNs = 0;
    }

    /**
     * Looks once; there is no answer yet.
     *
     * @param isUpToHub whether the hub has the question, and this process has taken in all that came from it.
     */
    public void look(final boolean isUpToHub) {
        final long nowNs = clock.nanoTime();
        silentNs = isUpToHub ? silentNs + Math.min(nowNs - lookedNs, LOOK_EVERY_NS) : 0;
        lookedNs = nowNs;
    }

    /** {@return for how many nanoseconds the hub could have answered and did not} */
    public long ns() {
        return silentNs;
    }
}
