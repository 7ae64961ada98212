package io.takt.shm.waiting;

/** Where a {@link Waiter}'s thread sleeps, and how it is woken. Used by that thread alone. */
public interface Bed {
    /**
     * Wall time for which there is certainly nothing to do, unless somebody rings.
     *
     * @return nanoseconds; 0 when that is not known.
     */
    long idleForNs();

    /** Says that this thread is about to sleep, and for what; it looks once more before it does. */
    void announce();

    /** Sleeps for what was announced, until somebody rings or a time-out. */
    void sleep();

    /** Says that this thread is awake. */
    void withdraw();
}
