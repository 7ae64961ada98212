package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.CncFileDescriptor;
import io.takt.asset.HubState;
import io.takt.asset.TaktException;
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
import org.junit.jupiter.api.Test;

/** A hub that is killed again and again, at any moment, and the assets that go on with the next one. */
class KilledHubIT extends HubTest {
    private static final long MAX_DELAY_NS = 20_000_000L;
    private static final String HUB = "phoenix";

    /** The slow profile takes a hundred. */
    private static final int KILLS = Integer.getInteger("takt.hub.kills", 6);

    @Test
    void timeGoesOnFromWhereItStood() throws Exception {
        final Path file = Files.writeString(folder.resolve("hub.json"), """
            {"hub": "phoenix", "coreStep": "10ms", "maxDelay": "20ms", "assets": [
            {"name": "a", "step": "10ms", "onHubLost": "attach"},
            {"name": "b", "step": "5ms", "onHubLost": "attach", "interval": "1ms"},
            {"name": "c", "step": "2ms", "onHubLost": "attach", "waiting": "sleep"}]}
            """);
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final List<TaktProcess> assets = new ArrayList<>();
        TaktProcess hub = start(file);
        try {
            hub.awaitStatus(base, HUB, status -> status.state() == HubState.WAITING);
            for (final String asset : List.of("a", "b", "c")) {
                assets.add(TaktProcess.start(folder, base, "metronome", "--hub", HUB, asset));
            }
            hub.awaitRunning(base, HUB);
            long reachedNs = 0;
            for (int kill = 0; kill < KILLS; kill++) {
                reachedNs = watchAndKill(hub, random, reachedNs);
                hub = start(file);
            }
            final long lastNs = reachedNs;
            final HubStatus end = hub.awaitStatus(base, HUB, status -> status.state() == HubState.RUNNING
                && status.coreTimeNs() > lastNs + 10 * MAX_DELAY_NS);
            assertThat(end.assets()).as("seed %d", seed).hasSize(3);
            for (final TaktProcess asset : assets) {
                assertThat(asset.process().isAlive()).as("seed %d: %s", seed, asset.err()).isTrue();
            }
            TaktProcess.stop(base, HUB);
            for (final TaktProcess asset : assets) {
                assertThat(asset.awaitEnd().exitCode()).as(asset.err()).isZero();
            }
        } finally {
            hub.close();
            assets.forEach(TaktProcess::close);
        }
    }

    private TaktProcess start(final Path file) throws IOException {
        return TaktProcess.start(folder, base, "hub", "-c", file.toString());
    }

    /** Kills the hub at some moment, perhaps before it is open; returns the T_c at which it stood. */
    private long watchAndKill(final TaktProcess hub, final Random random, final long reachedNs) throws Exception {
        final long startNs = System.nanoTime();
        final long forNs = random.nextInt(3) == 0 ? Duration.ofMillis(random.nextInt(400)).toNanos()
            : Duration.ofMillis(400 + random.nextInt(600)).toNanos();
        long coreTimeNs = reachedNs;
        ClockFile file = null;
        ClockObserver observer = null;
        while (System.nanoTime() - startNs < forNs) {
            if (observer == null) {
                file = openIfThere();
                observer = file == null ? null : new ClockObserver(file, HUB, MAX_DELAY_NS);
            } else {
                observer.resolve();
                observer.observe();
            }
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
        TaktProcess.signal(hub.process().toHandle(), "KILL");
        hub.process().waitFor();
        if (observer != null) {
            observer.observe();
            assertThat(observer.violations()).as(observer.firstViolation()).isZero();
            if (observer.coreTimeNs() > 0) {
                assertThat(observer.coreTimeNs()).as("T_c of a hub that took over").isGreaterThanOrEqualTo(reachedNs);
                coreTimeNs = observer.coreTimeNs();
            }
            file.close();
        }
        return coreTimeNs;
    }

    /** Only the file of a hub that is open; before, that of its predecessor may still be there. */
    private ClockFile openIfThere() {
        if (TaktProcess.status(base, HUB) == null) {
            return null;
        }
        try {
            return ClockFile.forReading(base.resolve(HUB).resolve(CncFileDescriptor.CNC_FILE));
        } catch (final TaktException e) {
            return null;
        }
    }
}
