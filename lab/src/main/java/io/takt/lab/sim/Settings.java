package io.takt.lab.sim;

import io.takt.rule.Liveness;
import io.takt.rule.LivenessVerdict;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The settings of a federate, in simulation time.
 *
 * @param coreStep   ΔT_c, greater than 0.
 * @param maxDelay   D_max, greater than 0.
 * @param assetSteps ΔT_i of each asset, greater than 0.
 */
public record Settings(long coreStep, long maxDelay, List<Long> assetSteps) {
    /**
     * Copies the steps.
     *
     * @throws IllegalArgumentException when a number is not greater than 0.
     */
    public Settings {
        assetSteps = List.copyOf(assetSteps);
        if (coreStep <= 0 || maxDelay <= 0 || assetSteps.stream().anyMatch(step -> step <= 0)) {
            throw new IllegalArgumentException(
                "steps and D_max must be greater than 0: core " + coreStep + ", D_max " + maxDelay + ", assets "
                    + assetSteps);
        }
    }

    /**
     * Assets that all have the same step.
     *
     * @param coreStep  ΔT_c.
     * @param maxDelay  D_max.
     * @param assetStep ΔT_i.
     * @param assets    how many.
     * @return the settings.
     */
    public static Settings alike(final long coreStep, final long maxDelay, final long assetStep, final int assets) {
        return new Settings(coreStep, maxDelay, IntStream.range(0, assets).mapToObj(asset -> assetStep).toList());
    }

    /**
     * How many assets there are.
     *
     * @return 0 or more.
     */
    public int assets() {
        return assetSteps.size();
    }

    /**
     * The verdict of L2, by the judge that {@code takt check} asks.
     *
     * @return the verdict; assets are called by their numbers from 1.
     */
    public LivenessVerdict judge() {
        return Liveness.judge(coreStep, maxDelay, IntStream.range(0, assets())
            .mapToObj(asset -> new Liveness.Member(Integer.toString(asset + 1), assetSteps.get(asset))).toList());
    }

    /**
     * The steps as an array, for loops that run often.
     *
     * @return a new array.
     */
    long[] stepArray() {
        return assetSteps.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public String toString() {
        return "core step " + coreStep + ", D_max " + maxDelay + ", asset steps "
            + Arrays.toString(stepArray()).replaceAll("[\\[\\]]", "");
    }
}
