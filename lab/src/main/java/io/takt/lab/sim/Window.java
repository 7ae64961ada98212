package io.takt.lab.sim;

/**
 * How far simulation time gets in one round trip between a core and one asset, when both have all the wall time they
 * want in between. The asset is at T; the core goes as far as (b) lets it, then the asset as far as (a) does:
 *
 * <pre>T' = ⌊⌊(T + D_max) / ΔT_c⌋ ΔT_c / ΔT_i⌋ ΔT_i</pre>
 *
 * <p>With equal steps that is D_max, less what of it is no whole step. Otherwise it differs from one round trip to the
 * next and comes round again, since it depends on T only by its place in a step of the core. The mean does not depend
 * on where it begins, as T' never falls when T rises; nor on whose clock is looked at.
 */
public final class Window {
    /**
     * Steps of a length like 16.666667 ms and 1 ms come round after a million round trips. The mean of so many is as
     * good as exact then.
     */
    private static final int MOST_TRIPS = 20_000;

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
        if (!Settings.alike(coreStep, maxDelay, assetStep, 1).judge().live()) {
            return 0;
        }
        long place = 0;
        double passed = 0;
        // Where it was after 0, 1, 2, 4, 8 ... round trips: sooner or later it is there again (Brent's way).
        long placeThen = 0;
        double passedThen = 0;
        int then = 0;
        for (int trip = 1; trip <= MOST_TRIPS; trip++) {
            final long reach = maxDelay - (place + maxDelay % coreStep) % coreStep;
            final long advance = reach / assetStep * assetStep;
            passed += advance;
            place = (place + advance % coreStep) % coreStep;
            if (place == placeThen) {
                return (passed - passedThen) / (trip - then);
            }
            if (trip >= 2 * then) {
                placeThen = place;
                passedThen = passed;
                then = trip;
            }
        }
        return passed / MOST_TRIPS;
    }
}
