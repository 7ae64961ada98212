package io.takt.shm.driver;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;

/** An idle strategy of one thread that sleeps for long; closing the driver ends the sleep at once. */
final class InterruptibleSleep implements IdleStrategy {
    /** A quarter of the second between two of the driver's signs of life, its shortest time that matters. */
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private volatile Thread sleeper;
    private volatile boolean over;

    @Override
    public void idle(final int workCount) {
        if (workCount <= 0) {
            idle();
        }
    }

    @Override
    public void idle() {
        sleeper = Thread.currentThread();
        if (over) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, NAP_NS);
        }
    }

    @Override
    public void reset() {
        // Every nap is like the first.
    }

    /** There is no sleep any more, from now on; any thread may call. */
    void end() {
        over = true;
        LockSupport.unpark(sleeper);
    }
}
