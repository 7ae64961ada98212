package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockObserver;
import io.takt.shm.host.LiveProcesses;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hubs that are killed, and those that come after them. */
@Tag("long")
class TakeoverIT extends HubTest {
    private static final String HUB = "heir";
    private static final long MS = 1_000_000L;
    private static final long SELF = ProcessHandle.current().pid();

    private Path file;
    private final List<RawAsset> assets = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void prepare() throws IOException {
        file = Files.writeString(folder.resolve("heir.json"), """
            {"hub": "heir", "coreStep": "10ms", "maxDelay": "40ms", "assets": [
            {"name": "a", "step": "10ms", "onHubLost": "attach"},
            {"name": "b", "step": "5ms", "onHubLost": "attach"}]}
            """);
    }

    @AfterEach
    void clear() {
        assets.forEach(RawAsset::close);
        processes.forEach(Process::destroyForcibly);
    }

    private TaktProcess hub(final String... more) throws IOException {
        final List<String> args = new ArrayList<>(List.of("hub", "-c", file.toString()));
        args.addAll(List.of(more));
        return TaktProcess.start(folder, base, args.toArray(String[]::new));
    }

    private RawAsset asset(final String name, final long pid) {
        final RawAsset asset = new RawAsset(base, HUB, name, pid);
        assets.add(asset);
        return asset;
    }

    /** A hub of which both assets take part and stand at 50 and 55 ms; then it is killed. */
    private List<RawAsset> killedHub(final long pidOfA, final long pidOfB) throws Exception {
        try (TaktProcess hub = hub()) {
            hub.awaitStatus(base, HUB, status -> true);
            final RawAsset a = asset("a", pidOfA);
            final RawAsset b = asset("b", pidOfB);
            assertThat(a.join(null)).isNull();
            assertThat(b.join(null)).isNull();
            hub.awaitStatus(base, HUB, status -> status.coreTimeNs() == 40 * MS);
            a.stepTo(40 * MS);
            b.stepTo(40 * MS);
            hub.awaitStatus(base, HUB, status -> status.coreTimeNs() == 80 * MS);
            a.stepTo(50 * MS);
            b.stepTo(55 * MS);
            hub.awaitStatus(base, HUB, status -> status.coreTimeNs() == 90 * MS);
            return List.of(a, b);
        }
    }

    @Test
    void goesOnWhereTheClocksStood() throws Exception {
        final List<RawAsset> both = killedHub(SELF, SELF);
        both.get(1).stepTo(60 * MS);
        try (TaktProcess hub = hub()) {
            final HubStatus taken = hub.awaitStatus(base, HUB, status -> true);
            hub.awaitErr("takt: takes over from a killed hub at 90ms; waiting for a (process " + SELF + "), b (process "
                + SELF + ") to attach again");
            assertThat(taken.state()).isEqualTo(HubState.WAITING);
            assertThat(taken.coreTimeNs()).isEqualTo(90 * MS);
            assertThat(taken.missing()).containsExactly("a", "b");
            assertThat(taken.assets()).extracting(HubStatus.AssetStatus::timeNs).first().isEqualTo(50 * MS);

            final RawAsset stranger = asset("a", SELF);
            assertThat(stranger.join(100 * MS)).contains("it cannot go on at 100ms");
            assertThat(both.get(0).attach()).isNull();
            assertThat(both.get(1).attach()).isNull();
            assertThat(both.get(1).timeNs()).as("the step that it did without a hub counts").isEqualTo(60 * MS);
            both.get(0).stepTo(1_000 * MS);
            both.get(1).stepTo(1_000 * MS);
            hub.awaitStatus(base, HUB, status -> status.coreTimeNs() == 130 * MS);
            assertThat(base.resolve(".clocks-" + HUB + ".json")).doesNotExist();
            hub.process().destroy();
            hub.awaitEnd();
        }
        try (var rest = Files.list(base)) {
            assertThat(rest).as("what a hub leaves behind").containsExactly(base.resolve(".lock-" + HUB));
        }
    }

    @Test
    void startsFromZeroWhenAsked() throws Exception {
        final List<RawAsset> both = killedHub(SELF, SELF);
        try (TaktProcess hub = hub("--fresh")) {
            assertThat(hub.awaitStatus(base, HUB, status -> true).coreTimeNs()).isZero();
            hub.awaitErr("starts from 0, not where a killed hub left off (90ms): as asked");
            assertThat(both.get(0).attach()).startsWith("this hub has given it up, or has begun anew: it cannot go"
                + " on at 50ms");
        }
    }

