package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Hub and assets in lock-step, all of them on one and the same processor. */
final class OneProcessor implements Benchmark {
    private static final int[] ASSETS = {1, 4};
    private static final String PIN = "taskset";

    @Override
    public String name() {
        return "one-processor";
    }

    @Override
    public String title() {
        return "lock-steps with every process pinned to the same processor, against C likewise";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        if (!Commands.exists(PIN)) {
            return List.of(Result.skipped(this, "pinned to one processor", null,
                "not measured: there is no command " + PIN + " (package util-linux)"));
        }
        final LockStepMatch match = new LockStepMatch(bench, this,
            List.of(CLockStep.Mode.YIELD, CLockStep.Mode.FUTEX), Bound.atMost(2));
        final List<String> pinned = List.of(PIN, "-c", ProcessorTime.allowedProcessors().get(0).toString());
        final List<Result> results = new ArrayList<>();
        for (final int assets : ASSETS) {
            results.add(match.play(assets + (assets == 1 ? " asset" : " assets"),
                Scenario.lockStep(assets).withPrefix(pinned)));
        }
        return results;
    }
}
