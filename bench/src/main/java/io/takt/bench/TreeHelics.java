package io.takt.bench;

import io.takt.bench.LiveTree.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Two simulators on two machines that depend on each other: a hub on each, or a broker of HELICS on each. */
final class TreeHelics implements Benchmark {
    private static final int STEPS_AHEAD = 1_000;
    private static final Scenario LOCK_STEP = Scenario.lockStep(1);

    @Override
    public String name() {
        return "tree-helics";
    }

    @Override
    public String title() {
        return "steps of two simulators on two machines (network namespaces), each with a hub, against HELICS";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        try (TwoMachines machines = TwoMachines.open(bench)) {
            final HelicsPair helics = HelicsPair.compiled(bench, machines);
            final List<Result> results = new ArrayList<>();
            results.add(match(bench, machines, helics, 1, 5));
            results.add(match(bench, machines, helics, STEPS_AHEAD, 50));
            return machines.note() == null ? results : results.stream().map(each -> each.withNote(each.note() == null
                ? machines.note() : each.note() + "; " + machines.note())).toList();
        }
    }

    private Result match(final Bench bench, final TwoMachines machines, final HelicsPair helics, final int ahead,
        final int least) throws IOException, InterruptedException {
        final String what = ahead == 1 ? "lock-step" : "D_max of " + ahead + " steps; HELICS with as much output delay";
        final Scenario scenario = LOCK_STEP.withAhead(ahead);
        final Samples own = new Samples();
        final Samples peer = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what);
            own.add(LiveTree.perSecond(bench, Plan.stepping(Way.between(machines), scenario.stepNs(),
                scenario.maxDelayNs())));
            if (helics != null) {
                bench.tell(this, round, "HELICS");
                peer.add(ahead == 1 ? helics.perSecond(0) : Math.max(helics.perSecond(0), helics.perSecond(ahead)));
            }
        }
        final Figure figure = Figure.of("Takt", Figure.PER_SECOND, own);
        return helics == null ? Result.skipped(this, what, figure, HelicsLibrary.missing())
            : peer.least() == 0 ? Result.skipped(this, what, figure, "not compared: HELICS did not come to its end")
            : Result.compared(this, what, figure, Figure.of("HELICS", Figure.PER_SECOND, peer),
                Figure.ratio("Takt / HELICS", own.dividedBy(peer)), Bound.atLeast(least));
    }
}
