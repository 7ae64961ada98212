package io.takt.rule;

import io.takt.asset.SimTime;
import io.takt.asset.Steps;

/**
 * An asset's own time T_i: rule (a), applied at the asset's wall-clock interval, with a count of what came of it.
 *
 * <p>Pure state: the core's time and the wall clock come in as arguments. Owned by one thread.
 *
 * <p>Use: when {@link #isDue} at this instant, ask {@link #progresses}; if so do the step, which goes up to
 * {@link #nextNs()} at least and {@link #reachNs} at most, and {@link #progressTo}; if a fresh reading of the core's
 * time does not allow it, {@link #retain}. With a fixed step both ends are the same.
 *
 * <p>An asset that has nothing to do {@linkplain #wakeAt before a time} <em>passes</em>: its clock counts up without
 * it, by as much as it may.
 */
public final class AssetClock {
    private final Steps steps;
    private final long intervalNs;
    /** The next step is not shorter: the step itself, or that which was chosen; a granularity where any will do. */
    private long leastNs;
    /** Before it the asset has nothing to do; of no meaning once it has come. */
    private long wakeAtNs;
    private long timeNs;
    private long dueNs;
    private long retains;
    private boolean waiting;

    /**
     * A clock with a fixed step.
     *
     * @param timeNs     T_i to start from, 0 or greater.
     * @param stepNs     ΔT_i, greater than 0.
     * @param intervalNs Δt_i in wall time; 0 to count up as soon as the rule allows it.
     * @param nowNs      the wall clock, for the first count-up; any when there is no interval.
     */
    public AssetClock(final long timeNs, final long stepNs, final long intervalNs, final long nowNs) {
        this(timeNs, Steps.fixedNs(stepNs), intervalNs, nowNs);
    }

    /**
     * A clock at {@code timeNs}. Whole steps are as long as they may be until {@link #choose} says otherwise.
     *
     * @param timeNs     T_i to start from, 0 or greater.
     * @param steps      by how much it counts up.
     * @param intervalNs Δt_i in wall time; 0 to count up as soon as the rule allows it.
     * @param nowNs      the wall clock, for the first count-up; any when there is no interval.
     */
    public AssetClock(final long timeNs, final Steps steps, final long intervalNs, final long nowNs) {
        if (timeNs < 0 || intervalNs < 0) {
            throw new IllegalArgumentException(
                "timeNs=" + timeNs + " steps=" + steps + " intervalNs=" + intervalNs);
        }
        this.steps = steps;
        this.intervalNs = intervalNs;
        forgetWishes();
        restart(timeNs, nowNs);
    }

    /** As at first: the asset has something to do, and its whole steps are as long as they may be. */
    public void forgetWishes() {
        leastNs = steps.isWhole() ? steps.greatestNs() : steps.granularityNs();
        wakeAtNs = 0;
    }

    /**
     * The clock stands elsewhere, and counts its retained count-ups from 0. The asset's requests are kept.
     *
     * @param newTimeNs T_i, 0 or greater.
     * @param nowNs     the wall clock.
     */
    public void restart(final long newTimeNs, final long nowNs) {
        timeNs = newTimeNs;
        retains = 0;
        waiting = false;
        dueNs = nowNs + intervalNs;
    }

    /** {@return T_i in nanoseconds of simulation time} */
    public long timeNs() {
        return timeNs;
    }

    /**
     * T', the earliest time to which the next count-up may go; only meaningful when {@link #progresses} said so.
     *
     * @return nanoseconds of simulation time; the largest long where there is no such time any more.
     */
    public long nextNs() {
        final long nextNs = timeNs + leastStepNs();
        return nextNs < 0 ? Long.MAX_VALUE : nextNs;
    }

    /** {@return by how much the next count-up goes at least, in nanoseconds of simulation time} */
    public long leastStepNs() {
        return isPassing() ? steps.granularityNs() : leastNs;
    }

    /**
     * The first time of the grid after T_i: T_i + ΔT_i with a fixed step, and in every run the same with one that
     * varies, wherever the step that begins now will end.
     *
     * @return nanoseconds of simulation time.
     */
    public long nextOnGridNs() {
        return timeNs + steps.granularityNs();
    }

