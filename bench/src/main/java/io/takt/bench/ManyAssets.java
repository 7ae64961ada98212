package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Many assets in one process, all stepping: the cost of one step of one of them, end to end, hub included. */
final class ManyAssets implements Benchmark {
    private static final int[] ASSETS = {10, 1_000, 10_000};
    private static final int MANY = 1_000;
    private static final int STEPS_AHEAD = 100;
    private static final int MOST_NS = 50;

    @Override
    public String name() {
        return "many-assets";
    }

    @Override
    public String title() {
        return "wall time per step of one asset, with 10 to 10,000 assets in one process and their hub in another";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>();
        for (final int assets : ASSETS) {
            final String what = assets + " assets, ";
            results.add(Result.bounded(this, what + "D_max of " + STEPS_AHEAD + " steps",
                measure(bench, assets, STEPS_AHEAD), Bound.atMost(MOST_NS)));
            final Figure lockStep = measure(bench, assets, 1);
            // Few assets in lock-step do little work for each round trip between the processes: see lock-step for that.
            results.add(assets < MANY ? Result.reported(this, what + "lock-step", lockStep)
                : Result.bounded(this, what + "lock-step", lockStep, Bound.atMost(MOST_NS)));
        }
        return results;
    }

    private Figure measure(final Bench bench, final int assets, final int ahead)
        throws IOException, InterruptedException {
        final Scenario scenario = Scenario.lockStep(assets).withAhead(ahead).inOneProcess();
        final Samples perStep = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, assets + " assets, D_max of " + ahead);
            try (LiveHub hub = LiveHub.start(bench, scenario)) {
                perStep.add(WallTime.SECOND / (hub.warmCountUpsPerSecond() * assets));
            }
        }
        return Figure.of("Takt", "ns", perStep);
    }
}
