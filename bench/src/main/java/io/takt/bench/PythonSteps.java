package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An asset in Python that is called back: its steps against a loop in Python over HELICS' time requests, measured from
 * outside when the hub's JVM has compiled its hot code; and its processor time while it waits for a hub that is paused.
 */
final class PythonSteps implements Benchmark {
    private static final String PYTHON = "python3";
    private static final String PIN = "taskset";
    private static final String ASSET = "p0-0";
    private static final int STEPS_AHEAD = 1_000;
    private static final int LEAST_PER_SECOND = 150_000;
    private static final int LEAST_RATIO = 30;
    private static final double MOST_WAITING = 0.1;
    private static final long GRACE_NS = 30 * WallTime.SECOND;
    private static final String RATE = "rate ";

    @Override
    public String name() {
        return "python";
    }

    @Override
    public String title() {
        return "an asset in Python, called back: steps against HELICS' Python binding, and the cost of waiting";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final String python = pythonWith(bench, "takt");
        if (python == null) {
            return List.of(Result.skipped(this, "steps", null,
                "not measured: the python3 on the PATH has no takt; 'pip install ./bindings/python' for it"));
        }
        final Scenario lockStep = Scenario.lockStep(1);
        final Scenario ahead = lockStep.withAhead(STEPS_AHEAD);
        final List<Result> results = new ArrayList<>();
        results.add(match(bench, "lock-step", python, lockStep, "pair"));
        results.add(match(bench, "D_max of " + STEPS_AHEAD + " steps", python, ahead, "alone"));
        if (Commands.exists(PIN)) {
            results.add(onOneProcessor(bench, python, ahead.withPrefix(
                List.of(PIN, "-c", ProcessorTime.allowedProcessors().get(0).toString()))));
        }
        if (ProcessorTime.isKnown()) {
            results.add(waiting(bench, python));
        }
        return results;
    }

    /** An asset is in lock-step with its hub, or free to go ahead; a federate with another one, or alone. */
    private Result match(final Bench bench, final String what, final String python, final Scenario scenario,
        final String role) throws IOException, InterruptedException {
        final boolean hasHelics = pythonWith(bench, "helics") != null;
        final Samples own = new Samples();
        final Samples peer = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what + ", Takt");
            own.add(stepsPerSecond(bench, python, scenario));
            if (hasHelics) {
                bench.tell(this, round, what + ", HELICS");
                peer.add(Math.max(helics(bench, python, "ipc", role), helics(bench, python, "zmq", role)));
            }
        }
        final Figure figure = Figure.of("Takt", Figure.PER_SECOND, own);
        if (!hasHelics) {
            return Result.skipped(this, what, figure,
                "not compared: the python3 on the PATH has no HELICS; 'pip install helics' for it");
        }
        return Result.compared(this, what, figure, Figure.of("HELICS " + role, Figure.PER_SECOND, peer),
            Figure.ratio("Takt / HELICS", own.dividedBy(peer)), Bound.atLeast(LEAST_RATIO));
    }

    private static double helics(final Bench bench, final String python, final String coreType, final String role)
        throws IOException, InterruptedException {
        final Program run = bench.workplace().start("helics_steps", List.of(python, source(bench, "helics_steps"),
            Double.toString((double) bench.measuredNs() / WallTime.SECOND), coreType, role), Map.of());
        try {
            return rate(run.awaitOutput(bench.measuredNs() + GRACE_NS));
        } finally {
            bench.workplace().end(List.of(run));
        }
    }

    private Result onOneProcessor(final Bench bench, final String python, final Scenario scenario)
        throws IOException, InterruptedException {
        final String what = "the same, all processes on one processor";
        final Samples own = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what);
            own.add(stepsPerSecond(bench, python, scenario));
        }
        return Result.bounded(this, what, Figure.of("Takt", Figure.PER_SECOND, own),
            Bound.atLeast(LEAST_PER_SECOND));
    }

    private static double stepsPerSecond(final Bench bench, final String python, final Scenario scenario)
        throws IOException, InterruptedException {
        try (LiveHub hub = LiveHub.start(bench, setup(bench, python, scenario))) {
            return hub.warmCountUpsPerSecond();
        }
    }

    /** Of the asset's process alone, in percent of one processor. */
    private Result waiting(final Bench bench, final String python) throws IOException, InterruptedException {
        final String what = "waiting, the hub paused";
        final Samples used = new Samples();
        try (LiveHub hub = LiveHub.start(bench, setup(bench, python, Scenario.lockStep(1)))) {
            hub.pause();
            bench.tell(this, what + ", settling");
            WallTime.sleep(bench.settleNs());
            final ProcessorTime ofAsset = new ProcessorTime(List.of(hub.assetPid()));
            for (int round = 1; round <= bench.rounds(); round++) {
                bench.tell(this, round, what);
                final long fromNs = System.nanoTime();
                WallTime.sleep(bench.measuredNs());
                used.add(100.0 * ofAsset.usedNs() / (System.nanoTime() - fromNs));
            }
        }
        return Result.bounded(this, what, Figure.of("Takt", "%", used), Bound.atMost(MOST_WAITING));
    }

    private static Setup setup(final Bench bench, final String python, final Scenario scenario) throws IOException {
        return new OtherPrograms(scenario, List.of(List.of(python, source(bench, "takt_steps"), ASSET)));
    }

    /** The path of the python3 on the PATH if that has a package; else null. */
    static String pythonWith(final Bench bench, final String module) throws IOException, InterruptedException {
        if (!Commands.exists(PYTHON)) {
            return null;
        }
        try {
            return bench.workplace().start(PYTHON, List.of(PYTHON, "-c",
                "import sys, " + module + "; print(sys.executable)"), Map.of()).awaitOutput(GRACE_NS).trim();
        } catch (final TaktException e) {
            // That Python does not have it.
            return null;
        }
    }

    static String source(final Bench bench, final String program) throws IOException {
        final Path source = bench.workplace().file(program + ".py");
        try (InputStream text = PythonSteps.class.getResourceAsStream(program + ".py")) {
            Files.write(source, text.readAllBytes());
        }
        return source.toString();
    }

    /** What a program has printed behind that word. */
    static double rate(final String printed) {
        return printed.lines().filter(line -> line.contains(RATE)).findFirst()
            .map(line -> Double.parseDouble(line.substring(line.indexOf(RATE) + RATE.length()).trim()))
            .orElseThrow(() -> new TaktException("a program in Python printed no rate, but: " + printed));
    }
}
