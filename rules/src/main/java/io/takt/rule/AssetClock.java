package io.takt.rule;

/**
 * An asset's own time T_i: rule (a), applied at the asset's wall-clock interval, with a count of what came of it.
 *
 * <p>Pure state: the core's time and the wall clock come in as arguments. Owned by one thread.
 *
 * <p>Use: when {@link #isDue} at this instant, ask {@link #progresses}; if so do the step up to {@link #nextNs()} and
 * {@link #progress}; if a fresh reading of the core's time does not allow it, {@link #retain}.
 */
public final class AssetClock {
    private final long stepNs;
    private final long intervalNs;
    private long timeNs;
    private long dueNs;
    private long retains;
    private boolean waiting;

    /**
     * A clock at {@code timeNs}.
     *
     * @param timeNs     T_i to start from, 0 or greater.
     * @param stepNs     ΔT_i, greater than 0.
     * @param intervalNs Δt_i in wall time; 0 to count up as soon as the rule allows it.
     * @param nowNs      the wall clock, for the first count-up; any when there is no interval.
     */
    public AssetClock(final long timeNs, final long stepNs, final long intervalNs, final long nowNs) {
        if (timeNs < 0 || stepNs <= 0 || intervalNs < 0) {
            throw new IllegalArgumentException(
                "timeNs=" + timeNs + " stepNs=" + stepNs + " intervalNs=" + intervalNs);
        }
        this.timeNs = timeNs;
        this.stepNs = stepNs;
        this.intervalNs = intervalNs;
        this.dueNs = nowNs + intervalNs;
    }

    /**
     * T_i.
     *
     * @return nanoseconds of simulation time.
     */
    public long timeNs() {
        return timeNs;
    }

    /**
     * T' = T_i + ΔT_i; only meaningful when {@link #progresses} said so.
     *
     * @return nanoseconds of simulation time.
     */
    public long nextNs() {
        return timeNs + stepNs;
    }

    /**
     * Whether the asset counts up at a wall-clock interval.
     *
     * @return false when it counts up as soon as the rule allows it.
     */
    public boolean hasInterval() {
        return intervalNs > 0;
    }

    /**
     * Whether it is time to try a count-up.
     *
     * @param nowNs the wall clock, of the same origin as in the constructor.
     * @return always true without an interval.
     */
    public boolean isDue(final long nowNs) {
        return intervalNs == 0 || nowNs - dueNs >= 0;
    }

    /**
     * Wall time until the next count-up is due.
     *
     * @param nowNs the wall clock.
     * @return 0 when it is due.
     */
    public long dueInNs(final long nowNs) {
        return isDue(nowNs) ? 0 : dueNs - nowNs;
    }

    /**
     * Rule (a).
     *
     * @param coreTimeNs T_c or any earlier value of it.
     * @return true when the asset may step to {@link #nextNs()}.
     */
    public boolean progresses(final long coreTimeNs) {
        return AssetRule.progresses(timeNs, stepNs, coreTimeNs);
    }

    /**
     * Counts up by one step, which {@link #progresses} has allowed and the simulator has done.
     *
     * @param nowNs the wall clock.
     */
    public void progress(final long nowNs) {
        timeNs += stepNs;
        waiting = false;
        nextInterval(nowNs);
    }

    /**
     * Notes a count-up that left the clock where it was. Without an interval a whole wait is one such count-up, however
     * often the core's time is looked at meanwhile.
     *
     * @param nowNs the wall clock.
     * @return true when the count has changed.
     */
    public boolean retain(final long nowNs) {
        nextInterval(nowNs);
        if (waiting && intervalNs == 0) {
            return false;
        }
        waiting = true;
        retains++;
        return true;
    }

    /**
     * How many count-ups left the clock where it was.
     *
     * @return since the start of this clock.
     */
    public long retains() {
        return retains;
    }

    /** Keeps to the grid of intervals; those that were missed are left out. */
    private void nextInterval(final long nowNs) {
        if (intervalNs > 0 && nowNs - dueNs >= 0) {
            dueNs += ((nowNs - dueNs) / intervalNs + 1) * intervalNs;
        }
    }
}
