package io.takt.bench;

/**
 * The cost of one of many equal things.
 *
 * @param wallNs      wall time in nanoseconds, over all that were done one after the other or side by side.
 * @param processorNs processor time in nanoseconds of all processes; not a number where this machine does not tell.
 */
record Cost(double wallNs, double processorNs) {
    /** Such things per second. */
    double perSecond() {
        return WallTime.SECOND / wallNs;
    }

    /** Of one of so many parts. */
    Cost dividedBy(final double parts) {
        return new Cost(wallNs / parts, processorNs / parts);
    }
}
