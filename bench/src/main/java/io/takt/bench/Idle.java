package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Processor time of programs that mostly wait: a hub that beats 100 times a second, with ten assets that step with it
 * or only once a second, and a paused hub.
 */
final class Idle implements Benchmark {
    private static final int ASSETS = 10;
    private static final int BEATS = 100;
    private static final long STEP_NS = WallTime.SECOND / BEATS;
    private static final double MOST_RUNNING = 3;

    /** At 100 steps a second a JVM takes so long to compile a step for good. */
    private static final long COMPILED_AFTER_NS = 100 * WallTime.SECOND;
    private static final double MOST_PAUSED = 0.5;
    private static final String PERCENT = "%";

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String title() {
        return "processor time, in percent of one processor, of a hub and ten assets that mostly wait";
    }

    /** The processor time of a running system, all of it and the hub alone. */
    private record Used(Samples all, Samples hub) {
        Used() {
            this(new Samples(), new Samples());
        }
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        if (!ProcessorTime.isKnown()) {
            return List.of(Result.skipped(this, "a hub and ten assets", null, "not measured: there is no /proc"));
        }
        final Used young = new Used();
        final Used stepping = new Used();
        final Used paused = new Used();
        try (LiveHub hub = LiveHub.start(bench, Scenario.realtime(STEP_NS, STEP_NS, ASSETS))) {
            measure(bench, hub, "100 Hz, just started", young);
            bench.tell(this, "100 Hz, until the JVMs have compiled a step");
            WallTime.sleep(COMPILED_AFTER_NS);
            measure(bench, hub, "100 Hz", stepping);
            hub.pause();
            measure(bench, hub, "paused", paused);
        }
        final Used waiting = new Used();
        try (LiveHub hub = LiveHub.start(bench, Scenario.realtime(STEP_NS, WallTime.SECOND, ASSETS))) {
            measure(bench, hub, "assets of 1 Hz", waiting);
        }
        final List<Result> results = new ArrayList<>();
        results.add(Result.reported(this, "hub and ten assets, 100 Hz, just started", percent(young.all)));
        results.add(Result.bounded(this, "hub and ten assets, 100 Hz", percent(stepping.all),
            Bound.atMost(MOST_RUNNING)));
        results.add(againstC(bench, stepping.all));
        results.add(Result.reported(this, "the hub alone of these", percent(stepping.hub)));
        results.add(Result.bounded(this, "hub of 100 Hz and ten assets of 1 Hz", percent(waiting.all),
            Bound.atMost(MOST_RUNNING)));
        results.add(Result.bounded(this, "the hub, paused", percent(paused.hub), Bound.atMost(MOST_PAUSED)));
        results.add(Result.reported(this, "hub and ten assets, paused", percent(paused.all)));
        return results;
    }

    /** The cost of waking ten processes a hundred times a second on this machine, without their work. */
    private Result againstC(final Bench bench, final Samples takt) throws IOException, InterruptedException {
        final String what = "the same against C";
        final CLockStep peer = CLockStep.compiled(bench);
        if (peer == null) {
            return Result.skipped(this, what, percent(takt), CProgram.missing());
        }
        final Samples inC = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, "C");
            inC.add(peer.processorPercent(ASSETS, 2, BEATS));
        }
        return Result.compared(this, what, percent(takt), Figure.of("C futex", PERCENT, inC),
            Figure.ratio("Takt / C futex", takt.dividedBy(inC)), null);
    }

    private void measure(final Bench bench, final LiveHub hub, final String how, final Used used)
        throws IOException, InterruptedException {
        bench.tell(this, how + ", settling");
        WallTime.sleep(bench.settleNs());
        final ProcessorTime ofAll = new ProcessorTime(hub.allPids());
        final ProcessorTime ofHub = new ProcessorTime(List.of(hub.pid()));
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, how);
            final long fromNs = System.nanoTime();
            WallTime.sleep(bench.measuredNs());
            final double tookNs = System.nanoTime() - fromNs;
            used.all.add(100 * ofAll.usedNs() / tookNs);
            used.hub.add(100 * ofHub.usedNs() / tookNs);
        }
    }

    private static Figure percent(final Samples samples) {
        return Figure.of("Takt", PERCENT, samples);
    }
}
