package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Hard disks and spheres, against a plain program that does the same, event for event. */
final class StewardSpheres implements Benchmark {
    private static final int[] BODIES = {1_000, 10_000};

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
        final StewardMatch match = new StewardMatch(bench, this, Bound.atMost(1.5), Bound.atMost(3));
        final List<Result> results = new ArrayList<>();
        for (final String world : List.of("disks", "spheres")) {
            for (final int bodies : BODIES) {
                results.addAll(match.play(bodies + " " + world, new StewardRun.Of(world, bodies, "", 0, 0)));
            }
        }
        return results;
    }
}
