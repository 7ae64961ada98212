package io.takt.dis.gateway;

import io.takt.dis.time.DisStamp;

/**
 * Where simulation time stands on the wall clock: a simulated second is a second. Written by the asset's thread, read
 * by any.
 */
final class ExerciseClock {
    /** A simulation that is behind by more than this has stood. */
    static final long MOST_BEHIND_NS = 1_000_000_000L;

    private final long startNs;
    private final long lagNs;
    private final boolean isAbsolute;
    private volatile long zeroNs;
    private boolean isSet;

    /**
     * Not set yet.
     *
     * @param startNs    of the exercise, simulation time 0, on the wall clock; negative where it is when the first step
     *                   begins, and later by each time for which the simulation stands.
     * @param lagNs      by which steps end after their times, so that PDUs may be late.
     * @param isAbsolute whether stamps have wall time past the hour; else they have simulation time.
     */
    ExerciseClock(final long startNs, final long lagNs, final boolean isAbsolute) {
        this.startNs = startNs;
        this.lagNs = lagNs;
        this.isAbsolute = isAbsolute;
        zeroNs = Math.max(0, startNs);
    }

    /** The run begins anew. */
    void reset() {
        isSet = false;
    }

    /**
     * A step begins.
     *
     * @return -1 where the clock goes on; else it has been set, and this is the wall time for which the simulation has
     *     stood, 0 where it begins.
     */
    long begin(final long fromNs, final long nowNs) {
        if (startNs >= 0) {
            return -1;
        }
        if (!isSet) {
            isSet = true;
            zeroNs = nowNs - fromNs;
            return 0;
        }
        final long behindNs = nowNs - dueNs(fromNs);
        if (behindNs <= MOST_BEHIND_NS) {
            return -1;
        }
        zeroNs += behindNs;
        return behindNs;
    }

    /** When a step that ends at a simulation time is to end on the wall clock. */
    long dueNs(final long toNs) {
        return zeroNs + toNs + lagNs;
    }

    long simulationNs(final long wallNs) {
        return wallNs - zeroNs;
    }

    int stamp(final long simulationNs) {
        return DisStamp.of(isAbsolute ? zeroNs + simulationNs : simulationNs, isAbsolute);
    }
}
