package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes that do the same again and again, and a counter in shared memory that tells how far they are. Only the
 * bench looks at that, at the two ends of a measurement.
 */
abstract class Running implements AutoCloseable {
    private static final long LOOK_EVERY_NS = 2 * WallTime.MS;
    private static final long START_WITHIN_NS = 120 * WallTime.SECOND;
    private static final long WINDOW_NS = 500 * WallTime.MS;
    private static final double STEADY = 0.05;
    private static final long COMPILED_WITHIN_NS = 60 * WallTime.SECOND;
    private static final double AT_REST = 0.02;

    private final Bench bench;
    private final List<Program> programs = new ArrayList<>();

    Running(final Bench bench) {
        this.bench = bench;
    }

    Bench bench() {
        return bench;
    }

    /** How often it has been done. */
    abstract double done();

    /** Starts all processes and waits until they do what they are to do. */
    abstract void launch() throws IOException, InterruptedException;

    /** The same; started processes are ended when that fails. */
    static <T extends Running> T started(final T running) throws IOException, InterruptedException {
        boolean runs = false;
        try {
            running.launch();
            runs = true;
            return running;
        } finally {
            if (!runs) {
                running.close();
            }
        }
    }

    void add(final Program program) {
        programs.add(program);
    }

    Program program(final int index) {
        return programs.get(index);
    }

    /** All of them. */
    List<Long> allPids() {
        return programs.stream().map(Program::pid).toList();
    }

    void await(final String what, final WallTime.Condition condition) throws IOException, InterruptedException {
        final boolean came = WallTime.await(() -> {
            requireAlive();
            return condition.holds();
        }, LOOK_EVERY_NS, START_WITHIN_NS);
        if (!came) {
            throw new TaktException("waited in vain for " + what);
        }
    }

    /** Waits until one of the programs has printed a line that begins like this, and says how that goes on. */
    String line(final int index, final String beginning) throws IOException, InterruptedException {
        final Program program = programs.get(index);
        await(beginning, () -> program.printed().lines().anyMatch(line -> line.startsWith(beginning)));
        return program.printed().lines().filter(line -> line.startsWith(beginning)).findFirst().orElseThrow()
            .substring(beginning.length());
    }

    private void requireAlive() throws IOException {
        for (final Program program : programs) {
            program.requireAlive();
        }
    }

    /**
     * Waits until the JVMs' compilers rest, for a minute at most: many small processes share few processors with as
     * many compilers, and are equally slow for seconds until those have done.
     */
    void awaitCompiled() throws IOException, InterruptedException {
        if (!ProcessorTime.isKnown()) {
            return;
        }
        final long startNs = System.nanoTime();
        final ProcessorTime compilers = ProcessorTime.ofCompilers(allPids());
        do {
            WallTime.sleep(WINDOW_NS);
            requireAlive();
        } while (compilers.usedNs() > AT_REST * WINDOW_NS && System.nanoTime() - startNs < COMPILED_WITHIN_NS);
    }

    /** The cost of doing it once, when the JVMs have compiled their hot code. */
    Cost warmCost() throws IOException, InterruptedException {
        final long windowNs = Math.min(WINDOW_NS, bench.measuredNs());
        final long startNs = System.nanoTime();
        double last = cost(windowNs).perSecond();
        double now = cost(windowNs).perSecond();
        while ((now == 0 || Math.abs(now - last) > STEADY * last)
            && System.nanoTime() - startNs < bench.warmUpAtMostNs()) {
            last = now;
            now = cost(windowNs).perSecond();
        }
        final Cost cost = cost(bench.measuredNs());
        if (Double.isInfinite(cost.wallNs())) {
            throw new TaktException("nothing was done in the time of a measurement; make it longer");
        }
        return cost;
    }

    private Cost cost(final long overNs) throws IOException, InterruptedException {
        final ProcessorTime processorTime = ProcessorTime.isKnown() ? new ProcessorTime(allPids()) : null;
        final long fromNs = System.nanoTime();
        final double from = done();
        WallTime.sleep(overNs);
        final double times = done() - from;
        final long tookNs = System.nanoTime() - fromNs;
        requireAlive();
        return new Cost(tookNs / times, processorTime == null ? Double.NaN : processorTime.usedNs() / times);
    }

    @Override
    public void close() {
        bench.workplace().end(programs);
    }
}
