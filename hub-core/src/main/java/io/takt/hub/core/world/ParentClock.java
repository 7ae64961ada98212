package io.takt.hub.core.world;

/**
 * The clock of the parent hub, as a child's core sees it, and the place of the child's report. Called on the hub's
 * thread; does not block.
 */
public interface ParentClock {
    /** The parent of a hub that has none: no time binds it from above, and its report goes nowhere. */
    ParentClock NONE = new ParentClock() {
        @Override
        public long timeNs() {
            return Long.MAX_VALUE;
        }

        @Override
        public void report(final long timeNs) {
            // There is no parent to hear it.
        }

        @Override
        public void await(final long timeNs) {
            // No time comes from above.
        }
    };

    /** From now on times are of the place that this hub has been given in its parent last. */
    default void begin() {
        // There is nothing to change where the places are the same.
    }

    /**
     * The core goes on in this place; its later times are whole steps after that one.
     *
     * @param coreTimeNs T_c of this hub.
     */
    default void countsFrom(final long coreTimeNs) {
        // Of use where the parent is told beforehand which time is waited for.
    }

    /**
     * T_parent as it is known here: any earlier value of it will do (S4). Never goes back within an epoch.
     *
     * @return nanoseconds of simulation time; {@link Long#MAX_VALUE} where there is no parent.
     */
    long timeNs();

    /**
     * Tells the parent how far this hub is; its rule (b) goes by that.
     *
     * @param timeNs later than all reports of this epoch before it.
     */
    void report(long timeNs);

    /**
     * The hub's thread is about to sleep until the parent's time is there. After this call it looks at
     * {@link #timeNs()} once more; every later change of that time rings the hub's doorbell.
     *
     * @param timeNs T_parent that is waited for; {@link Long#MAX_VALUE} for none.
     */
    void await(long timeNs);

    /**
     * The hub's thread sleeps now, whatever it waits for.
     *
     * @return wall time in nanoseconds after which it is to look at {@link #timeNs()} again; {@link Long#MAX_VALUE} for
     *     never.
     */
    default long rest() {
        return Long.MAX_VALUE;
    }
}
