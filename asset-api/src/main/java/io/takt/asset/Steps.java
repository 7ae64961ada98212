package io.takt.asset;

import io.takt.asset.time.Durations;
import java.time.Duration;

/**
 * By how much an asset counts up its time at once: always by the same step, or by steps that vary on a grid.
 *
 * <p>Steps that vary are multiples of a granularity, up to a greatest step, and the simulator chooses each of them.
 * Usually it takes all that is allowed: its turn comes as soon as it may go on by at least a granularity, and says how
 * far it may go; the simulator commits how far it went. One that cannot stop halfway has {@linkplain #whole() whole}
 * steps: it says how long its next step is, and gets its turn when it may go all of that.
 *
 * @param greatestNs    the longest step, in nanoseconds of simulation time, greater than 0; a multiple of the
 *                      granularity.
 * @param granularityNs what all steps are multiples of, greater than 0; the greatest step itself for a fixed step.
 * @param isWhole       whether a step that was chosen is done whole or not at all; false for a fixed step, for which
 *                      it makes no difference.
 */
public record Steps(long greatestNs, long granularityNs, boolean isWhole) {
    /**
     * Checks all of it.
     *
     * @throws IllegalArgumentException when a number is not greater than 0, or the greatest step is not a multiple of
     *                                  the granularity.
     */
    public Steps {
        if (granularityNs <= 0 || greatestNs <= 0) {
            throw new IllegalArgumentException("a step is " + SimTime.format(greatestNs) + " on a grid of "
                + SimTime.format(granularityNs) + "; both must be more than 0");
        }
        if (greatestNs % granularityNs != 0) {
            throw new IllegalArgumentException("the greatest step " + SimTime.format(greatestNs)
                + " is not a multiple of the granularity " + SimTime.format(granularityNs));
        }
        isWhole = isWhole && greatestNs != granularityNs;
    }

    /**
     * Always the same step.
     *
     * @param stepNs ΔT_i in nanoseconds of simulation time, greater than 0.
     * @return the steps.
     */
    public static Steps fixedNs(final long stepNs) {
        return new Steps(stepNs, stepNs, false);
    }

    /**
     * Always the same step.
     *
     * @param step ΔT_i in simulation time, greater than 0.
     * @return the steps.
     */
    public static Steps fixed(final Duration step) {
        return fixedNs(Durations.nanos("the step", step));
    }

    /**
     * Steps that vary, each as long as the simulator chooses and is allowed at that moment.
     *
     * @param greatestNs    the longest step, in nanoseconds of simulation time, a multiple of the granularity.
     * @param granularityNs what all steps are multiples of, in nanoseconds of simulation time.
     * @return the steps.
     */
    public static Steps upToNs(final long greatestNs, final long granularityNs) {
        return new Steps(greatestNs, granularityNs, false);
    }

    /**
     * Steps that vary, each as long as the simulator chooses and is allowed at that moment.
     *
     * @param greatest    the longest step, a multiple of the granularity.
     * @param granularity what all steps are multiples of.
     * @return the steps.
     */
    public static Steps upTo(final Duration greatest, final Duration granularity) {
        return upToNs(Durations.nanos("the greatest step", greatest), Durations.nanos("the granularity", granularity));
    }

    /**
     * The same steps for a simulator that does each of them whole or not at all.
     *
     * @return the steps.
     */
    public Steps whole() {
        return new Steps(greatestNs, granularityNs, true);
    }

    /** {@return whether all steps are the same; then the greatest step is the only one} */
    public boolean isFixed() {
        return greatestNs == granularityNs;
    }
}