    @Test
    void startsFromZeroWhenNoProcessLives() throws Exception {
        final Process process = sleeper();
        killedHub(process.pid(), process.pid());
        process.destroyForcibly().waitFor();
        try (TaktProcess hub = hub()) {
            assertThat(hub.awaitStatus(base, HUB, status -> true).coreTimeNs()).isZero();
            hub.awaitErr("none of its assets lives");
        }
    }

    @Test
    void anAssetThatDiesBeforeItHasAttachedIsLost() throws Exception {
        final Process process = sleeper();
        killedHub(process.pid(), SELF);
        try (TaktProcess hub = hub()) {
            hub.awaitStatus(base, HUB, status -> status.coreTimeNs() == 90 * MS);
            process.destroyForcibly().waitFor();
            assertThat(hub.awaitEnd().exitCode()).isEqualTo(3);
            assertThat(hub.err()).contains("asset 'a' was lost at 50ms: its process " + process.pid()
                + " ended before it had attached again");
        }
    }

    private Process sleeper() throws IOException {
        final Process process = new ProcessBuilder("sleep", "3600").start();
        processes.add(process);
        return process;
    }

    /** No remains of a hub, in any state, stop a start. */
    @Test
    void staleFilesNeverStopAStart() throws Exception {
        killedHub(SELF, SELF);
        final Path kept = folder.resolve("kept");
        copy(base, kept);
        for (final String what : List.of("truncated", "empty", "garbage", "no cnc.dat", "empty folder", "nothing",
            "bad checkpoint", "half a header")) {
            copy(kept, base);
            spoil(what);
            try (TaktProcess hub = hub()) {
                final HubStatus status = hub.awaitStatus(base, HUB, each -> true);
                assertThat(status.coreTimeNs()).as(what).isEqualTo("bad checkpoint".equals(what) ? 90 * MS : 0);
                hub.process().destroy();
                hub.awaitEnd();
                try (var rest = Files.list(base)) {
                    assertThat(rest).as(what).containsExactly(base.resolve(".lock-" + HUB));
                }
            }
        }
    }

    /** All that is in a folder, sockets included. */
    private static void copy(final Path from, final Path to) throws Exception {
        assertThat(new ProcessBuilder("cp", "-a", from + "/.", to.toString()).start().waitFor()).isZero();
    }

    private void spoil(final String what) throws IOException {
        final Path cnc = base.resolve(HUB).resolve("cnc.dat");
        switch (what) {
            case "truncated" -> truncate(cnc, Files.size(cnc) / 2);
            case "half a header" -> truncate(cnc, 10);
            case "empty" -> truncate(cnc, 0);
            case "garbage" -> {
                final byte[] noise = new byte[100_000];
                new Random(1).nextBytes(noise);
                Files.write(cnc, noise);
            }
            case "no cnc.dat" -> Files.delete(cnc);
            case "empty folder" -> {
                IoUtil.delete(base.resolve(HUB).toFile(), false);
                Files.createDirectory(base.resolve(HUB));
            }
            case "nothing" -> IoUtil.delete(base.resolve(HUB).toFile(), false);
            default -> {
                Files.writeString(base.resolve(".clocks-" + HUB + ".json"), "{\"clocks\": {\"epoch\": ");
                Files.writeString(base.resolve(".clocks-" + HUB + ".tmp"), "x");
            }
        }
    }

    private static void truncate(final Path path, final long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }

