package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Steps of assets against a program in Python that does the same by another package, in turns.
 *
 * @param setup     the hub with these assets.
 * @param peer      the other package, whose module has its name in small letters.
 * @param program   that uses it; prints its rate.
 * @param arguments for it, in front of the seconds that it is to measure.
 * @param bound     for the ratio; null for none.
 */
record PythonMatch(Setup setup, String peer, String program, List<String> arguments, Bound bound) {
    private static final long GRACE_NS = 60 * WallTime.SECOND;

    /** Without the package the assets alone are measured. */
    Result run(final Bench bench, final Benchmark benchmark, final String what)
        throws IOException, InterruptedException {
        final String python = PythonSteps.pythonWith(bench, module());
        final Samples own = new Samples();
        final Samples others = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(benchmark, round, "Takt");
            try (LiveHub hub = LiveHub.start(bench, setup)) {
                own.add(hub.warmCountUpsPerSecond());
            }
            if (python != null) {
                bench.tell(benchmark, round, peer);
                final List<String> command = new ArrayList<>(List.of(python, PythonSteps.source(bench, program)));
                command.addAll(arguments);
                command.add(Double.toString((double) bench.measuredNs() / WallTime.SECOND));
                others.add(PythonSteps.rate(bench.workplace().start(program, command, Map.of())
                    .awaitOutput(4 * bench.measuredNs() + GRACE_NS)));
            }
        }
        final Figure figure = Figure.of("Takt", Figure.PER_SECOND, own);
        return python == null
            ? Result.skipped(benchmark, what, figure,
                "not compared: the python3 on the PATH has no " + peer + "; 'pip install " + module() + "' for it")
            : Result.compared(benchmark, what, figure, Figure.of(peer, Figure.PER_SECOND, others),
                Figure.ratio("Takt / " + peer, own.dividedBy(others)), bound);
    }

    private String module() {
        return peer.toLowerCase(Locale.ROOT);
    }
}
