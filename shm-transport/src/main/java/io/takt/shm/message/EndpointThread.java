package io.takt.shm.message;

import java.util.function.BooleanSupplier;

/** The thread that drives an asset, as its endpoint sees it. */
public interface EndpointThread {
    /**
     * Takes in what is there for all assets of this thread. Those that are to be put back to their starts, and are not
     * in the middle of anything, drop it: the sender may have been put back before them.
     */
    void readAll();

    /**
     * Passes some time in the middle of a step.
     *
     * @param round  how often this was called for the same wait.
     * @param unless whether to come back at once; looked at after others can see that this thread is about to sleep.
     */
    void pass(int round, BooleanSupplier unless);

    /** {@return the number of the doorbell counter on which the thread sleeps} */
    long doorbell();
}
