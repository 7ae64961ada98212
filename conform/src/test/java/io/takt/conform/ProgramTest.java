package io.takt.conform;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.shm.host.HubDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is seen of a program from outside. */
@Timeout(60)
class ProgramTest {
    @TempDir
    Path folder;

    private String endOf(final String script) throws Exception {
        try (Program program = Program.start(List.of("/bin/sh", "-c", script), folder.resolve("output.txt"),
            new HubDirectory(folder, "conform"), "subject", Map.of())) {
            awaitThat(() -> !program.isAlive());
            return program.end();
        }
    }

    private static void awaitThat(final Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            assertThat(Thread.currentThread().isInterrupted()).as("the test's time is up").isFalse();
            Thread.onSpinWait();
        }
    }

    /** Also where others have printed into the same file before. */
    @Test
    void itsLastLineIsItsOwn() throws Exception {
        assertThat(endOf("echo one; echo two; exit 3")).isEqualTo("with exit code 3; its last line was: two");
        assertThat(endOf("exit 4")).isEqualTo("with exit code 4, having printed nothing");
    }

    /** A library or a device that a runtime opens late is no leak; a file of the hub is one, also a deleted one. */
    @Test
    void whatItHasOpenOfTheHubIsCounted() throws Exception {
        final Path hub = Files.createDirectory(folder.resolve("hub")).toRealPath();
        final Path file = Files.createFile(hub.resolve("cnc.dat"));
        final Path deleted = Files.createFile(hub.resolve("log"));
        final Path library = Files.createFile(folder.resolve("library.jar"));
        try (Program program = Program.start(List.of("/bin/sh", "-c", "exec sleep 600 3< " + file + " 4< " + deleted
            + " 5< " + library + " 6< /dev/urandom"), folder.resolve("output.txt"),
            new HubDirectory(folder, "conform"), "subject", Map.of())) {
            awaitThat(() -> Files.readString(Path.of("/proc", Long.toString(program.pid()), "comm"))
                .startsWith("sleep"));
            final long input = 1;
            assertThat(Program.openOf(program.pid(), hub)).isEqualTo(input + 2);
            Files.delete(deleted);
            assertThat(Program.openOf(program.pid(), hub)).isEqualTo(input + 2);
        }
    }
}