    /**
     * How far the next count-up may go by rule (a), when {@link #progresses} said that there is one.
     *
     * @param coreTimeNs T_c or any earlier value of it.
     * @return nanoseconds of simulation time; {@link #nextNs()} where a step is done whole or not at all.
     */
    public long reachNs(final long coreTimeNs) {
        if (isPassing()) {
            return AssetRule.reachNs(timeNs, steps.granularityNs(), Math.min(coreTimeNs, wakesAtNs()));
        }
        if (!takesWhatIsAllowed()) {
            return nextNs();
        }
        final long farNs = AssetRule.reachNs(timeNs, steps.granularityNs(), coreTimeNs);
        return steps.greatestNs() < farNs - timeNs ? timeNs + steps.greatestNs() : farNs;
    }

    /** {@return whether steps end where they are allowed to and the asset wants; false where they are done whole} */
    public boolean takesWhatIsAllowed() {
        return !steps.isFixed() && !steps.isWhole();
    }

    /**
     * The asset has nothing to do before a time, unless something is delivered to it.
     *
     * @param newTimeNs nanoseconds of simulation time; one that has come takes that back.
     */
    public void wakeAt(final long newTimeNs) {
        wakeAtNs = newTimeNs;
    }

    /** {@return whether the asset has nothing to do now, so that its clock counts up without it} */
    public boolean isPassing() {
        return wakeAtNs > timeNs;
    }

    /**
     * When the asset has something to do again: the first time of its grid that is not before the one that it has asked
     * for.
     *
     * @return nanoseconds of simulation time; of a meaning only while {@link #isPassing()}.
     */
    public long wakesAtNs() {
        return onGridNs(wakeAtNs);
    }

    /**
     * The first time of the grid that is not before another.
     *
     * @param otherNs not before T_i.
     * @return nanoseconds of simulation time; the last of the grid where there is none any more.
     */
    public long onGridNs(final long otherNs) {
        final long beyondNs = (otherNs - timeNs) % steps.granularityNs();
        final long onGridNs = otherNs - beyondNs;
        return beyondNs == 0 || onGridNs > Long.MAX_VALUE - steps.granularityNs() ? onGridNs
            : onGridNs + steps.granularityNs();
    }

    /**
     * Checks where a step is to end.
     *
     * @param endNs    of the step.
     * @param atMostNs the latest time that is allowed.
     * @throws IllegalArgumentException when it is not on the grid, or not within what is allowed.
     * @throws IllegalStateException    when steps are done whole or not at all.
     */
    public void requireEnd(final long endNs, final long atMostNs) {
        if (!takesWhatIsAllowed()) {
            throw new IllegalStateException(
                "a step that is fixed, or whole, cannot end earlier; declare steps that vary");
        }
        if (endNs <= timeNs || endNs > atMostNs || (endNs - timeNs) % steps.granularityNs() != 0) {
            throw new IllegalArgumentException("the step from " + SimTime.format(timeNs) + " cannot end at "
                + SimTime.format(endNs) + "; it ends a multiple of " + SimTime.format(steps.granularityNs())
                + " later, at " + SimTime.format(atMostNs) + " at most");
        }
    }

    /**
     * How long whole steps are from now on.
     *
     * @param stepNs nanoseconds of simulation time; a multiple of the granularity, not more than the greatest step.
     * @throws IllegalArgumentException for any other.
     * @throws IllegalStateException    when the steps are not whole ones.
     */
    public void choose(final long stepNs) {
        if (!steps.isWhole()) {
            throw new IllegalStateException(steps.isFixed()
                ? "its step is always " + SimTime.format(steps.greatestNs()) + "; declare steps that vary, and whole"
                : "it takes what it is allowed; declare whole steps to choose how long they are");
        }
        if (stepNs <= 0 || stepNs > steps.greatestNs() || stepNs % steps.granularityNs() != 0) {
            throw new IllegalArgumentException("a step of " + SimTime.format(stepNs) + " is not one that was declared:"
                + " multiples of " + SimTime.format(steps.granularityNs()) + " up to "
                + SimTime.format(steps.greatestNs()));
        }
        leastNs = stepNs;
    }

    /** {@return whether the asset counts up at a wall-clock interval, not as soon as the rule allows it} */
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
     * @return true when the asset may step to {@link #nextNs()}, or its clock count up so far without it.
     */
    public boolean progresses(final long coreTimeNs) {
        return AssetRule.progresses(timeNs, leastStepNs(), coreTimeNs);
    }

    /**
     * Counts up to a time that is allowed, and to which the simulator has gone, or at which it has nothing to do.
     *
     * @param toNs  later than T_i, and on the grid: {@link #nextNs()} for a fixed step.
     * @param nowNs the wall clock.
     */
    public void progressTo(final long toNs, final long nowNs) {
        timeNs = toNs;
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

    /** {@return how many count-ups left the clock where it was, since its start} */
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
