package io.takt.federation.link;

import java.util.function.BooleanSupplier;

/** Runs the loops of links: each on a thread of its own, or, where a test decides what comes next, on the test's. */
@FunctionalInterface
public interface Loops {
    /** Each loop has a thread, which does not keep the process alive. */
    Loops ON_THREADS = ThreadLoop::new;

    /** One loop. */
    interface Loop {
        /** Its turns begin. */
        void start();

        /** {@return whether the caller is in a turn of it} */
        boolean isHere();

        /**
         * Waits until it has ended.
         *
         * @param mostMs longest wait, in ms of wall time.
         * @throws InterruptedException when the waiting thread is interrupted.
         */
        void awaitEnd(long mostMs) throws InterruptedException;
    }

    /**
     * A loop that is to be started.
     *
     * @param name of its thread.
     * @param turn may wait; false when the loop is over.
     * @return the loop.
     */
    Loop of(String name, BooleanSupplier turn);
}
