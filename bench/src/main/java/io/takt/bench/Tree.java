package io.takt.bench;

import io.takt.bench.LiveTree.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A hub as an asset of another: the cost of the tie between two hubs without assets, and of messages over it. */
final class Tree implements Benchmark {
    private static final int STEPS_AHEAD = 1_000;
    private static final int MESSAGES = 100;
    private static final int BYTES = 64;
    private static final double MESSAGES_PER_SECOND = 500_000;
    private static final Scenario ONE_ASSET = Scenario.lockStep(1);
    private static final List<String> MODES = List.of("block", "spin");

    @Override
    public String name() {
        return "tree";
    }

    @Override
    public String title() {
        return "a hub as an asset of another: lock-steps of the two, and messages from the one to the other";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>();
        results.add(lockStepInMemory(bench));
        results.add(lockStepByNetwork(bench));
        results.add(ahead(bench));
        results.add(messages(bench, "on the same host", Way::inMemory));
        results.add(messages(bench, "by TLS over loopback", Way::overLoopback));
        return results;
    }

    private static double perSecond(final Bench bench, final Scenario hub) throws IOException, InterruptedException {
        try (LiveHub live = LiveHub.start(bench, hub)) {
            return live.warmCountUpsPerSecond();
        }
    }

    private static Plan lockStep(final Way way) {
        return Plan.alone(way, ONE_ASSET.stepNs(), ONE_ASSET.maxDelayNs());
    }

    private Result lockStepInMemory(final Bench bench) throws IOException, InterruptedException {
        final String what = "lock-step with a child hub on the same host";
        final Samples tree = new Samples();
        final Samples asset = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what);
            tree.add(LiveTree.perSecond(bench, lockStep(Way.inMemory())));
            bench.tell(this, round, "an asset in its place");
            asset.add(perSecond(bench, ONE_ASSET));
        }
        return Result.compared(this, what, Figure.of("Takt", Figure.PER_SECOND, tree),
            Figure.of("an asset", Figure.PER_SECOND, asset),
            Figure.ratio("an asset / a child hub", asset.dividedBy(tree)), Bound.atMost(2));
    }

    private Result lockStepByNetwork(final Bench bench) throws IOException, InterruptedException {
        final String what = "lock-step with a child hub, sealed, by UDP over loopback";
        final CProgram peer = CProgram.compiled(bench, "udp");
        final Samples tree = new Samples();
        final Samples inC = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what);
            tree.add(LiveTree.perSecond(bench, lockStep(Way.overLoopback())));
            if (peer != null) {
                bench.tell(this, round, "round trips of UDP in C");
                inC.add(roundTripsPerSecond(bench, peer));
            }
        }
        final Figure own = Figure.of("Takt", Figure.PER_SECOND, tree);
        return peer == null ? Result.skipped(this, what, own, CProgram.missing())
            : Result.compared(this, what, own, Figure.of("round trips in C", Figure.PER_SECOND, inC),
                Figure.ratio("C / Takt", inC.dividedBy(tree)), Bound.atMost(2));
    }

    /** Of the quicker way to wait. */
    private static double roundTripsPerSecond(final Bench bench, final CProgram peer)
        throws IOException, InterruptedException {
        double best = 0;
        for (final String mode : MODES) {
            best = Math.max(best, Double.parseDouble(peer.run(List.of(),
                List.of(mode, Double.toString(bench.measuredNs() / 1e9)))));
        }
        return best;
    }

    private Result ahead(final Bench bench) throws IOException, InterruptedException {
        final String what = "the same with a D_max of " + STEPS_AHEAD + " steps";
        final Scenario alone = ONE_ASSET.withAhead(STEPS_AHEAD);
        final Samples tree = new Samples();
        final Samples hub = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what);
            tree.add(LiveTree.perSecond(bench, Plan.alone(Way.overLoopback(), alone.stepNs(), alone.maxDelayNs())));
            bench.tell(this, round, "one hub with an asset");
            hub.add(perSecond(bench, alone));
        }
        return Result.compared(this, what, Figure.of("Takt", Figure.PER_SECOND, tree),
            Figure.of("one hub", Figure.PER_SECOND, hub), Figure.ratio("a tree / one hub", tree.dividedBy(hub)),
            Bound.atLeast(0.5));
    }

    private interface Ways {
        Way fresh() throws IOException;
    }

    private Result messages(final Bench bench, final String where, final Ways ways)
        throws IOException, InterruptedException {
        final String what = MESSAGES + " messages of " + BYTES + " bytes a step to the parent, " + where;
        final MessageSetup flow = MessageSetup.flow(MESSAGES, BYTES, 1);
        final Samples perSecond = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what);
            perSecond.add(LiveTree.perSecond(bench, Plan.flowing(ways.fresh(), flow)) * flow.assetSteps() * MESSAGES);
        }
        return Result.bounded(this, what, Figure.of("Takt", Figure.PER_SECOND, perSecond),
            Bound.atLeast(MESSAGES_PER_SECOND));
    }
}
