package io.takt.shm.waiting;

/** Where a {@link Waiter}'s thread sleeps, and how it is woken. Used by that thread alone. */
public interface Parker {
    /**
     * Wall time for which there is certainly nothing to do, unless the doorbell is rung.
     *
     * @return nanoseconds; 0 when that is not known.
     */
    long idleForNs();

    /**
     * Pauses of the processor between two looks for work while it spins. A look takes a cache line from the
     * thread that writes it; where that thread has much to do before it needs this one, fewer looks make both faster.
     *
     * @return 1 or more; asked once in a wait.
     */
    default int pausesPerLook() {
        return 1;
    }

    /** Says that this thread is about to sleep, and which event it waits for; it looks once more before it does. */
    void announce();

    /** Sleeps until the announced event is rung for, or a time-out. */
    void sleep();

    /** Says that this thread is awake. */
    void withdraw();
}
