package io.takt.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A token that goes around processes in C, by shared memory and nothing around it: the best that the machine can do.
 */
final class CRing {
    private static final String PROGRAM = "ring";
    private static final long COMPILE_WITHIN_NS = 60 * WallTime.SECOND;
    private static final long GRACE_NS = 30 * WallTime.SECOND;
    private static final List<String> MODES = List.of("yield", "futex");

    private final Bench bench;
    private final Path program;

    private CRing(final Bench bench, final Path program) {
        this.bench = bench;
        this.program = program;
    }

    /** Compiles it; null when there is no compiler. */
    static CRing compiled(final Bench bench) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(CLockStep.compiler().split(" +")));
        if (!Commands.exists(command.get(0))) {
            return null;
        }
        final Path program = bench.workplace().file(PROGRAM);
        if (!Files.exists(program)) {
            final Path source = bench.workplace().file(PROGRAM + ".c");
            try (InputStream text = CRing.class.getResourceAsStream(PROGRAM + ".c")) {
                Files.write(source, text.readAllBytes());
            }
            command.addAll(List.of("-std=c11", "-O2", "-o", program.toString(), source.toString()));
            bench.workplace().start(CLockStep.compiler(), command, Map.of()).awaitOutput(COMPILE_WITHIN_NS);
        }
        return new CRing(bench, program);
    }

    /** Runs it once for each way to wait; the quicker counts. */
    double hopsPerSecond(final int nodes) throws IOException, InterruptedException {
        double best = 0;
        for (final String mode : MODES) {
            final Program run = bench.workplace().start(PROGRAM + ".c", List.of(program.toString(),
                Integer.toString(nodes), mode, Double.toString(bench.measuredNs() / 1e9)), Map.of());
            best = Math.max(best, Double.parseDouble(run.awaitOutput(bench.measuredNs() + GRACE_NS).trim()));
            bench.workplace().end(List.of(run));
        }
        return best;
    }
}
