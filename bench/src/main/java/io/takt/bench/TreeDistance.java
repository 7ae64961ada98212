package io.takt.bench;

import io.takt.bench.LiveTree.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A hub with a child hub far away: D_max in each round trip, as a window over a network. */
final class TreeDistance implements Benchmark {
    private static final int STEPS_AHEAD = 100;
    private static final long[] ROUND_TRIPS_US = {100, 1_000, 10_000, 100_000};
    private static final double LEAST = 0.9;

    @Override
    public String name() {
        return "tree-distance";
    }

    @Override
    public String title() {
        return "a child hub at round trips of 0.1 to 100 ms: simulation time in each of them, against D_max";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>();
        for (final long roundTripUs : ROUND_TRIPS_US) {
            results.add(at(bench, roundTripUs));
        }
        return results;
    }

    private Result at(final Bench bench, final long roundTripUs) throws IOException, InterruptedException {
        final String what = "round trips of " + Figure.digits(roundTripUs / 1e3) + " ms, D_max of " + STEPS_AHEAD
            + " steps";
        final Scenario scenario = Scenario.lockStep(1).withAhead(STEPS_AHEAD);
        final Pinning pinning = new Pinning(bench);
        final Samples perSecond = new Samples();
        final Samples predicted = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what);
            try (Relay relay = new Relay(roundTripUs * 1_000 / 2); RoundTrips plain = new RoundTrips(relay)) {
                final Way way = Way.through(relay, pinning.others());
                relay.start();
                pinning.pin(Relay.THREAD);
                predicted.add(STEPS_AHEAD * WallTime.SECOND / plain.median(bench.measuredNs()));
                perSecond.add(LiveTree.perSecond(bench, Plan.alone(way, scenario.stepNs(), scenario.maxDelayNs())));
            }
        }
        return Result.compared(this, what, Figure.of("Takt", Figure.PER_SECOND, perSecond),
            Figure.of("D_max a round trip", Figure.PER_SECOND, predicted),
            Figure.ratio("Takt / D_max a round trip", perSecond.dividedBy(predicted)), Bound.atLeast(LEAST))
            .withNote(pinning.note());
    }
}
