package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** HELICS' own workloads on HELICS, by a program in C. */
final class HelicsPeer {
    private static final long WITHIN_NS = 60 * WallTime.SECOND;
    private static final List<String> CORE_TYPES = List.of("zmq", "ipc");

    private final Bench bench;
    private final HelicsLibrary helics;
    private final Path program;

    private HelicsPeer(final Bench bench, final HelicsLibrary helics, final Path program) {
        this.bench = bench;
        this.helics = helics;
        this.program = program;
    }

    /** Compiles the program; null when there is no HELICS or no compiler. */
    static HelicsPeer compiled(final Bench bench) throws IOException, InterruptedException {
        final HelicsLibrary helics = HelicsLibrary.found(bench);
        return helics == null ? null : new HelicsPeer(bench, helics, helics.compiled("helics_workloads"));
    }

    /**
     * Runs a workload once, over each of HELICS' transports for one host.
     *
     * @param workload  {@code ring} or {@code phold}.
     * @param federates how many.
     * @return what it does per second, by the quicker transport; 0 when it came to its end by none of them.
     */
    double perSecond(final String workload, final int federates) throws IOException, InterruptedException {
        double best = 0;
        for (final String type : CORE_TYPES) {
            final Program run = bench.workplace().start("helics " + workload, List.of(program.toString(), workload,
                Integer.toString(federates), type, helics.broker()), Map.of());
            try {
                best = Math.max(best, HelicsLibrary.rate(run.awaitOutput(WITHIN_NS)));
            } catch (final TaktException e) {
                bench.tell("HELICS", type + " did not come to its end");
            } finally {
                bench.workplace().end(List.of(run));
            }
        }
        return best;
    }
}
