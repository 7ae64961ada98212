package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** More processes than processors, in lock-step. */
final class ManyProcesses implements Benchmark {
    private static final int[] ASSETS = {2, 4, 8, 16};

    @Override
    public String name() {
        return "many-processes";
    }

    @Override
    public String title() {
        return "lock-steps with 2 to 16 asset processes, against as many in C; the better of yield and futex counts";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final LockStepMatch match = new LockStepMatch(bench, this,
            List.of(CLockStep.Mode.YIELD, CLockStep.Mode.FUTEX), Bound.atMost(2));
        final List<Result> results = new ArrayList<>();
        for (final int assets : ASSETS) {
            results.add(match.play(assets + " assets", Scenario.lockStep(assets)));
        }
        return results;
    }
}
