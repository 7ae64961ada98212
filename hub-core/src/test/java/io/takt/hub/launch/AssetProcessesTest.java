package io.takt.hub.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ProgramFinder;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class AssetProcessesTest {
    private static final Duration AT_ONCE = Duration.ofMillis(500);

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endAllThatIsLeft() {
        started.forEach(Process::destroyForcibly);
    }

    private AssetProcesses processes(final String script) throws IOException {
        return processes(script, (asset, line) -> { });
    }

    private AssetProcesses processes(final String script, final BiConsumer<String, String> output)
        throws IOException {
        final Path program = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        final Path file = Files.writeString(folder.resolve("c.json"), """
            {"hub": "launching", "coreStep": "10ms", "maxDelay": "20ms",
             "assets": [{"name": "a", "step": "10ms", "launch": ["./program"]}, {"name": "b", "step": "10ms"}]}
            """);
        final ProgramFinder finder = new ProgramFinder(null, System.getenv("PATH"));
        final HubConfig config = ConfigReader.read(file, finder).config();
        return new AssetProcesses(config, finder, output);
    }

    private List<AssetProcesses.Ended> failedOf(final String script, final Duration atMost) throws IOException {
        try (AssetProcesses processes = processes(script)) {
            processes.launch(asset -> true, new Heard());
            processes.awaitEnd(atMost);
            return processes.failed();
        }
    }

    @Test
    void thoseThatHaveFailedByThemselvesAreKnown() throws Exception {
        final Duration enough = Duration.ofSeconds(50);
        assertThat(failedOf("exit 0", enough)).isEmpty();
        assertThat(failedOf("exec sleep 3600", AT_ONCE)).isEmpty();
        assertThat(failedOf("echo no fuel; exit 3", enough)).singleElement().isEqualTo(
            new AssetProcesses.Ended("a", "ended with exit status 3", List.of("no fuel"), null));
        assertThat(failedOf("kill -6 $$", enough)).extracting(AssetProcesses.Ended::ending)
            .containsExactly("was ended by signal 6");
    }

    /** On a busy machine the thread that reads gets the processor now and then only. */
    @Test
    void theLastLinesOfMuchOutputAreKnownHoweverSlowlyItIsRead() throws Exception {
        final List<String> read = new CopyOnWriteArrayList<>();
        try (AssetProcesses processes = processes("seq 400; exit 7", (asset, line) -> {
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
            read.add(line);
        })) {
            processes.launch(asset -> true, new Heard());
            assertThat(processes.endOf("a", Duration.ofSeconds(50)).get().lastLines()).hasSize(10).endsWith("400");
            assertThat(read).hasSize(400);
        }
    }

    /** On a busy machine the report of a run that ends by it has no time to wait for it once more. */
    @Test
    void anEndThatWasToldIsKnownAtOnce() throws Exception {
        final Heard heard = new Heard();
        try (AssetProcesses processes = processes("echo no fuel; exit 3")) {
            processes.launch(asset -> true, heard);
            while (heard.all.isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(processes.endOf("a", Duration.ZERO).getNow(null)).isEqualTo(
                new AssetProcesses.Ended("a", "ended with exit status 3", List.of("no fuel"), null));
        }
    }

    /** A terminal that is not read holds up those that print to it. */
    @Test
    void anEndIsKnownAlthoughOutputCannotBePassedOn() throws Exception {
        final CountDownLatch prints = new CountDownLatch(1);
        final CountDownLatch mayPrint = new CountDownLatch(1);
        final Heard heard = new Heard();
        try (AssetProcesses processes = processes("echo one; echo two; exit 3", (asset, line) -> {
            prints.countDown();
            await(mayPrint);
        })) {
            processes.launch(asset -> true, heard);
            await(prints);
            while (!processes.running().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            final AssetProcesses.Ended end =
                new AssetProcesses.Ended("a", "ended with exit status 3", List.of("one"), null);
            assertThat(processes.endOf("a", Duration.ZERO).get()).isEqualTo(end);
            while (heard.all.isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(heard.all).containsExactly("a ended with exit status 3");
        } finally {
            mayPrint.countDown();
        }
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Process sleeper(final Map<String, String> variables, final String... before) throws IOException {
        final List<String> command = new ArrayList<>(List.of(before));
        command.addAll(List.of("sleep", "3600"));
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(variables);
        final Process process = builder.start();
        started.add(process);
        return process;
    }

    private static Map<String, String> given(final String hub, final String asset) {
        return Map.of(HubDirectory.BASE_VARIABLE, HubDirectory.base(System.getenv()).toString(),
            HubDirectory.HUB_VARIABLE, hub, HubDirectory.ASSET_VARIABLE, asset);
    }

    private void endAdopted(final String asset, final ProcessHandle process) throws IOException {
        try (AssetProcesses processes = processes("exit 0")) {
            processes.adopt(Map.of(asset, process));
        }
    }

    @Test
    void takesOverTheProcessThatWasLaunchedAsTheAsset() throws Exception {
        final Process follower = sleeper(given("launching", "a"));
        awaitProgram(follower.pid(), "sleep");
        endAdopted("a", follower.toHandle());
        assertThat(follower.waitFor()).isNotZero();

        final Process leader = sleeper(given("launching", "a"), "setsid");
        awaitProgram(leader.pid(), "sleep");
        assertThat(ProcessGroups.leads(leader.pid())).isTrue();
        endAdopted("a", leader.toHandle());
        assertThat(leader.waitFor()).isNotZero();
    }

    @Test
    void takesOverTheirOutput() throws Exception {
        final Process process = sleeper(given("launching", "a"), Stream.concat(LastingOutput.launcher().stream(),
            Stream.of("sh", "-c", "echo one; exec \"$@\"", "sh")).toArray(String[]::new));
        awaitProgram(process.pid(), "sleep");
        // This JVM is the dead hub as well; it would take for itself what is unread at the end of its child.
        process.getInputStream().close();
        final List<String> printed = new CopyOnWriteArrayList<>();
        try (AssetProcesses processes = processes("exit 0", (asset, line) -> printed.add(asset + " " + line))) {
            processes.adopt(Map.of("a", process.toHandle()));
            final CompletableFuture<AssetProcesses.Ended> end = processes.endOf("a", Duration.ofSeconds(50));
            process.destroyForcibly();
            assertThat(end.get()).isEqualTo(new AssetProcesses.Ended("a", "has ended", List.of("one"), null));
            assertThat(printed).containsExactly("a one");
            assertThat(processes.endOf("b", Duration.ZERO)).isNull();
        }
    }

    @Test
    void leavesStrangersAlone() throws Exception {
        final Process stranger = sleeper(Map.of());
        final Process ofAnotherHub = sleeper(given("other", "a"));
        final Process anotherAsset = sleeper(given("launching", "b"));
        for (final Process each : started) {
            awaitProgram(each.pid(), "sleep");
            endAdopted("a", each.toHandle());
            endAdopted("b", each.toHandle());
        }
        ProcessHandle.of(1).ifPresent(first -> {
            try {
                endAdopted("a", first);
            } catch (final IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(stranger.waitFor(AT_ONCE.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
        assertThat(ofAnotherHub.isAlive()).isTrue();
        assertThat(anotherAsset.isAlive()).isTrue();
    }

    @Test
    void aProcessThatLeadsNoGroupHasNone() throws Exception {
        final Process follower = sleeper(Map.of());
        assertThat(ProcessGroups.leads(follower.pid())).isFalse();
        assertThat(ProcessGroups.leads(Integer.MAX_VALUE)).isFalse();
        assertThat(ProcessGroups.wasStartedWith(Integer.MAX_VALUE, List.of())).isFalse();
    }

    /** Its background process holds its output open, so its end is known only when the next one runs already. */
    @Test
    void theEndOfAnOldProgramIsNotThatOfTheNext() throws Exception {
        final Heard heard = new Heard();
        try (AssetProcesses processes = processes("""
            if [ -e first ]; then exec sleep 3600; fi
            setsid sleep 2 &
            echo $$ > new
            mv new first
            exit 3""")) {
            processes.launch(name -> true, heard);
            final Path first = folder.resolve("first");
            while (!Files.exists(first)) {
                LockSupport.parkNanos(1_000_000);
            }
            final long pid = Long.parseLong(Files.readString(first).trim());
            while (ProcessHandle.of(pid).isPresent()) {
                LockSupport.parkNanos(1_000_000);
            }
            processes.restart("a", Duration.ZERO);
            while (!heard.all.contains("restarting a")) {
                LockSupport.parkNanos(1_000_000);
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            assertThat(heard.all).last().isEqualTo("restarting a");
        }
    }

    @Test
    void nothingIsLaunchedOnceItIsToEnd() throws Exception {
        final Heard heard = new Heard();
        try (AssetProcesses processes = processes("touch launched")) {
            assertThat(processes.assets()).containsExactly("a");
            processes.end(Duration.ZERO);
            processes.launch(name -> true, heard);
            assertThat(processes.endOf("a", Duration.ZERO)).isNull();
        }
        assertThat(folder.resolve("launched")).doesNotExist();
    }

    private static final class Heard implements AssetProcesses.Listener {
        private final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public void onEnded(final AssetProcesses.Ended ended) {
            all.add(ended.asset() + " " + ended.ending());
        }

        @Override
        public void onRestarting(final String asset) {
            all.add("restarting " + asset);
        }

        @Override
        public void onCannotLaunch(final String why) {
            all.add(why);
        }
    }

    /**
     * Until it runs the program, a process is still its launcher; and the kernel names a program that it begins before
     * it shows its environment, by which a hub knows its own.
     */
    private static void awaitProgram(final long pid, final String name) throws Exception {
        final Path process = Path.of("/proc", Long.toString(pid));
        while (!Files.readString(process.resolve("comm")).trim().equals(name)
            || Files.readAllBytes(process.resolve("environ")).length == 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }
}
