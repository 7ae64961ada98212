package io.takt.lab.study;

import io.takt.lab.sim.Settings;
import java.util.HashMap;
import java.util.Map;

/**
 * How far simulation time gets in one round trip. From T the core gets to the last multiple of its step that is at most
 * T + D_max, and the asset after it to the last multiple of its own:
 *
 * <pre>T' = ⌊⌊(T + D_max) / ΔT_c⌋ ΔT_c / ΔT_i⌋ ΔT_i</pre>
 *
 * <p>With equal steps that is D_max, less what of it is no whole step. Otherwise it differs from one round trip to the
 * next and comes round again, since it depends on T only by its place in both steps. The mean does not depend on where
 * it begins, as T' never falls when T rises.
 */
final class Window {
    private Window() {
    }

    /** The mean advance in one round trip with assets that all have the same step. */
    static double advance(final Settings settings) {
        final long coreStep = settings.coreStep();
        final long assetStep = settings.assetSteps().get(0);
        final Map<Long, long[]> seen = new HashMap<>();
        long time = 0;
        for (long trips = 0;; trips++) {
            final long[] before = seen.putIfAbsent(time % coreStep, new long[] {time, trips});
            if (before != null) {
                return (double) (time - before[0]) / (trips - before[1]);
            }
            time = (time + settings.maxDelay()) / coreStep * coreStep / assetStep * assetStep;
        }
    }
}
