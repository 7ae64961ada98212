package io.takt.bench;

import io.takt.asset.TaktException;
import io.takt.bench.program.OneAsset;
import io.takt.bench.program.OneLine;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** From the start of an asset to the first count-up of a hub that waits for it, against a JVM that prints one line. */
final class AssetStart implements Benchmark {
    private static final int STARTS = 5;
    private static final long STEP_NS = 10 * WallTime.MS;
    private static final long LOOK_EVERY_NS = WallTime.MS / 4;
    private static final long REST_NS = 200 * WallTime.MS;
    private static final long WITHIN_NS = 60 * WallTime.SECOND;
    private static final Bound BOUND = Bound.atMost(6);

    /** The asset that a configuration of one has. */
    private static final String ASSET = "p0-0";

    @Override
    public String name() {
        return "asset-start";
    }

    @Override
    public String title() {
        return "from the start of an asset to the first count-up of a hub at rest, against a JVM that prints one line";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final Samples bare = new Samples();
        final Samples metronome = new Samples();
        final Samples program = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            final Samples bares = new Samples();
            final Samples metronomes = new Samples();
            final Samples programs = new Samples();
            for (int i = 1; i <= STARTS; i++) {
                bench.tell(this, round, "start " + i + " of " + STARTS);
                bares.add(bareMs(bench));
                metronomes.add(assetMs(bench, List.of("metronome", ASSET)));
                programs.add(assetMs(bench, List.of("java", OneAsset.class.getName(), ASSET)));
            }
            bare.add(bares.median());
            metronome.add(metronomes.median());
            program.add(programs.median());
        }
        final Figure line = Figure.of("one line", "ms", bare);
        final List<Result> results = new ArrayList<>();
        results.add(Result.compared(this, "takt metronome", Figure.of("Takt", "ms", metronome), line,
            Figure.ratio("Takt / one line", metronome.dividedBy(bare)), BOUND));
        results.add(Result.compared(this, "takt java, of a class", Figure.of("Takt", "ms", program), line,
            Figure.ratio("Takt / one line", program.dividedBy(bare)), BOUND));
        return results;
    }

    private static double bareMs(final Bench bench) throws IOException, InterruptedException {
        final List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
            jar().toString(), OneLine.class.getName());
        final long startNs = System.nanoTime();
        final Program program = bench.workplace().start("a bare JVM", command, Map.of());
        try {
            program.awaitOutput(WITHIN_NS);
            return (double) (System.nanoTime() - startNs) / WallTime.MS;
        } finally {
            bench.workplace().end(List.of(program));
        }
    }

    private static Path jar() {
        return Path.of(OneLine.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    private static double assetMs(final Bench bench, final List<String> args) throws IOException, InterruptedException {
        final HubDirectory directory = bench.workplace().hub(bench.workplace().newHubName());
        final Path config = bench.workplace().file(directory.hub() + ".json");
        Scenario.realtime(STEP_NS, STEP_NS, 1).write(config, directory.hub(), bench.waiting());
        final List<Program> programs = new ArrayList<>();
        programs.add(bench.workplace().takt(List.of(), directory.hub(), List.of("hub", "-c", config.toString())));
        try {
            await(programs.get(0), () -> Files.exists(directory.socket()));
            awaitRest(programs.get(0));
            try (ClockFile file = ClockFile.forReading(directory.path().resolve("cnc.dat"))) {
                final Clock core = LiveHub.coreClock(file, directory.hub());
                final long startNs = System.nanoTime();
                programs.add(bench.workplace().takt(List.of(), directory.hub(), args));
                await(programs.get(1), () -> core.read() > 0);
                return (double) (System.nanoTime() - startNs) / WallTime.MS;
            }
        } finally {
            bench.workplace().end(programs);
        }
    }

    /** A hub that is itself still starting takes the processor from its asset; that is what {@code start} measures. */
    private static void awaitRest(final Program hub) throws IOException, InterruptedException {
        final ProcessorTime used = new ProcessorTime(List.of(hub.pid()));
        do {
            WallTime.sleep(REST_NS);
            hub.requireAlive();
        } while (used.usedNs() > REST_NS / 10);
    }

    private static void await(final Program program, final WallTime.Condition condition)
        throws IOException, InterruptedException {
        final boolean came = WallTime.await(() -> {
            program.requireAlive();
            return condition.holds();
        }, LOOK_EVERY_NS, WITHIN_NS);
        if (!came) {
            throw new TaktException("waited in vain for an asset to start");
        }
    }
}
