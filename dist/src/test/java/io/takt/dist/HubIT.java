package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.HubState;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Hubs as processes: their life, their neighbours, and the effects of killed processes. */
@Tag("long")
class HubIT extends HubTest {
    private static final long MS = 1_000_000L;

    private Path config(final String hub, final String text) throws IOException {
        return Files.writeString(folder.resolve(hub + ".json"), text.replace("HUB", hub));
    }

    /** At full speed it would take the processors from the commands that a test starts meanwhile. */
    private Path pair(final String hub) throws IOException {
        return config(hub, """
            {"hub": "HUB", "endWithin": "1min", "coreStep": "10ms", "maxDelay": "20ms",
            "pace": {"mode": "realtime", "speed": 10}, "assets": [
            {"name": "a", "step": "10ms", "launch": ["takt", "metronome"]},
            {"name": "b", "step": "5ms", "launch": ["takt", "metronome"]}]}
            """);
    }

    private HubConnection connect(final String hub) {
        return ShmHubConnection.connect(new HubDirectory(base, hub));
    }

    private TaktProcess takt(final String... args) throws IOException, InterruptedException {
        return TaktProcess.run(folder, base, args);
    }

    /** The case in which Hakoniwa's own code leaves its theorem: it tests the old core time, and goes to 40 ms. */
    @Test
    void stuckAssetStopsTheCoreWithinItsBound() throws Exception {
        final Path file = config("stuck", """
            {"hub": "HUB", "coreStep": "20ms", "maxDelay": "30ms", "assets": [{"name": "stuck", "step": "20ms"},
            {"name": "other", "step": "10ms", "launch": ["takt", "metronome"]}]}
            """);
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", file.toString(), "--json")) {
            run.awaitStatus(base, "stuck", status -> status.missing().equals(List.of("stuck")));
            try (HubConnection hub = connect("stuck"); PolledAsset stuck = hub.join(AssetSpec.named("stuck"))) {
                assertThat(stuck.await()).isEqualTo(Turn.STEP);
                final HubStatus status = run.awaitStatus(base, "stuck",
                    each -> "stuck".equals(each.blocker()) && each.blockedForNs() > 300 * MS);
                assertThat(status.coreTimeNs()).isEqualTo(20 * MS);
                assertThat(stuck.poll()).as("all others wait for its own turn").isEqualTo(Turn.STEP);
                stuck.commit();
                run.awaitStatus(base, "stuck", each -> each.coreTimeNs() == 40 * MS);
                stuck.leave();
            }
            TaktProcess.stop(base, "stuck");
            assertThat(run.awaitEnd().json().get("violations").longValue()).isZero();
        }
    }

    @Test
    void pausesResumesResetsAndStops() throws Exception {
        final Path file = pair("life");
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", file.toString(), "--json")) {
            run.awaitRunning(base, "life");
            assertThat(takt("pause").exitCode()).isZero();
            final HubStatus paused = TaktProcess.status(base, "life");
            assertThat(paused.state()).isEqualTo(HubState.PAUSED);
            assertThat(TaktProcess.status(base, "life").coreTimeNs()).isEqualTo(paused.coreTimeNs());

            assertThat(takt("reset").exitCode()).isZero();
            final HubStatus reset = TaktProcess.status(base, "life");
            assertThat(reset.state()).isEqualTo(HubState.PAUSED);
            assertThat(reset.coreTimeNs()).isZero();
            assertThat(reset.assets()).hasSize(2).allSatisfy(asset -> assertThat(asset.timeNs()).isZero());
            assertThat(reset.epoch()).isGreaterThan(paused.epoch());

            assertThat(takt("resume").exitCode()).isZero();
            run.awaitRunning(base, "life");
            assertThat(takt("status").out()).contains("RUNNING");
            assertThat(takt("stop").exitCode()).isZero();
            final JsonNode end = run.awaitEnd().json();
            assertThat(run.exitCode()).isZero();
            assertThat(end.get("end").textValue()).isEqualTo("ASKED");
            assertThat(end.get("violations").longValue()).isZero();
        }
        try (var left = Files.list(base)) {
            assertThat(left).as("what a hub leaves behind").containsExactly(base.resolve(".lock-life"));
        }
        assertThat(takt("status").exitCode()).isEqualTo(1);
        assertThat(takt("status").err()).isEqualTo("takt: no hub is running (looked in " + base + ")\n");
        String killed = "";
        for (final String each : List.of("first", "second")) {
            Files.createFile(Files.createDirectory(base.resolve(each)).resolve("control.sock"));
            killed += (killed.isEmpty() ? "" : ", ") + each;
            assertThat(takt("status").err()).isEqualTo("takt: no hub is running; in " + base
                + " is only what killed ones have left: " + killed + "\n");
        }
    }

    @Test
    void lateAssetStartsAtTheCoresTime() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", pair("late").toString(), "--json")) {
            run.awaitRunning(base, "late");
            try (HubConnection hub = connect("late");
                PolledAsset late = hub.join(AssetSpec.named("late").step(Duration.ofMillis(10)))) {
                assertThat(late.timeNs()).isPositive().isEqualTo(late.timeNs() / (10 * MS) * (10 * MS));
                for (int i = 0; i < 100; i++) {
                    assertThat(late.await()).isEqualTo(Turn.STEP);
                    late.commit();
                }
                late.leave();
            }
            run.awaitStatus(base, "late", status -> status.assets().stream()
                .noneMatch(asset -> asset.name().equals("late") && !asset.state().name().equals("LEFT")));
            TaktProcess.stop(base, "late");
            assertThat(run.awaitEnd().json().get("violations").longValue()).isZero();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void twoHubsSideBySideAndTwoOfOneName() throws Exception {
        try (TaktProcess one = TaktProcess.start(folder, base, "run", "-c", pair("one").toString());
            TaktProcess two = TaktProcess.start(folder, base, "run", "-c", pair("two").toString())) {
            one.awaitRunning(base, "one");
            two.awaitRunning(base, "two");
            final long epoch = TaktProcess.status(base, "one").epoch();

            final TaktProcess again = takt("run", "-c", pair("one").toString());
            assertThat(again.exitCode()).isEqualTo(1);
            assertThat(again.err()).startsWith("takt: a hub named 'one' is running already (process ").hasLineCount(1);
            assertThat(takt("hub", "-c", pair("one").toString()).exitCode()).isEqualTo(1);
            final HubStatus untouched = TaktProcess.status(base, "one");
            assertThat(untouched.epoch()).isEqualTo(epoch);
            assertThat(untouched.state()).isEqualTo(HubState.RUNNING);

            assertThat(takt("stop").err()).contains("there are several hubs: one, two");
            assertThat(takt("stop", "--hub", "one").exitCode()).isZero();
            assertThat(one.awaitEnd().exitCode()).isZero();
            assertThat(TaktProcess.status(base, "two").state()).isEqualTo(HubState.RUNNING);
        }
    }

    @Test
    void startsAfterEverythingWasKilled() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", pair("again").toString())) {
            run.awaitRunning(base, "again");
        }
        assertThat(base.resolve("again")).as("what it left").isNotEmptyDirectory();
        final TaktProcess next =
            takt("run", "-c", pair("again").toString(), "--until", "5s", "--json");
        assertThat(next.exitCode()).as(next.err()).isZero();
        assertThat(next.json().get("coreTimeNs").longValue()).isEqualTo(5_000 * MS);
    }

    @Test
    void killedAssetEndsTheRunAndIsNamed() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", pair("kill").toString())) {
            run.awaitRunning(base, "kill");
            run.launched("b").destroyForcibly();
            run.awaitEnd();
            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("takt: asset 'b' was lost at ").contains("was ended by signal 9");
        }
    }

    @Test
    void assetsNoticeThatTheirHubWasKilled() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", pair("gone").toString())) {
            run.awaitRunning(base, "gone");
            final ProcessHandle asset = run.launched("a");
            run.process().destroyForcibly();
            assertThat(asset.onExit()).succeedsWithin(Duration.ofSeconds(60));
        }
    }

    @Test
    void stoppedAssetIsWaitedFor() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", pair("stop").toString(), "--json")) {
            run.awaitRunning(base, "stop");
            final ProcessHandle asset = run.launched("a");
            TaktProcess.signal(asset, "STOP");
            final HubStatus held = run.awaitStatus(base, "stop",
                status -> "a".equals(status.blocker()) && status.blockedForNs() > 500 * MS);
            TaktProcess.signal(asset, "CONT");
            run.awaitStatus(base, "stop", status -> status.coreTimeNs() > held.coreTimeNs() + 1000 * MS);
            TaktProcess.stop(base, "stop");
            final JsonNode end = run.awaitEnd().json();
            assertThat(end.get("violations").longValue()).isZero();
            assertThat(end.get("assets").get(0).get("blockedCoreNs").longValue()).isGreaterThan(500 * MS);
        }
    }

    @Test
    void interruptedRunStillTellsItsSummary() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", pair("int").toString())) {
            run.awaitRunning(base, "int");
            run.process().destroy();
            run.awaitEnd();
            assertThat(run.out()).contains("STOPPED: interrupted").contains("violations 0 in");
            assertThat(run.process().descendants()).isEmpty();
        }
    }

    @Test
    void programThatNeverJoinsEndsTheRun() throws Exception {
        final Path file = config("never", """
            {"hub": "HUB", "coreStep": "10ms", "maxDelay": "20ms", "assets": [
            {"name": "a", "step": "10ms", "launch": ["sh", "-c", "echo no licence; exit 7"]}]}
            """);
        final TaktProcess run = takt("run", "-c", file.toString());
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains(
            "takt: asset 'a': its program ended with exit status 7 before the run started; it last printed:"
            + " no licence");
    }

    @Test
    void folderThatIsNoHubsIsNeverTouched() throws Exception {
        final Path precious = Files.createDirectories(base.resolve("precious"));
        Files.writeString(precious.resolve("thesis.txt"), "important");
        Files.createSymbolicLink(base.resolve("link"), precious);
        for (final String hub : List.of("precious", "link")) {
            final TaktProcess refused = takt("run", "-c", pair(hub).toString(), "--until", "1s");
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err()).hasLineCount(1).contains("is there and is no hub's directory");
        }
        assertThat(precious.resolve("thesis.txt")).hasContent("important");
    }

    @Test
    void backgroundProcessesOfAProgramEndWithTheRun() throws Exception {
        final Path file = config("background", """
            {"hub": "HUB", "coreStep": "10ms", "maxDelay": "20ms", "assets": [{"name": "a", "step": "10ms",
            "launch": ["sh", "-c", "sleep 3600 & echo $! > background.pid; exec takt metronome"]}]}
            """);
        final TaktProcess run = takt("run", "-c", file.toString(), "--until", "1s");
        assertThat(run.exitCode()).as(run.err()).isZero();
        final long pid = Long.parseLong(Files.readString(folder.resolve("background.pid")).strip());
        ProcessHandle.of(pid).ifPresent(left -> assertThat(left.onExit()).succeedsWithin(Duration.ofSeconds(30)));
    }

    @Test
    void programThatFailsWhileItsChildHoldsTheOutputIsNoticed() throws Exception {
        final Path file = config("held", """
            {"hub": "HUB", "coreStep": "10ms", "maxDelay": "20ms", "assets": [{"name": "a", "step": "10ms",
            "launch": ["sh", "-c", "sleep 3600 & exit 7"]}]}
            """);
        final TaktProcess run = takt("run", "-c", file.toString());
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("its program ended with exit status 7 before the run started");
    }

    @Test
    void clockNearTheLargestLongStopsCleanly() throws Exception {
        final Path file = config("end", """
            {"hub": "HUB", "coreStep": "1000000h", "maxDelay": "2000000h", "assets": [
            {"name": "a", "step": "1000000h", "launch": ["takt", "metronome"]}]}
            """);
        final TaktProcess run = takt("run", "-c", file.toString(), "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("end").textValue()).isEqualTo("END_OF_TIME");
        assertThat(run.json().get("coreTimeNs").longValue()).isEqualTo(2_000_000L * 3600 * 1000 * MS);
    }

    @Test
    void onlyTheUserMayEnter() throws Exception {
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", pair("private").toString())) {
            run.awaitRunning(base, "private");
            assertThat(Files.getPosixFilePermissions(base.resolve("private")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
            takt("stop");
            run.awaitEnd();
        }
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxrwxrwx"));
        final TaktProcess refused = takt("run", "-c", pair("private").toString());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).isEqualTo("takt: " + base + " can be written by others; set TAKT_DIR to a directory"
            + " of your own, or, if this is one, run 'chmod 700 " + base + "'\n");
    }

    @Test
    void everyErrorOfAConfigurationIsOneLine() throws Exception {
        final Path file = config("bad", """
            {"hub": "HUB", "coreStep": "10 parsecs", "maxDelay": "20ms", "wat": 1, "assets": [
            {"name": "a", "step": "0ms"}, {"name": "a", "step": "-5ms", "launch": ["./gone"]}]}
            """);
        final TaktProcess check = takt("check", "-c", file.toString());
        assertThat(check.exitCode()).isEqualTo(2);
        assertThat(check.out()).isEmpty();
        assertThat(check.err().lines()).hasSize(6).allSatisfy(line -> assertThat(line).startsWith(file + ": "))
            .anySatisfy(line -> assertThat(line).contains("wat = 1: is no field of Takt"))
            .anySatisfy(line -> assertThat(line).contains("coreStep = \"10 parsecs\": has the unknown unit 'parsecs'"))
            .anySatisfy(line -> assertThat(line).contains("assets[0].step = \"0ms\": is zero"))
            .anySatisfy(line -> assertThat(line).contains("assets[1].step = \"-5ms\": is negative"))
            .anySatisfy(line -> assertThat(line).contains("assets[1].name = \"a\": is the name of assets[0] as well"))
            .anySatisfy(line -> assertThat(line).contains("assets[1].launch[0] = \"./gone\": is not there"));
        for (final String command : List.of("run", "hub")) {
            final TaktProcess refused = takt(command, "-c", file.toString());
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).isEqualTo(check.err());
        }
        assertThat(takt("check", "-c", file.toString(), "--json").json().get("errors")).hasSize(6);
    }

    @Test
    void jvmWithoutTheFlagIsToldSo() throws Exception {
        final TaktProcess bare = TaktProcess.start(folder, base, List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
            TaktProcess.HOME.resolve("dist/target/lib") + "/*", "io.takt.hub.command.Main", "metronome", "a", "--hub",
            "x")).awaitEnd();
        assertThat(bare.exitCode()).isEqualTo(1);
        assertThat(bare.err()).hasLineCount(1).contains("--add-opens java.base/jdk.internal.misc=ALL-UNNAMED");
    }
}
