package io.takt.federation.local;

import io.takt.shm.waiting.Doorbell;

/**
 * Sleeps at the parent's doorbell in place of the hub's thread, which announces there for which time it waits, and
 * wakes that. Owned by one thread.
 *
 * <p>It never sleeps for a value that stood there before: a doorbell that was rung looks like one at which nothing is
 * announced. So it finds each ring that came while it was awake.
 */
final class TimeWaker {
    /** No parent comes to it. */
    private static final long NO_TIME = 1L << 62;

    private final Runnable wakes;
    private long last = NO_TIME;

    /**
     * A thread's part of it.
     *
     * @param wakes wakes the hub's thread.
     */
    TimeWaker(final Runnable wakes) {
        this.wakes = wakes;
    }

    /** Sleeps until the parent rings, or for so long, and wakes the hub's thread. */
    void sleep(final Doorbell doorbell, final long atMostNs) {
        long announced = doorbell.read();
        if (announced == Doorbell.AWAKE) {
            last += 2;
            announced = last;
            if (!doorbell.announceIfAwake(announced)) {
                return;
            }
            // It may have been rung.
            wakes.run();
        }
        doorbell.sleep(announced, atMostNs);
        wakes.run();
    }
}
