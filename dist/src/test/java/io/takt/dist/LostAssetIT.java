package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Assets whose processes die, under every policy. The assets are small C programs, so that a death costs little. */
@Tag("long")
class LostAssetIT extends HubTest {
    private static final String HUB = "lost";

    @TempDir
    private static Path programs;

    @BeforeAll
    static void compile() throws Exception {
        assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "cc")))).as("there is a C compiler").isTrue();
        final TaktProcess cc = TaktProcess.start(programs, programs, List.of("cc", "-std=c99", "-O2", "-o", "asset",
            TaktProcess.HOME.resolve("docs/examples/asset.c").toString())).awaitEnd();
        assertThat(cc.exitCode()).as(cc.err()).isZero();
        Files.writeString(programs.resolve("forking.c"), """
            #define main asset_main
            #include "%s"
            #undef main
            static void leave_child(int signal) {
                if (fork() != 0) {
                    _exit(4);
                }
                while (signal == SIGUSR1) {
                    pause();
                }
            }
            int main(int argc, char **argv) {
                signal(SIGUSR1, leave_child);
                signal(SIGUSR2, leave_child);
                return asset_main(argc, argv);
            }
            """.formatted(TaktProcess.HOME.resolve("docs/examples/asset.c")));
        final TaktProcess forking = TaktProcess.start(programs, programs,
            List.of("cc", "-std=c99", "-O2", "-o", "forking", "forking.c")).awaitEnd();
        assertThat(forking.exitCode()).as(forking.err()).isZero();
    }

    private TaktProcess run(final String drone, final String... more) throws IOException {
        return runWith("", drone, more);
    }

    private TaktProcess runWith(final String ofHub, final String drone, final String... more) throws IOException {
        final Path file = Files.writeString(folder.resolve("lost.json"), """
            {"hub": "lost", %s "coreStep": "10ms", "maxDelay": "20ms", "pace": {"mode": "realtime"}, "assets": [
            {"name": "drone", "step": "5ms", %s},
            {"name": "radar", "step": "10ms", "launch": ["%s"]}]}
            """.formatted(ofHub, drone.replace("ASSET", programs.resolve("asset").toString()),
            programs.resolve("asset")));
        final List<String> args = Stream.concat(Stream.of("run", "-c", file.toString(), "--json"), Stream.of(more))
            .toList();
        return TaktProcess.start(folder, base, args.toArray(String[]::new));
    }

    private static AssetStatus drone(final HubStatus status) {
        return status.assets().stream().filter(each -> each.name().equals("drone")).findFirst().orElse(null);
    }

    @Test
    void haltEndsTheRun() throws Exception {
        try (TaktProcess run = runWith("\"endWithin\": \"1min\",",
            "\"launch\": [\"sh\", \"-c\", \"echo one; echo two; exec ASSET\"]")) {
            run.awaitRunning(base, HUB);
            run.launched("drone").destroyForcibly();
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(3);
            assertThat(run.err()).containsPattern("takt: asset 'drone' was lost at [^;]*: its connection closed without"
                + " a leave; its program was ended by signal 9; it last printed: one \\| two\n");
            assertThat(run.json().get("end").textValue()).isEqualTo("ASSET_LOST");
        }
    }

    @Test
    void dropGoesOn() throws Exception {
        try (TaktProcess run = run("\"onLost\": \"drop\", \"launch\": [\"ASSET\"]")) {
            final HubStatus before = run.awaitRunning(base, HUB);
            run.launched("drone").destroyForcibly();
            run.awaitStatus(base, HUB, status -> status.coreTimeNs() > before.coreTimeNs() + 200_000_000L
                && status.assets().size() == 2 && drone(status).state().name().equals("LOST"));
            TaktProcess.stop(base, HUB);
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            assertThat(run.err()).containsPattern("takt: asset 'drone' was lost at [^;]*; its program was ended by"
                + " signal 9; it printed nothing; the others go on without it\n");
            assertThat(run.json().get("violations").longValue()).isZero();
        }
    }

    /** The child has the connection, too, and lives on. */
    @Test
    void aProcessThatEndsIsLostAlthoughAChildHoldsItsConnection() throws Exception {
        try (TaktProcess run = run("\"launch\": [\"" + programs.resolve("forking") + "\"]")) {
            run.awaitRunning(base, HUB);
            TaktProcess.signal(run.launched("drone"), "USR1");
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(3);
            assertThat(run.err()).containsPattern("takt: asset 'drone' was lost at [^;]*: its process [0-9]+ has ended;"
                + " its program ended with exit status 4; it printed nothing\n");
        }
    }

    /** Here the child goes on stepping, until it is told that there is nothing more to step for. */
    @Test
    void aChildThatGoesOnDoesNotMoveTheClockOfAnother() throws Exception {
        try (TaktProcess run = run("\"onLost\": \"drop\", \"launch\": [\"" + programs.resolve("forking") + "\"]")) {
            run.awaitRunning(base, HUB);
            TaktProcess.signal(run.launched("drone"), "USR2");
            run.awaitErr("its process");
            final HubStatus lost = TaktProcess.status(base, HUB);
            final HubStatus reusable = run.awaitStatus(base, HUB,
                status -> status.coreTimeNs() > lost.coreTimeNs() + 1_500_000_000L);
            try (TaktProcess late = TaktProcess.start(folder, base,
                List.of(programs.resolve("asset").toString(), HUB, "late", "10000000"))) {
                run.awaitStatus(base, HUB, status -> status.coreTimeNs() > reusable.coreTimeNs() + 500_000_000L
                    && status.assets().stream().anyMatch(each -> each.name().equals("late") && each.progress() > 10));
                run.awaitErr("] drone: the hub is gone; at ");
                TaktProcess.stop(base, HUB);
                assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
                assertThat(run.json().get("violations").longValue()).as(run.err()).isZero();
                assertThat(late.awaitEnd().exitCode()).as(late.err()).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"halt", "drop"})
    void aProgramThatNeverJoinsIsLostAlthoughItIsNotRequired(final String onLost) throws Exception {
        try (TaktProcess run = run("\"required\": false, \"onLost\": \"" + onLost + "\","
            + " \"launch\": [\"sh\", \"-c\", \"echo bye; exit 7\"]")) {
            run.awaitErr("asset 'drone' was lost at ");
            if (onLost.equals("drop")) {
                TaktProcess.stop(base, HUB);
            }
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(onLost.equals("halt") ? 3 : 0);
            assertThat(run.err()).containsPattern("takt: asset 'drone' was lost at [^;]*: its program ended with exit"
                + " status 7 before it joined; it last printed: bye");
        }
    }

    /** By the count: on a busy machine the old one may have got that far before it is seen to have died. */
    private void awaitRestarted(final TaktProcess run, final int times, final HubStatus before) throws IOException {
        run.awaitStatus(base, HUB, status -> status.missing().isEmpty() && drone(status).restarts() == times
            && drone(status).timeNs() > before.coreTimeNs() + 100_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "SEGV"})
    void restartGoesOnFromWhereTheClockStood(final String signal) throws Exception {
        try (TaktProcess run = run("\"onLost\": \"restart\", \"restart\": {\"limit\": 2, \"pause\": \"50ms\"},"
            + " \"launch\": [\"ASSET\"]")) {
            for (int times = 1; times <= 2; times++) {
                final HubStatus before = run.awaitRunning(base, HUB);
                TaktProcess.signal(run.launched("drone"), signal);
                awaitRestarted(run, times, before);
            }
            run.launched("drone").destroyForcibly();
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(3);
            final JsonNode end = run.json();
            assertThat(end.get("violations").longValue()).as(run.err()).isZero();
            assertThat(end.get("reason").textValue()).contains("after it was started again 2 times")
                .contains("its program was ended by signal 9");
            assertThat(run.err()).contains("(2 of 2)").containsPattern("was lost at [^;]*; its program was ended by"
                + " signal [0-9]+; it printed nothing; it is to be started again \\(1 of 2\\)\n");
        }
    }

    @Test
    void aProgramThatNeverJoinsIsTriedSoOften() throws Exception {
        try (TaktProcess run = run("\"onLost\": \"restart\", \"restart\": {\"limit\": 2, \"pause\": \"1ms\"},"
            + " \"launch\": [\"sh\", \"-c\", \"echo no licence; exit 7\"]")) {
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(3);
            assertThat(run.json().get("reason").textValue()).isEqualTo("asset 'drone' was lost at 0s: its program"
                + " ended with exit status 7 before it joined, after it was started again 2 times; it last printed: no"
                + " licence");
            assertThat(run.err()).contains("(1 of 2)").contains("(2 of 2)");
        }
    }

    /** Its process lives on; it is ended, with what it has in the background, before the next one starts. */
    @Test
    void aFailedAssetWhoseProcessLivesIsEndedFirst() throws Exception {
        try (TaktProcess run = run("\"onLost\": \"restart\", \"restart\": {\"limit\": 2, \"pause\": \"1ms\"},"
            + " \"launch\": [\"sh\", \"-c\", \"trap '' TERM; echo $$ >> pids; ASSET & wait; sleep 3600\"]")) {
            final HubStatus before = run.awaitRunning(base, HUB);
            final long wrapper = Long.parseLong(Files.readAllLines(folder.resolve("pids")).get(0));
            final ProcessHandle asset = ProcessHandle.of(wrapper).orElseThrow().children().findFirst().orElseThrow();
            asset.destroyForcibly();
            awaitRestarted(run, 1, before);
            assertThat(ProcessHandle.of(wrapper).map(ProcessHandle::isAlive).orElse(false)).isFalse();
            assertThat(Files.readAllLines(folder.resolve("pids"))).hasSize(2);
            TaktProcess.stop(base, HUB);
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            assertThat(run.json().get("violations").longValue()).isZero();
        }
    }

    /** One that is stopped, and one that does not heed a SIGTERM: neither holds up the end of the run. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noProgramHoldsUpTheEnd(final boolean bySignal) throws Exception {
        try (TaktProcess run =
            run("\"launch\": [\"sh\", \"-c\", \"trap '' TERM; ASSET; while :; do sleep 1; done\"]")) {
            run.awaitRunning(base, HUB);
            final ProcessHandle radar = run.launched("radar");
            final ProcessHandle drone = run.launched("drone");
            TaktProcess.signal(radar, "STOP");
            if (bySignal) {
                run.process().destroy();
            } else {
                TaktProcess.stop(base, HUB);
            }
            run.awaitEnd();
            assertThat(run.out()).contains("\"state\":\"STOPPED\"");
            assertThat(radar.isAlive()).isFalse();
            assertThat(drone.isAlive()).isFalse();
        }
    }

    /** It writes its results after the end. */
    @Test
    void aProgramHasAsLongAsTheFileSaysAndItsFailureCountsUntilThen() throws Exception {
        final String drone = "\"launch\": [\"sh\", \"-c\", \"ASSET; sleep %d; echo done > results; exit 4\"]";
        try (TaktProcess run = run(drone.formatted(3600), "--until", "100ms")) {
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            assertThat(run.err()).contains("takt: warning: still running after the end, and ended now: drone;"
                + " 'endWithin' in the configuration gives programs more time\n");
            assertThat(folder.resolve("results")).doesNotExist();
        }
        try (TaktProcess run = runWith("\"endWithin\": \"1min\",", drone.formatted(2), "--until", "100ms")) {
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(3);
            assertThat(run.json().get("reason").textValue())
                .contains(", and after that asset 'drone' failed; its program ended with exit status 4;");
            assertThat(run.err()).doesNotContain("still running");
            assertThat(folder.resolve("results")).exists();
        }
    }

    /** However it ends: its restart has yet to come, or its program is there again and has not joined. */
    @ParameterizedTest
    @ValueSource(strings = {"stop", "signal", "launched"})
    void aRunThatEndsWhileAnAssetIsLostHasLostIt(final String how) throws Exception {
        final boolean isLaunched = how.equals("launched");
        try (TaktProcess run = run(startedAgain(isLaunched ? "1ms" : "10min"))) {
            lose(run);
            switch (how) {
                case "stop" -> TaktProcess.stop(base, HUB);
                case "signal" -> run.process().destroy();
                default -> {
                    run.awaitErr("[drone] again");
                    TaktProcess.stop(base, HUB);
                }
            }
            assertLost(run, how.equals("signal") ? 143 : 3);
        }
    }

    @Test
    void aRunWhoseTimeIsUpWhileAnAssetIsLostHasLostIt() throws Exception {
        int forS = 2;
        while (!isLostBeforeTimeIsUp(forS)) {
            forS *= 2;
            assertThat(forS).as("seconds in which no asset was lost").isLessThan(100);
        }
    }

    /** Not on a host that has stood in between; that run proves nothing. */
    private boolean isLostBeforeTimeIsUp(final int forS) throws Exception {
        Files.deleteIfExists(folder.resolve("again"));
        try (TaktProcess run = run(startedAgain("10min"), "--for", forS + "s")) {
            try {
                lose(run);
            } catch (final AssertionError e) {
                final String end = run.awaitEnd().json().get("end").textValue();
                if (end.equals("ASKED")) {
                    return false;
                }
                if (!end.equals("ASSET_LOST")) {
                    throw e;
                }
            }
            assertLost(run, 3);
            return true;
        }
    }

    /** Its program, when it is started once more, never joins. */
    private static String startedAgain(final String pause) {
        return "\"onLost\": \"restart\", \"restart\": {\"pause\": \"" + pause + "\"}, \"launch\": [\"sh\", \"-c\","
            + " \"[ ! -f again ] || { echo again; exec sleep 3600; }; : > again; exec ASSET\"]";
    }

    private void lose(final TaktProcess run) throws IOException {
        run.awaitRunning(base, HUB);
        run.launched("drone").destroyForcibly();
        run.awaitStatus(base, HUB, status -> status.missing().equals(List.of("drone")));
    }

    private static void assertLost(final TaktProcess run, final int exitCode) throws Exception {
        assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(exitCode);
        final JsonNode end = run.json();
        assertThat(end.get("end").textValue()).isEqualTo("ASSET_LOST");
        assertThat(end.get("state").textValue()).isEqualTo("FAILED");
        assertThat(end.get("reason").textValue()).matches("[^;]*, but asset 'drone' was lost at [^;]*: its"
            + " connection closed without a leave, and has not come back");
        assertThat(run.err()).contains("takt: " + end.get("reason").textValue() + "\n");
    }
}