    /** Programs that outlived the hub which had launched them go on under the next one, and end with its run. */
    @Test
    void aRunTakesOverWithItsPrograms() throws Exception {
        final Path pair = Files.writeString(folder.resolve("pair.json"), """
            {"hub": "heir", "coreStep": "10ms", "maxDelay": "40ms", "pace": {"mode": "realtime"}, "assets": [
            {"name": "a", "step": "10ms", "onHubLost": "attach", "launch": ["takt", "metronome"]},
            {"name": "b", "step": "5ms", "onHubLost": "attach", "onLost": "restart", "launch": ["takt", "metronome"]}]}
            """);
        final ProcessHandle a;
        final ProcessHandle b;
        final HubStatus before;
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", pair.toString())) {
            before = run.awaitRunning(base, HUB);
            a = run.launched("a");
            b = run.launched("b");
            run.process().destroyForcibly().waitFor();
        }
        b.destroyForcibly();
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", pair.toString(), "--json")) {
            final HubStatus taken = run.awaitStatus(base, HUB, status -> status.state() == HubState.RUNNING
                && status.coreTimeNs() > before.coreTimeNs() + 300 * MS);
            assertThat(taken.epoch()).isGreaterThan(before.epoch());
            assertThat(taken.coreProgress()).isLessThan(taken.coreTimeNs() / (10 * MS));
            assertThat(run.err()).contains("takes over from a killed hub at ").contains("a (process " + a.pid() + ")");
            assertThat(a.isAlive()).isTrue();
            assertThat(run.launched("b").pid()).isNotEqualTo(b.pid());
            TaktProcess.stop(base, HUB);
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            assertThat(run.json().get("violations").longValue()).isZero();
            assertThat(a.onExit()).succeedsWithin(Duration.ofSeconds(60));
        } finally {
            a.destroyForcibly();
        }
    }

    /** A program without a hub goes on printing, and the next hub passes it on. */
    @Test
    void aLaunchedProgramThatPrintsOutlivesItsHub() throws Exception {
        Files.writeString(file, """
            {"hub": "heir", "coreStep": "10ms", "maxDelay": "40ms", "pace": {"mode": "realtime"}, "assets": [
            {"name": "a", "step": "10ms", "onHubLost": "attach", "launch": ["sh", "-c",
             "sh -c 'while :; do echo tick; sleep 0.01; done' & echo $! > ticker; exec takt metronome"]}]}
            """);
        final TaktProcess killed = TaktProcess.start(folder, base, "run", "-c", file.toString());
        final ProcessHandle a;
        final ProcessHandle ticker;
        try {
            killed.awaitRunning(base, HUB);
            killed.awaitErr("[a] tick");
            a = killed.launched("a");
            ticker = ProcessHandle.of(Long.parseLong(Files.readString(folder.resolve("ticker")).trim())).orElseThrow();
            killed.process().destroyForcibly().waitFor();
        } catch (final Exception | AssertionError e) {
            killed.close();
            throw e;
        }
        final long tickerStart = LiveProcesses.startTime(ticker.pid());
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", file.toString(), "--json")) {
            run.awaitRunning(base, HUB);
            run.awaitErr("[a] tick");
            assertThat(a.isAlive()).isTrue();
            assertThat(ticker.isAlive()).isTrue();
            a.destroyForcibly();
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(3);
            final long startNs = System.nanoTime();
            while (LiveProcesses.isAlive(ticker.pid(), tickerStart)
                && System.nanoTime() - startNs < Duration.ofSeconds(60).toNanos()) {
                LockSupport.parkNanos(MS);
            }
            assertThat(LiveProcesses.isAlive(ticker.pid(), tickerStart)).as("it is ended with its program").isFalse();
        } finally {
            a.destroyForcibly();
            ticker.destroyForcibly();
        }
    }

    /** At any moment, its own start included: the next hub finds everything, and no clock goes back. */
    @Test
    void isKilledAtAnyMoment() throws Exception {
        final Random random = new Random(42);
        final List<RawAsset> both = new ArrayList<>(killedHub(SELF, SELF));
        long coreNs = 90 * MS;
        for (int life = 0; life < 12; life++) {
            try (TaktProcess hub = hub()) {
                if (life % 2 == 0) {
                    hub.process().waitFor(100 + random.nextInt(500), TimeUnit.MILLISECONDS);
                    continue;
                }
                final HubStatus taken = hub.awaitStatus(base, HUB, status -> true);
                assertThat(taken.coreTimeNs()).as(hub.err()).isGreaterThanOrEqualTo(coreNs);
                try (ClockFile clocks = ClockFile.forReading(base.resolve(HUB).resolve("cnc.dat"))) {
                    final ClockObserver observer = new ClockObserver(clocks, HUB, 40 * MS);
                    observer.observe();
                    for (final RawAsset each : both) {
                        assertThat(each.attach()).isNull();
                        observer.observe();
                    }
                    final long endNs = System.nanoTime() + random.nextInt(50) * MS;
                    while (System.nanoTime() < endNs || both.get(0).coreTimeNs() == coreNs) {
                        both.get(random.nextInt(2)).stepTo(Long.MAX_VALUE);
                        observer.observe();
                        LockSupport.parkNanos(10_000);
                    }
                    assertThat(observer.violations()).as(observer.firstViolation()).isZero();
                    assertThat(observer.observations()).isPositive();
                }
                hub.process().destroyForcibly().waitFor();
                coreNs = both.get(0).coreTimeNs();
            }
        }
        assertThat(coreNs).isGreaterThan(90 * MS);
    }
}
