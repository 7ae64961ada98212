package io.takt.hub.core;

/**
 * When, in wall time, the core tries to count up: at an interval, at a speed relative to the wall clock, or both; and
 * without either, as soon as rule (b) allows it.
 *
 * <p>At a speed, T' is due when the simulation time that belongs to the wall clock has reached it. That time is
 * computed from one anchor, so nothing drifts. A core that was held back catches up, but only by
 * {@link #MOST_BEHIND_NS}: after an hour in a debugger the simulation goes on at its speed from where it is.
 *
 * <p>Pure state, owned by one thread.
 */
final class Pace {
    /** Wall time by which the core may be behind and still catch up. */
    static final long MOST_BEHIND_NS = 1_000_000_000L;

    private final double speed;
    private final long intervalNs;
    private long anchorTimeNs;
    private long anchorNowNs;
    private long dueNs;

    /**
     * A pace.
     *
     * @param speed      simulated time per wall time, greater than 0; {@link Double#POSITIVE_INFINITY} for free.
     * @param intervalNs Δt_c in wall time; 0 for none.
     */
    Pace(final double speed, final long intervalNs) {
        if (!(speed > 0) || intervalNs < 0) {
            throw new IllegalArgumentException("speed=" + speed + " intervalNs=" + intervalNs);
        }
        this.speed = speed;
        this.intervalNs = intervalNs;
    }

    /** Whether every count-up is due at once, so that the wall clock need not be looked at. */
    boolean isFree() {
        return speed == Double.POSITIVE_INFINITY && intervalNs == 0;
    }

    /** Whether count-ups are tried at wall-clock intervals. */
    boolean hasInterval() {
        return intervalNs > 0;
    }

    /** The core starts, or goes on after a pause. */
    void start(final long coreTimeNs, final long nowNs) {
        anchorTimeNs = coreTimeNs;
        anchorNowNs = nowNs;
        dueNs = nowNs + intervalNs;
    }

    /** Whether the count-up to {@code nextNs} is to be tried now. */
    boolean isDue(final long nextNs, final long nowNs) {
        if (intervalNs > 0 && nowNs - dueNs < 0) {
            return false;
        }
        if (speed == Double.POSITIVE_INFINITY) {
            return true;
        }
        final double behindNs = (nowNs - anchorNowNs) - (nextNs - anchorTimeNs) / speed;
        if (behindNs > MOST_BEHIND_NS) {
            anchorTimeNs = nextNs;
            anchorNowNs = nowNs - MOST_BEHIND_NS;
        }
        return behindNs >= 0;
    }

    /** Wall time until {@link #isDue}; 0 when it is. */
    long dueInNs(final long nextNs, final long nowNs) {
        final long intervalInNs = intervalNs > 0 ? Math.max(0, dueNs - nowNs) : 0;
        if (speed == Double.POSITIVE_INFINITY) {
            return intervalInNs;
        }
        final double aheadNs = (nextNs - anchorTimeNs) / speed - (nowNs - anchorNowNs);
        return Math.max(intervalInNs, (long) Math.ceil(Math.max(0, aheadNs)));
    }

    /** The count-up was tried; keeps to the grid of intervals, leaving out those that were missed. */
    void tried(final long nowNs) {
        if (intervalNs > 0 && nowNs - dueNs >= 0) {
            dueNs += ((nowNs - dueNs) / intervalNs + 1) * intervalNs;
        }
    }
}
