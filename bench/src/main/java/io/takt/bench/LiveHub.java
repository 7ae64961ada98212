package io.takt.bench;

import io.takt.asset.TaktException;
import io.takt.shm.HubDirectory;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.status.CountersReader;

/**
 * A running hub with its assets: {@code takt hub} and {@code takt metronome} processes. Nobody else looks at its
 * clocks, and the bench does only at the two ends of a measurement.
 */
final class LiveHub implements AutoCloseable {
    private static final long LOOK_EVERY_NS = 2 * WallTime.MS;
    private static final long START_WITHIN_NS = 120 * WallTime.SECOND;
    private static final long WINDOW_NS = 500 * WallTime.MS;
    private static final double STEADY = 0.05;

    private final Bench bench;
    private final Scenario scenario;
    private final HubDirectory directory;
    private final List<Program> programs = new ArrayList<>();
    private ClockFile file;
    private Clock core;

    private LiveHub(final Bench bench, final Scenario scenario) {
        this.bench = bench;
        this.scenario = scenario;
        this.directory = bench.workplace().hub(bench.workplace().newHubName());
    }

    /** Starts all processes and waits until the core has moved. */
    static LiveHub start(final Bench bench, final Scenario scenario) throws IOException, InterruptedException {
        final LiveHub hub = new LiveHub(bench, scenario);
        boolean runs = false;
        try {
            hub.start();
            runs = true;
            return hub;
        } finally {
            if (!runs) {
                hub.close();
            }
        }
    }

    private void start() throws IOException, InterruptedException {
        final Path config = bench.workplace().file(directory.hub() + ".json");
        scenario.write(config, directory.hub(), bench.waiting(), List.of());
        programs.add(takt("hub", "-c", config.toString()));
        await("the hub to open", () -> Files.exists(directory.socket()));
        for (int i = 0; i < scenario.processes(); i++) {
            programs.add(takt("metronome", Scenario.group(i), "--count",
                Integer.toString(scenario.assetsPerProcess())));
        }
        file = ClockFile.forReading(directory.path().resolve("cnc.dat"));
        core = coreClock(file, directory.hub());
        await("the hub to run", () -> core.read() > 0);
    }

    private Program takt(final String... args) throws IOException {
        return bench.workplace().takt(scenario.prefix(), directory.hub(), List.of(args));
    }

    /** T_c of a hub. */
    static Clock coreClock(final ClockFile file, final String hub) {
        final int[] found = {CountersReader.NULL_COUNTER_ID};
        file.counters().forEach((counterId, typeId, key, label) -> {
            if (typeId == ClockLayout.CORE_TIME_TYPE_ID && label.equals(ClockLayout.coreTimeLabel(hub))) {
                found[0] = counterId;
            }
        });
        if (found[0] == CountersReader.NULL_COUNTER_ID) {
            throw new TaktException("hub '" + hub + "' has no core clock");
        }
        return file.clock(found[0]);
    }

    private void await(final String what, final WallTime.Condition condition) throws IOException, InterruptedException {
        final boolean came = WallTime.await(() -> {
            requireAlive();
            return condition.holds();
        }, LOOK_EVERY_NS, START_WITHIN_NS);
        if (!came) {
            throw new TaktException("waited in vain for " + what);
        }
    }

    private void requireAlive() throws IOException {
        for (final Program program : programs) {
            program.requireAlive();
        }
    }

    /** T_c. */
    Clock core() {
        return core;
    }

    /** The hub's process. */
    long pid() {
        return programs.get(0).pid();
    }

    /** The hub's process and those of its assets. */
    List<Long> allPids() {
        return programs.stream().map(Program::pid).toList();
    }

    /** Lets the core stand. */
    void pause() {
        try (ControlClient client = ControlClient.connect(directory)) {
            final Reply reply = client.ask(Request.Pause::new, Duration.ofSeconds(5));
            if (!reply.ok()) {
                throw new TaktException("cannot pause: " + reply.error());
            }
        }
    }

    /** Count-ups per second, once the JVMs have compiled what is hot. */
    double warmCountUpsPerSecond() throws IOException, InterruptedException {
        final long windowNs = Math.min(WINDOW_NS, bench.measuredNs());
        final long startNs = System.nanoTime();
        double last = countUpsPerSecond(windowNs);
        double now = countUpsPerSecond(windowNs);
        while (Math.abs(now - last) > STEADY * last && System.nanoTime() - startNs < bench.warmUpAtMostNs()) {
            last = now;
            now = countUpsPerSecond(windowNs);
        }
        return countUpsPerSecond(bench.measuredNs());
    }

    private double countUpsPerSecond(final long overNs) throws IOException, InterruptedException {
        final long fromNs = System.nanoTime();
        final long from = core.read();
        WallTime.sleep(overNs);
        final long to = core.read();
        final long toNs = System.nanoTime();
        requireAlive();
        return (double) (to - from) / scenario.stepNs() * WallTime.SECOND / (toNs - fromNs);
    }

    @Override
    public void close() {
        bench.workplace().end(programs);
        if (file != null) {
            file.close();
        }
    }
}
