package io.takt.shm.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveProcessesTest {
    @Test
    void aProcessHasEndedWhenItIsGone() throws IOException, InterruptedException {
        final Process process = new ProcessBuilder("sleep", "3600").start();
        final long startTime = LiveProcesses.startTime(process.pid());
        assertThat(LiveProcesses.isAlive(process.pid(), startTime)).isTrue();
        assertThat(LiveProcesses.hasEnded(process.pid(), startTime)).isFalse();
        assertThat(LiveProcesses.hasEnded(process.pid(), startTime - 10_000)).as("an earlier one").isTrue();
        process.destroyForcibly().waitFor();
        assertThat(LiveProcesses.isAlive(process.pid(), startTime)).isFalse();
        assertThat(LiveProcesses.hasEnded(process.pid(), startTime)).isTrue();
    }

    @Test
    void aProcessThatCannotBeLookedAtHasNotEnded(@TempDir final Path proc) throws IOException {
        final Path process = Files.createDirectory(proc.resolve("4711"));
        assertThat(LiveProcesses.hasEnded(process, 77)).as("its file cannot be read").isFalse();
        Files.writeString(process.resolve("stat"), "half a line");
        assertThat(LiveProcesses.hasEnded(process, 77)).isFalse();
        assertThat(LiveProcesses.hasEnded(proc.resolve("4712"), 77)).isTrue();
    }

    @Test
    void ownStartIsTheOneThatOthersSee() {
        final long pid = ProcessHandle.current().pid();
        assertThat(LiveProcesses.ownStartTime()).isPositive();
        assertThat(LiveProcesses.isSameStart(LiveProcesses.ownStartTime(), LiveProcesses.startTime(pid))).isTrue();
        assertThat(LiveProcesses.isSameStart(LiveProcesses.ownStartTime() - 10_000, LiveProcesses.startTime(pid)))
            .isFalse();
    }

    @Test
    void aProcessNeverSeenIsNotTakenForAlive() {
        assertThat(LiveProcesses.isAlive(0, 1)).isFalse();
        assertThat(LiveProcesses.isAlive(ProcessHandle.current().pid(), 0)).isFalse();
    }

    @Test
    void aProcessNeverSeenHasNotEnded() {
        assertThat(LiveProcesses.hasEnded(0, 1)).isFalse();
        assertThat(LiveProcesses.hasEnded(Integer.MAX_VALUE, 0)).isFalse();
    }
}
