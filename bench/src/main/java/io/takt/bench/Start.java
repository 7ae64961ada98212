package io.takt.bench;

import io.takt.asset.TaktException;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** From the start of {@code takt run} to a running core with ten Java assets, and the parts of that time. */
final class Start implements Benchmark {
    private static final int ASSETS = 10;
    private static final double MOST_MS = 3_000;
    private static final long STEP_NS = 10 * WallTime.MS;
    private static final long LOOK_EVERY_NS = WallTime.MS / 2;
    private static final long WITHIN_NS = 60 * WallTime.SECOND;

    /** The stages that can be seen from outside, in their order. */
    private enum Milestone {
        JVM("launcher script, until it becomes the JVM"),
        LOCK("JVM and configuration, until the hub's lock"),
        SOCKET("media driver, until the control socket"),
        LAUNCHED("launching, until the tenth process (to 10 ms)"),
        FIRST_JOIN("JVMs of the assets, until the first join"),
        LAST_JOIN("until the tenth join"),
        RUNNING("until the core moves");

        private final String part;

        Milestone(final String part) {
            this.part = part;
        }
    }

    @Override
    public String name() {
        return "start";
    }

    @Override
    public String title() {
        return "from the start of 'takt run' to a running core with ten Java assets in ten processes";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        if (!ProcessorTime.isKnown()) {
            return List.of(Result.skipped(this, "start", null, "not measured: there is no /proc"));
        }
        final Map<Milestone, Samples> parts = new EnumMap<>(Milestone.class);
        final Samples total = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, "starting");
            final Map<Milestone, Long> seen = startOnce(bench);
            long before = 0;
            for (final Milestone each : Milestone.values()) {
                // Milestones of different sources may be seen out of order by a little.
                final long atNs = Math.max(before, seen.get(each));
                parts.computeIfAbsent(each, any -> new Samples()).add((double) (atNs - before) / WallTime.MS);
                before = atNs;
            }
            total.add((double) before / WallTime.MS);
        }
        final List<Result> results = new ArrayList<>();
        results.add(Result.bounded(this, "all of it", Figure.of("Takt", "ms", total), Bound.atMost(MOST_MS)));
        parts.forEach((milestone, samples) ->
            results.add(Result.reported(this, milestone.part, Figure.of("Takt", "ms", samples))));
        return results;
    }

    private static Map<Milestone, Long> startOnce(final Bench bench) throws IOException, InterruptedException {
        final HubDirectory directory = bench.workplace().hub(bench.workplace().newHubName());
        final Path config = bench.workplace().file(directory.hub() + ".json");
        Scenario.realtime(STEP_NS, STEP_NS, ASSETS)
            .write(config, directory.hub(), bench.waiting(), List.of("takt", "metronome"));
        final long startNs = System.nanoTime();
        final Program run =
            bench.workplace().takt(List.of(), directory.hub(), List.of("run", "-c", config.toString()));
        try {
            return new Watch(run, directory, startNs).toRunning();
        } finally {
            bench.workplace().end(List.of(run));
        }
    }

    /** Looks at one start from outside until the core moves. */
    private static final class Watch {
        private final Program run;
        private final HubDirectory directory;
        private final long startNs;
        private final Map<Milestone, Long> seen = new EnumMap<>(Milestone.class);

        Watch(final Program run, final HubDirectory directory, final long startNs) {
            this.run = run;
            this.directory = directory;
            this.startNs = startNs;
        }

        Map<Milestone, Long> toRunning() throws IOException, InterruptedException {
            final Path executable = Path.of("/proc", Long.toString(run.pid()), "exe");
            await(Milestone.JVM, () -> Files.readSymbolicLink(executable).endsWith("java"));
            await(Milestone.LOCK, () -> Files.exists(directory.lockFile()));
            await(Milestone.SOCKET, () -> Files.exists(directory.socket()));
            try (ClockFile file = ClockFile.forReading(directory.path().resolve("cnc.dat"))) {
                await(Milestone.FIRST_JOIN, () -> joined(file) > 0);
                await(Milestone.LAST_JOIN, () -> joined(file) == ASSETS);
                final Clock core = LiveHub.coreClock(file, directory.hub());
                await(Milestone.RUNNING, () -> core.read() > 0);
            }
            long launchedNs = 0;
            for (final long pid : run.children()) {
                launchedNs = Math.max(launchedNs, ProcessorTime.startedNs(pid));
            }
            seen.put(Milestone.LAUNCHED, launchedNs - ProcessorTime.startedNs(run.pid()));
            return seen;
        }

        private void await(final Milestone milestone, final WallTime.Condition condition)
            throws IOException, InterruptedException {
            final boolean came = WallTime.await(() -> {
                run.requireAlive();
                return condition.holds();
            }, LOOK_EVERY_NS, WITHIN_NS);
            if (!came) {
                throw new TaktException("waited in vain at the start of takt run: " + milestone.part);
            }
            seen.put(milestone, System.nanoTime() - startNs);
        }

        private static int joined(final ClockFile file) {
            final int[] count = new int[1];
            file.counters().forEach((counterId, typeId, key, label) ->
                count[0] += typeId == ClockLayout.ASSET_TIME_TYPE_ID ? 1 : 0);
            return count[0];
        }
    }
}
