package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The counterpart in C of a hub and its assets, compiled by the machine's own compiler. */
final class CLockStep {
    private static final double WARM_UP_S = 0.3;

    private final Bench bench;
    private final CProgram program;

    /** How its processes wait for each other. */
    enum Mode {
        SPIN, YIELD, FUTEX;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private CLockStep(final Bench bench, final CProgram program) {
        this.bench = bench;
        this.program = program;
    }

    /** Compiles it; null when there is no compiler. */
    static CLockStep compiled(final Bench bench) throws IOException, InterruptedException {
        final CProgram program = CProgram.compiled(bench, "lockstep");
        return program == null ? null : new CLockStep(bench, program);
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
        final String printed = program.run(prefix, List.of("-n", Integer.toString(assets), "-m", mode.word(),
            "-d", Integer.toString(maxDelay), "-b", Integer.toString(beats), "-w", Double.toString(WARM_UP_S),
            "-s", Double.toString(bench.measuredNs() / 1e9)));
        try {
            return Arrays.stream(printed.split(" ")).mapToDouble(Double::parseDouble).toArray();
        } catch (final NumberFormatException e) {
            throw new TaktException("lockstep.c printed no figures, but: " + printed, e);
        }
    }
}
