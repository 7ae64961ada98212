package io.takt.shm.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HubLockTest {
    @TempDir
    private Path folder;

    @Test
    void aSecondHubOfTheSameNameIsRefusedAndToldOfTheFirst() throws IOException {
        final HubDirectory directory = new HubDirectory(folder, "lab");
        try (HubLock held = HubLock.acquire(directory)) {
            assertThat(Files.readString(directory.lockFile())).isEqualTo(ProcessHandle.current().pid() + "\n");
            for (int i = 0; i < 3; i++) {
                assertThatExceptionOfType(IOException.class).isThrownBy(() -> HubLock.acquire(directory))
                    .withMessageStartingWith("a hub named 'lab' is running already (process "
                        + ProcessHandle.current().pid() + "); ")
                    .withMessageNotContaining("\n");
            }
            HubLock.acquire(new HubDirectory(folder, "lab2")).close();
            assertThat(held).isNotNull();
        }
    }

    @Test
    void isFreeAgainAfterItsClose() throws IOException {
        final HubDirectory directory = new HubDirectory(folder, "lab");
        for (int i = 0; i < 3; i++) {
            HubLock.acquire(directory).close();
            assertThat(directory.lockFile()).isEmptyFile();
        }
    }

    @Test
    void anInterruptedThreadTakesItAndGivesItUp() throws IOException {
        final HubDirectory directory = new HubDirectory(folder, "lab");
        Thread.currentThread().interrupt();
        try {
            HubLock.acquire(directory).close();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(directory.lockFile()).isEmptyFile();
        HubLock.acquire(directory).close();
    }

    @Test
    void theEntryOfADeadHubIsNoObstacle() throws IOException {
        final HubDirectory directory = new HubDirectory(folder, "lab");
        Files.writeString(directory.lockFile(), "12345678901234567890\n");
        HubLock.acquire(directory).close();
    }

    @Test
    void tellsTheHolderOrTheKilledOneAndNoneAfterAnEndInOrder() throws IOException {
        final HubDirectory directory = new HubDirectory(folder, "lab");
        assertThat(HubLock.holder(directory)).isEqualTo(HubLock.NO_PROCESS);
        try (HubLock held = HubLock.acquire(directory)) {
            assertThat(HubLock.holder(directory)).isEqualTo(ProcessHandle.current().pid());
            assertThat(otherProcessFinds(directory)).as("a look takes nothing from %s", held).isEqualTo("held");
        }
        assertThat(HubLock.holder(directory)).isEqualTo(HubLock.NO_PROCESS);
        Files.writeString(directory.lockFile(), "4711\n");
        assertThat(HubLock.holder(directory)).isEqualTo(4711);
    }

    /** POSIX: closing any descriptor of a file gives up all locks that the process holds on it. */
    @Test
    void aRefusedSecondHubInTheSameProcessDoesNotBreakTheFirstOnesLock() throws IOException {
        final HubDirectory directory = new HubDirectory(folder, "lab");
        try (HubLock held = HubLock.acquire(directory)) {
            assertThat(otherProcessFinds(directory)).isEqualTo("held");
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> HubLock.acquire(directory));
            assertThat(otherProcessFinds(directory)).isEqualTo("held");
            assertThat(held).isNotNull();
        }
    }

    private static String otherProcessFinds(final HubDirectory directory) throws IOException {
        final Process probe = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"), "-cp",
            Path.of("target/test-classes").toAbsolutePath().toString(), "io.takt.shm.host.LockProbe",
            directory.lockFile().toString()).redirectErrorStream(true).start();
        return new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
