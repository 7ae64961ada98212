package io.takt.bench;

import java.io.IOException;
import java.util.List;

/** The gain by a D_max of many steps: both sides then seldom touch each other's cache lines. */
final class RunAhead implements Benchmark {
    private static final int STEPS = 1_000;

    @Override
    public String name() {
        return "run-ahead";
    }

    @Override
    public String title() {
        return "count-ups with a D_max of a thousand steps, against Takt's own lock-step";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final Scenario lockStep = Scenario.lockStep(1);
        final Scenario ahead = lockStep.withAhead(STEPS);
        final CLockStep peer = CLockStep.compiled(bench);
        final Samples slow = new Samples();
        final Samples fast = new Samples();
        final Samples inC = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, "lock-step");
            slow.add(measure(bench, lockStep));
            bench.tell(this, round, "D_max of " + STEPS + " steps");
            fast.add(measure(bench, ahead));
            if (peer != null) {
                bench.tell(this, round, "the same in C");
                inC.add(peer.countUpsPerSecond(1, CLockStep.Mode.SPIN, STEPS, List.of()));
            }
        }
        final Figure own = Figure.of("Takt", Figure.PER_SECOND, fast);
        final Figure ownLockStep = Figure.of("its lock-step", Figure.PER_SECOND, slow);
        final String what = "D_max of " + STEPS + " steps";
        final Result result = Result.compared(this, what, own, ownLockStep,
            Figure.ratio("Takt / its lock-step", fast.dividedBy(slow)), Bound.atLeast(5));
        if (peer == null) {
            return List.of(result);
        }
        final Figure other = Figure.of("C spin", Figure.PER_SECOND, inC);
        return List.of(result, Result.compared(this, what, own, other,
            Figure.ratio("C spin / Takt", inC.dividedBy(fast)), null));
    }

    private static double measure(final Bench bench, final Scenario scenario) throws IOException, InterruptedException {
        try (LiveHub hub = LiveHub.start(bench, scenario)) {
            return hub.warmCountUpsPerSecond();
        }
    }
}
