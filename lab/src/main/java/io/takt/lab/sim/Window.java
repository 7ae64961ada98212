package io.takt.lab.sim;

/**
 * How far simulation time gets in one round trip between a core and one asset, when both have all the wall time they
 * want in between: the core is at T, the asset goes as far as (a) lets it, ⌊T / ΔT_i⌋ ΔT_i, then the core as far as (b)
 * does, ⌊(T_i + D_max) / ΔT_c⌋ ΔT_c. With steps that divide D_max, and each other, that is D_max, less what is lost to
 * rounding.
 */
public final class Window {
    /** The map repeats itself; over so many round trips what the last one leaves out does not matter. */
    private static final int ROUND_TRIPS = 2_000;

    private Window() {
    }

    /**
     * The mean advance of a round trip.
     *
     * @param coreStep  ΔT_c, greater than 0.
     * @param assetStep ΔT_i, greater than 0.
     * @param maxDelay  D_max, greater than 0.
     * @return 0 when the two stop for good, as L2 says.
     */
    public static double of(final long coreStep, final long assetStep, final long maxDelay) {
        long time = 0;
        for (int i = 0; i < ROUND_TRIPS; i++) {
            final long next = (time / assetStep * assetStep + maxDelay) / coreStep * coreStep;
            if (next <= time) {
                return 0;
            }
            time = next;
        }
        return (double) time / ROUND_TRIPS;
    }
}
