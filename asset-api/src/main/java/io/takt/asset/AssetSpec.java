package io.takt.asset;

import java.time.Duration;

/**
 * What an asset declares when it joins.
 *
 * @param name       unique within the hub, see {@link Names}.
 * @param stepNs     ΔT_i in nanoseconds of simulation time; 0 takes the step from the hub's configuration.
 * @param intervalNs Δt_i, at which wall-clock interval in nanoseconds the asset tries to count up; 0 takes the interval
 *                   of the hub's configuration, which is by default: as soon as rule (a) allows it.
 */
public record AssetSpec(String name, long stepNs, long intervalNs) {
    /**
     * Checks the declaration.
     *
     * @throws IllegalArgumentException for a bad name, a negative step or a negative interval.
     */
    public AssetSpec {
        Names.requireValid(name);
        requireNotNegative("step", stepNs);
        requireNotNegative("interval", intervalNs);
    }

    /**
     * An asset whose step and interval stand in the hub's configuration.
     *
     * @param name unique within the hub.
     * @return the declaration.
     */
    public static AssetSpec named(final String name) {
        return new AssetSpec(name, 0, 0);
    }

    /**
     * The same asset with a step.
     *
     * @param step ΔT_i in simulation time.
     * @return a new declaration.
     */
    public AssetSpec step(final Duration step) {
        return new AssetSpec(name, step.toNanos(), intervalNs);
    }

    /**
     * The same asset with an interval.
     *
     * @param interval Δt_i in wall time.
     * @return a new declaration.
     */
    public AssetSpec interval(final Duration interval) {
        return new AssetSpec(name, stepNs, interval.toNanos());
    }

    private static void requireNotNegative(final String what, final long valueNs) {
        if (valueNs < 0) {
            throw new IllegalArgumentException("the " + what + " is " + valueNs + "ns; it cannot be negative");
        }
    }
}
