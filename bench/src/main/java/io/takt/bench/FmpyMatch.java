package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Steps of FMUs that are assets against a loop of FMPy, in turns.
 *
 * @param setup      the hub with these assets.
 * @param program    of the loop, in Python; prints its rate.
 * @param arguments  for it, in front of the seconds that it is to measure.
 * @param leastRatio that is aimed at.
 */
record FmpyMatch(Setup setup, String program, List<String> arguments, int leastRatio) {
    private static final long GRACE_NS = 60 * WallTime.SECOND;

    /** Without FMPy the assets alone are measured. */
    Result run(final Bench bench, final Benchmark benchmark, final String what)
        throws IOException, InterruptedException {
        final String python = PythonSteps.pythonWith(bench, "fmpy");
        final Samples own = new Samples();
        final Samples peer = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(benchmark, round, "Takt");
            try (LiveHub hub = LiveHub.start(bench, setup)) {
                own.add(hub.warmCountUpsPerSecond());
            }
            if (python != null) {
                bench.tell(benchmark, round, "FMPy");
                final List<String> command = new ArrayList<>(List.of(python, PythonSteps.source(bench, program)));
                command.addAll(arguments);
                command.add(Double.toString((double) bench.measuredNs() / WallTime.SECOND));
                peer.add(PythonSteps.rate(bench.workplace().start(program, command, Map.of())
                    .awaitOutput(4 * bench.measuredNs() + GRACE_NS)));
            }
        }
        final Figure figure = Figure.of("Takt", Figure.PER_SECOND, own);
        return python == null
            ? Result.skipped(benchmark, what, figure,
                "not compared: the python3 on the PATH has no FMPy; 'pip install fmpy' for it")
            : Result.compared(benchmark, what, figure, Figure.of("FMPy", Figure.PER_SECOND, peer),
                Figure.ratio("Takt / FMPy", own.dividedBy(peer)), Bound.atLeast(leastRatio));
    }
}
