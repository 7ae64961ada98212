package io.takt.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * A retained count-up with one stuck asset among many: the hub's duty cycle, as often as it goes. It is measured within
 * this process, since from outside a count-up that moves nothing cannot be seen.
 */
final class StuckAsset implements Benchmark {
    private static final int[] ASSETS = {10, 1_000, 10_000};
    private static final int CYCLES = 100_000;
    private static final long SLICE_NS = 50 * WallTime.MS;

    /** The variation of equal work, by the clock and the caches of a machine. */
    private static final double SAME = 1.5;

    @Override
    public String name() {
        return "stuck-asset";
    }

    @Override
    public String title() {
        return "wall time per retained count-up of a hub with one stuck asset among 10 to 10,000";
    }

    @Override
    public List<Result> run(final Bench bench) {
        final List<StuckHub> hubs = new ArrayList<>();
        final List<Samples> samples = new ArrayList<>();
        for (final int assets : ASSETS) {
            bench.tell(this, "joining with " + assets + " assets");
            hubs.add(new StuckHub(assets));
            samples.add(new Samples());
        }
        final long endNs = System.nanoTime() + bench.measuredNs() * bench.rounds();
        bench.tell(this, "measuring");
        hubs.forEach(StuckAsset::slice);
        // Short slices in turn, so that other work of the machine hits all of them alike.
        do {
            for (int i = 0; i < ASSETS.length; i++) {
                samples.get(i).add(slice(hubs.get(i)));
            }
        } while (System.nanoTime() < endNs);
        return results(samples);
    }

    private static double slice(final StuckHub hub) {
        long tookNs = 0;
        long count = 0;
        while (tookNs < SLICE_NS) {
            tookNs += hub.retain(CYCLES);
            count += CYCLES;
        }
        return (double) tookNs / count;
    }

    private List<Result> results(final List<Samples> samples) {
        final List<Result> results = new ArrayList<>();
        final Figure fewest = Figure.of(ASSETS[0] + " assets", "ns", samples.get(0));
        results.add(Result.reported(this, ASSETS[0] + " assets", Figure.of("Takt", "ns", samples.get(0))));
        for (int i = 1; i < ASSETS.length; i++) {
            final Figure figure = Figure.of("Takt", "ns", samples.get(i));
            results.add(Result.compared(this, ASSETS[i] + " assets", figure, fewest, Figure.ratio(
                ASSETS[i] + " assets / " + fewest.of(), samples.get(i).dividedBy(samples.get(0))), Bound.atMost(SAME)));
        }
        return results;
    }
}
