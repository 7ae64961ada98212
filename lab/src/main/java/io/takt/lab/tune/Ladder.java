package io.takt.lab.tune;

import io.takt.rule.Divisors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Which steps are worth a try. */
final class Ladder {
    private static final int MOST = 160;
    private static final long[] PARTS = {1, 2, 4, 5, 8, 10, 16, 20, 25, 50, 100};
    private static final int FINER = 10;

    private Ladder() {
    }

    /**
     * Steps of a core: all multiples of what the assets' steps have in common, or, where these are many, such as lie
     * about evenly on a logarithmic scale; and some that are finer.
     */
    static List<Long> coreSteps(final List<Long> assetSteps, final long presentNs, final long mostNs) {
        final long unitNs = assetSteps.stream().reduce(Divisors::gcd).orElseThrow();
        final TreeSet<Long> steps = new TreeSet<>();
        final long count = mostNs / unitNs;
        if (count <= MOST) {
            for (long i = 1; i <= count; i++) {
                steps.add(i * unitNs);
            }
        } else {
            for (int i = 0; i <= MOST; i++) {
                steps.add(Math.round(Math.pow(count, (double) i / MOST)) * unitNs);
            }
            assetSteps.forEach(step -> addParts(steps, step));
        }
        for (final long part : PARTS) {
            if (part <= FINER && unitNs % part == 0) {
                steps.add(unitNs / part);
            }
        }
        steps.add(presentNs);
        steps.add(mostNs);
        steps.removeIf(step -> step > mostNs);
        return List.copyOf(steps);
    }

    /** Steps of an asset that go well with a core's: its parts and its multiples. */
    static List<Long> assetSteps(final long coreStepNs, final long presentNs, final long mostNs) {
        final TreeSet<Long> steps = new TreeSet<>();
        addParts(steps, coreStepNs);
        for (long i = 1; i <= MOST && i * coreStepNs <= mostNs; i++) {
            steps.add(i * coreStepNs);
        }
        steps.add(presentNs);
        steps.removeIf(step -> step > mostNs);
        return new ArrayList<>(steps);
    }

    private static void addParts(final Collection<Long> steps, final long stepNs) {
        for (final long part : PARTS) {
            if (stepNs % part == 0) {
                steps.add(stepNs / part);
            }
        }
    }
}

