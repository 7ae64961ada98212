package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The counterpart in C of a hub and its assets, compiled by the machine's own compiler. */
final class CLockStep {
    private static final String PROGRAM = "lockstep";
    private static final long COMPILE_WITHIN_NS = 60 * WallTime.SECOND;
    private static final long GRACE_NS = 30 * WallTime.SECOND;
    private static final double WARM_UP_S = 0.3;

    private final Bench bench;
    private final Path program;

    /** How its processes wait for each other. */
    enum Mode {
        SPIN, YIELD, FUTEX;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private CLockStep(final Bench bench, final Path program) {
        this.bench = bench;
        this.program = program;
    }

    /** Name of the compiler. */
    static String compiler() {
        final String given = System.getenv("CC");
        return given == null || given.isBlank() ? "cc" : given.trim();
    }

    /** The note where there is no such compiler. */
    static String missing() {
        return "not compared: there is no C compiler (" + compiler() + "); CC names one";
    }

    /** Compiles it, or takes what was compiled before in this run; null when there is no compiler. */
    static CLockStep compiled(final Bench bench) throws IOException, InterruptedException {
        final Path program = bench.workplace().file(PROGRAM);
        if (!Files.exists(program)) {
            final List<String> command = new ArrayList<>(List.of(compiler().split(" +")));
            if (!Commands.exists(command.get(0))) {
                return null;
            }
            final Path source = bench.workplace().file(PROGRAM + ".c");
            try (InputStream text = CLockStep.class.getResourceAsStream(PROGRAM + ".c")) {
                Files.write(source, text.readAllBytes());
            }
            command.addAll(List.of("-std=c11", "-O2", "-o", program.toString(), source.toString()));
            bench.workplace().start(compiler(), command, Map.of()).awaitOutput(COMPILE_WITHIN_NS);
        }
        return new CLockStep(bench, program);
    }

    /**
     * Runs it once.
     *
     * @param assets    how many.
     * @param mode      how to wait.
     * @param maxDelay  D_max, in steps.
     * @param prefix    of the command line.
     * @return count-ups of the core per second.
     */
    double countUpsPerSecond(final int assets, final Mode mode, final int maxDelay, final List<String> prefix)
        throws IOException, InterruptedException {
        return run(assets, mode, maxDelay, 0, prefix)[0];
    }

    /**
     * Runs it once, with a core that keeps to the wall clock.
     *
     * @param assets   how many.
     * @param maxDelay D_max, in steps.
     * @param beats    count-ups of the core per second of wall time.
     * @return processor time of all its processes, in percent of one processor.
     */
    double processorPercent(final int assets, final int maxDelay, final int beats)
        throws IOException, InterruptedException {
        return run(assets, Mode.FUTEX, maxDelay, beats, List.of())[1];
    }

    private double[] run(final int assets, final Mode mode, final int maxDelay, final int beats,
        final List<String> prefix) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(program.toString(), "-n", Integer.toString(assets), "-m", mode.word(),
            "-d", Integer.toString(maxDelay), "-b", Integer.toString(beats), "-w", Double.toString(WARM_UP_S),
            "-s", Double.toString(bench.measuredNs() / 1e9)));
        final Program run = bench.workplace().start(PROGRAM + ".c", command, Map.of());
        final String printed = run.awaitOutput(bench.measuredNs() + GRACE_NS);
        bench.workplace().end(List.of(run));
        try {
            return Arrays.stream(printed.trim().split(" ")).mapToDouble(Double::parseDouble).toArray();
        } catch (final NumberFormatException e) {
            throw new TaktException(PROGRAM + ".c printed no figures, but: " + printed, e);
        }
    }
}
