package io.takt.bench;

import java.io.IOException;
import java.util.List;

/** Hub and one asset in two processes, D_max = ΔT_c = ΔT_i: every count-up is a round trip between them. */
final class LockStep implements Benchmark {
    @Override
    public String name() {
        return "lock-step";
    }

    @Override
    public String title() {
        return "lock-steps of a hub and one asset in two processes, against two spinning processes in C";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final LockStepMatch match = new LockStepMatch(bench, this, List.of(CLockStep.Mode.SPIN), Bound.atMost(2));
        return List.of(match.play("1 asset", Scenario.lockStep(1)));
    }
}
