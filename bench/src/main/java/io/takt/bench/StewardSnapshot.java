package io.takt.bench;

import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.HardSpheres;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How long a simulation stands still while a snapshot of it is taken, whatever its size. Within this process. */
final class StewardSnapshot implements Benchmark {
    private static final double PACKING = 0.4;
    private static final int[] BODIES = {1_000, 10_000, 100_000};

    /** Of which the medians are a sample. */
    private static final int MOMENTS = 101;

    /** Snapshots that are taken once more, at the same moment, when the caches hold what they need. */
    private static final int MORE = 8;

    /** Between two snapshots some ten events happen: each body has a few in a second. */
    private static final int BODY_SECONDS = 2;

    private static final double NS_PER_US = 1e3;

    private static final double MOST_US = 10;

    /** The variation of equal work, by the clock and the caches of a machine. */
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
        final long endNs = System.nanoTime() + bench.measuredNs() * bench.rounds();
        all.forEach(each -> each.first = new Samples());
        all.forEach(each -> each.again = new Samples());
        // Short samples in turn, so that other work of the machine hits all of them alike.
        do {
            all.forEach(Moving::sample);
        } while (System.nanoTime() < endNs);
        return results(all);
    }

    private List<Result> results(final List<Moving> all) {
        final List<Result> results = new ArrayList<>();
        for (int i = 0; i < BODIES.length; i++) {
            results.add(Result.bounded(this, BODIES[i] + " spheres", Figure.of("Takt", "us", all.get(i).first),
                Bound.atMost(MOST_US)));
        }
        final Samples fewest = all.get(0).again;
        for (int i = 1; i < BODIES.length; i++) {
            final Samples again = all.get(i).again;
            results.add(Result.compared(this, BODIES[i] + " spheres, once more", Figure.of("Takt", "us", again),
                Figure.of(BODIES[0] + " spheres", "us", fewest), Figure.ratio(
                    BODIES[i] + " spheres / " + BODIES[0] + " spheres", again.dividedBy(fewest)), Bound.atMost(SAME)));
        }
        return results;
    }

    /** Spheres with a history. */
    private static final class Moving {
        private Samples first = new Samples();
        private Samples again = new Samples();

        private final LogSteward steward;
        private final long slice;
        private final long kept;
        private final double[] firstUs = new double[MOMENTS];
        private final double[] againUs = new double[MOMENTS];

        Moving(final int bodies) {
            final HardSpheres world = new HardSpheres(1, bodies, 3, PACKING);
            slice = world.second() * BODY_SECONDS / bodies;
            kept = slice * MOMENTS;
            steward = LogSteward.withHistory(world.physics());
            world.inputs().forEach(input -> input.insertInto(steward));
            steward.advanceTo(0);
        }

        /** Takes snapshots at many moments. */
        void sample() {
            for (int i = 0; i < MOMENTS; i++) {
                steward.advanceTo(steward.now() + slice);
                firstUs[i] = take(1);
                againUs[i] = take(MORE);
            }
            steward.forgetBefore(steward.now() - kept);
            Arrays.sort(firstUs);
            Arrays.sort(againUs);
            first.add(firstUs[MOMENTS / 2]);
            again.add(againUs[MOMENTS / 2]);
        }

        /** Microseconds for each. */
        private double take(final int snapshots) {
            final long startNs = System.nanoTime();
            for (int i = 0; i < snapshots; i++) {
                steward.snapshot(steward.now()).close();
            }
            return (System.nanoTime() - startNs) / NS_PER_US / snapshots;
        }
    }
}
