package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Hard disks and spheres, against a plain program that does the same, event for event. */
final class StewardSpheres implements Benchmark {
    private static final int[] DISKS = {1_000, 10_000};
    private static final int[] SPHERES = {1_000, 4_000, 10_000, 32_000};
    private static final double MOST_WITHOUT_HISTORY = 1.2;
    private static final double MOST_WITH = 1.6;

    @Override
    public String name() {
        return "steward-spheres";
    }

    @Override
    public String title() {
        return "events of hard disks and spheres per processor second, against a plain loop in Java that has no past";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final StewardMatch match =
            new StewardMatch(bench, this, Bound.atMost(MOST_WITHOUT_HISTORY), Bound.atMost(MOST_WITH));
        final List<Result> results = new ArrayList<>();
        for (final int bodies : DISKS) {
            results.addAll(match.play(bodies + " disks", new StewardRun.Of("disks", bodies, "", 0, 0)));
        }
        for (final int bodies : SPHERES) {
            results.addAll(match.play(bodies + " spheres", new StewardRun.Of("spheres", bodies, "", 0, 0)));
        }
        return results;
    }
}
