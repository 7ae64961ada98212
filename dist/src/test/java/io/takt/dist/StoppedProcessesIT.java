package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.CncFileDescriptor;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Processes that are alive but do nothing: they are waited for, the clocks keep their bounds, and all goes on. */
@Tag("long")
class StoppedProcessesIT extends HubTest {
    private static final long MAX_DELAY_NS = 20_000_000L;
    private static final List<String> ASSETS = List.of("a", "b", "c", "d");
    private static final long LOOK_EVERY_NS = Duration.ofMillis(1).toNanos();

    /** Seconds that a storm lasts, and for which each process is stopped; the slow profile takes minutes. */
    private static final int STORM_S = Integer.getInteger("takt.storm.seconds", 3);
    private static final int STOP_S = Integer.getInteger("takt.stop.seconds", 1);

    private TaktProcess startRun(final String waiting) throws IOException {
        final StringBuilder assets = new StringBuilder();
        for (final String asset : ASSETS) {
            assets.append(assets.isEmpty() ? "" : ", ").append("{\"name\": \"").append(asset)
                .append("\", \"step\": \"5ms\", \"launch\": [\"takt\", \"metronome\"]}");
        }
        final Path file = Files.writeString(folder.resolve("storm.json"), "{\"hub\": \"storm\", \"coreStep\": \"10ms\","
            + " \"maxDelay\": \"20ms\", \"waiting\": \"" + waiting + "\", \"assets\": [" + assets + "]}");
        return TaktProcess.start(folder, base, "run", "-c", file.toString(), "--json");
    }

    private List<ProcessHandle> all(final TaktProcess run) {
        final List<ProcessHandle> all = new ArrayList<>();
        all.add(run.process().toHandle());
        ASSETS.forEach(asset -> all.add(run.launched(asset)));
        return all;
    }

    private ClockFile clocks() {
        return ClockFile.forReading(base.resolve("storm").resolve(CncFileDescriptor.CNC_FILE));
    }

    private static void watchFor(final ClockObserver observer, final long forNs) {
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < forNs) {
            observer.observe();
            LockSupport.parkNanos(LOOK_EVERY_NS);
        }
    }

    /** Each of its threads stops when it is scheduled next. */
    private static boolean isStopped(final ProcessHandle process) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            for (final Path thread : threads.toList()) {
                if (!Files.readString(thread.resolve("status")).contains("State:\tT")) {
                    return false;
                }
            }
            return true;
        } catch (final IOException e) {
            return false;
        }
    }

    @Test
    void eachProcessInTurnIsWaitedForAndGoesOnWhereItWas() throws Exception {
        try (TaktProcess run = startRun("adaptive")) {
            run.awaitRunning(base, "storm");
            try (ClockFile file = clocks()) {
                final ClockObserver observer = new ClockObserver(file, "storm", MAX_DELAY_NS);
                for (final ProcessHandle each : all(run)) {
                    TaktProcess.signal(each, "STOP");
                    run.await("a stop of all threads of " + each, () -> isStopped(each));
                    if (each.pid() != run.process().pid()) {
                        // Until the others have done what they may; then nothing moves any more.
                        run.awaitStatus(base, "storm", status -> {
                            observer.observe();
                            return status.blockedForNs() > 500_000_000L && status.assets().stream().anyMatch(
                                asset -> asset.pid() == each.pid() && asset.name().equals(status.blocker()));
                        });
                    }
                    observer.observe();
                    final long heldNs = observer.coreTimeNs();
                    watchFor(observer, Duration.ofSeconds(STOP_S).toNanos());
                    assertThat(observer.coreTimeNs()).as("T_c while %s is stopped", each).isEqualTo(heldNs);
                    TaktProcess.signal(each, "CONT");
                    final HubStatus after = run.awaitStatus(base, "storm",
                        status -> status.coreTimeNs() > heldNs + 10 * MAX_DELAY_NS);
                    assertThat(after.state()).isEqualTo(HubState.RUNNING);
                    assertThat(after.assets()).hasSize(ASSETS.size());
                }
                assertThat(observer.violations()).as(observer.firstViolation()).isZero();
            }
            end(run);
        }
    }

    @Test
    void aStormOfStopsBreaksNoBoundAndLosesNoWakeUp() throws Exception {
        for (final String waiting : List.of("adaptive", "sleep")) {
            try (TaktProcess run = startRun(waiting)) {
                run.awaitRunning(base, "storm");
                try (ClockFile file = clocks()) {
                    storm(run, new ClockObserver(file, "storm", MAX_DELAY_NS));
                }
                end(run);
            }
        }
    }

    private void storm(final TaktProcess run, final ClockObserver observer) throws Exception {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final List<ProcessHandle> all = all(run);
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < Duration.ofSeconds(STORM_S).toNanos()) {
            final ProcessHandle one = all.get(random.nextInt(all.size()));
            TaktProcess.signal(one, random.nextBoolean() ? "STOP" : "CONT");
            watchFor(observer, random.nextInt(20_000_000));
        }
        for (final ProcessHandle each : all) {
            TaktProcess.signal(each, "CONT");
        }
        final long coreTimeNs = observer.coreTimeNs();
        run.awaitStatus(base, "storm", status -> status.coreTimeNs() > coreTimeNs + 1_000 * MAX_DELAY_NS);
        watchFor(observer, Duration.ofMillis(200).toNanos());
        assertThat(observer.violations()).as("seed %d: %s", seed, observer.firstViolation()).isZero();
    }

    private void end(final TaktProcess run) throws Exception {
        TaktProcess.stop(base, "storm");
        run.awaitEnd();
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("violations").longValue()).isZero();
    }
}
