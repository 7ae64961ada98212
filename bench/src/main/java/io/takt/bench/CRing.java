package io.takt.bench;

import java.io.IOException;
import java.util.List;

/**
 * A token that goes around processes in C, by shared memory and nothing around it: the best that the machine can do.
 */
final class CRing {
    private static final List<String> MODES = List.of("yield", "futex");

    private final Bench bench;
    private final CProgram program;

    private CRing(final Bench bench, final CProgram program) {
        this.bench = bench;
        this.program = program;
    }

    /** Compiles it; null when there is no compiler. */
    static CRing compiled(final Bench bench) throws IOException, InterruptedException {
        final CProgram program = CProgram.compiled(bench, "ring");
        return program == null ? null : new CRing(bench, program);
    }

    /** Runs it once for each way to wait; the quicker counts. */
    double hopsPerSecond(final int nodes) throws IOException, InterruptedException {
        double best = 0;
        for (final String mode : MODES) {
            best = Math.max(best, Double.parseDouble(program.run(List.of(),
                List.of(Integer.toString(nodes), mode, Double.toString(bench.measuredNs() / 1e9)))));
        }
        return best;
    }
}
