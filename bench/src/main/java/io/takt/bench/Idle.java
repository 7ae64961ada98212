package io.takt.bench;

import java.io.IOException;
import java.util.List;

/** Processor time of those who mostly wait: a hub that beats 100 times a second with ten assets, and a paused hub. */
final class Idle implements Benchmark {
    private static final int ASSETS = 10;
    private static final long STEP_NS = 10 * WallTime.MS;
    private static final double MOST_RUNNING = 3;
    private static final double MOST_PAUSED = 0.5;

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String title() {
        return "processor time, in percent of one processor, of a hub and ten assets that mostly wait";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        if (!ProcessorTime.isKnown()) {
            return List.of(Result.skipped(this, "a hub and ten assets", null, "not measured: there is no /proc"));
        }
        final Samples running = new Samples();
        final Samples runningHub = new Samples();
        final Samples paused = new Samples();
        final Samples pausedAll = new Samples();
        final Scenario scenario = new Scenario(STEP_NS, 2 * STEP_NS, ASSETS, ASSETS, List.of(), true);
        try (LiveHub hub = LiveHub.start(bench, scenario)) {
            bench.tell(this, "settling");
            WallTime.sleep(bench.settleNs());
            measure(bench, hub, "100 Hz", running, runningHub);
            hub.pause();
            WallTime.sleep(bench.settleNs());
            measure(bench, hub, "paused", pausedAll, paused);
        }
        return List.of(
            Result.bounded(this, "hub and ten assets, 100 Hz", percent(running), Bound.atMost(MOST_RUNNING)),
            Result.reported(this, "the hub alone of these", percent(runningHub)),
            Result.bounded(this, "the hub, paused", percent(paused), Bound.atMost(MOST_PAUSED)),
            Result.reported(this, "hub and ten assets, paused", percent(pausedAll)));
    }

    private void measure(final Bench bench, final LiveHub hub, final String how, final Samples all,
        final Samples hubAlone) throws IOException, InterruptedException {
        final ProcessorTime ofAll = new ProcessorTime(hub.allPids());
        final ProcessorTime ofHub = new ProcessorTime(List.of(hub.pid()));
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, how);
            final long fromNs = System.nanoTime();
            WallTime.sleep(bench.measuredNs());
            final double tookNs = System.nanoTime() - fromNs;
            all.add(100 * ofAll.usedNs() / tookNs);
            hubAlone.add(100 * ofHub.usedNs() / tookNs);
        }
    }

    private static Figure percent(final Samples samples) {
        return Figure.of("Takt", "%", samples);
    }
}
