package io.takt.bench;

import io.takt.steward.Snapshot;
import io.takt.steward.graph.GraphSteward;
import io.takt.steward.scenario.HardSpheres;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How long a simulation stands still while a snapshot of it is taken, whatever its size. Within this process. */
final class StewardSnapshot implements Benchmark {
    private static final double PACKING = 0.4;
    private static final int[] BODIES = {1_000, 10_000, 100_000};

    /** Of which the median is a sample. */
    private static final int SNAPSHOTS = 101;

    /** Between two snapshots some ten events happen: each body has a few in a second. */
    private static final int BODY_SECONDS = 2;

    private static final double NS_PER_US = 1e3;

    /** What the clock and the caches of a machine make of equal work. */
    private static final double SAME = 1.5;

    @Override
    public String name() {
        return "steward-snapshot";
    }

    @Override
    public String title() {
        return "wall time to take a snapshot of 1,000 to 100,000 spheres that go on moving";
    }

    @Override
    public List<Result> run(final Bench bench) {
        final List<Moving> all = new ArrayList<>();
        for (final int bodies : BODIES) {
            bench.tell(this, "setting up " + bodies + " spheres");
            all.add(new Moving(bodies));
        }
        bench.tell(this, "measuring");
        final long warmNs = System.nanoTime() + bench.warmUpAtMostNs() / 2;
        do {
            all.forEach(Moving::sample);
        } while (System.nanoTime() < warmNs);
        final List<Samples> samples = all.stream().map(each -> new Samples()).toList();
        final long endNs = System.nanoTime() + bench.measuredNs() * bench.rounds();
        // Short samples in turn: what else the machine does then hits all of them alike.
        do {
            for (int i = 0; i < BODIES.length; i++) {
                samples.get(i).add(all.get(i).sample());
            }
        } while (System.nanoTime() < endNs);
        return results(samples);
    }

    private List<Result> results(final List<Samples> samples) {
        final List<Result> results = new ArrayList<>();
        final Figure fewest = Figure.of(BODIES[0] + " spheres", "us", samples.get(0));
        results.add(Result.reported(this, fewest.of(), Figure.of("Takt", "us", samples.get(0))));
        for (int i = 1; i < BODIES.length; i++) {
            final String what = BODIES[i] + " spheres";
            results.add(Result.compared(this, what, Figure.of("Takt", "us", samples.get(i)), fewest,
                Figure.ratio(what + " / " + fewest.of(), samples.get(i).dividedBy(samples.get(0))),
                Bound.atMost(SAME)));
        }
        return results;
    }

    /** Spheres with a history. */
    private static final class Moving {
        private final GraphSteward steward;
        private final long slice;
        private final long kept;
        private final double[] tookUs = new double[SNAPSHOTS];

        Moving(final int bodies) {
            final HardSpheres world = new HardSpheres(1, bodies, 3, PACKING);
            slice = world.second() * BODY_SECONDS / bodies;
            kept = slice * SNAPSHOTS;
            steward = GraphSteward.withHistory(world.physics());
            world.inputs().forEach(input -> input.insertInto(steward));
            steward.advanceTo(0);
        }

        /** Microseconds that a snapshot took, as the median of many. */
        double sample() {
            for (int i = 0; i < SNAPSHOTS; i++) {
                steward.advanceTo(steward.now() + slice);
                final long startNs = System.nanoTime();
                final Snapshot snapshot = steward.snapshot(steward.now());
                tookUs[i] = (System.nanoTime() - startNs) / NS_PER_US;
                snapshot.close();
            }
            steward.forgetBefore(steward.now() - kept);
            Arrays.sort(tookUs);
            return tookUs[SNAPSHOTS / 2];
        }
    }
}
