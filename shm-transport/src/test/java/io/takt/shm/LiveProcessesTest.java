package io.takt.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LiveProcessesTest {
    @Test
    void tellsAProcessFromALaterOneOfItsNumber() throws Exception {
        final Process process = new ProcessBuilder("sleep", "3600").start();
        final long startTime = LiveProcesses.startTime(process.pid());
        assertThat(startTime).isPositive();
        assertThat(LiveProcesses.isAlive(process.pid(), startTime)).isTrue();
        assertThat(LiveProcesses.isAlive(process.pid(), startTime - 60_000)).isFalse();
        assertThat(LiveProcesses.isAlive(process.pid(), startTime + 60_000)).isFalse();
        assertThat(LiveProcesses.isAlive(process.pid(), 0)).isFalse();
        process.destroyForcibly().waitFor();
        assertThat(LiveProcesses.isAlive(process.pid(), startTime)).isFalse();
        assertThat(LiveProcesses.startTime(0)).isZero();
        assertThat(LiveProcesses.isAlive(0, 0)).isFalse();
        assertThat(LiveProcesses.isAlive(-1, 5)).isFalse();
    }

    /** Who sets the wall clock must not make a stranger of it, nor a stranger it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theWallClockHasNoPartInIt() throws Exception {
        final Process process = new ProcessBuilder("sleep", "3600").start();
        try {
            final long startTime = LiveProcesses.startTime(process.pid());
            final String[] fields =
                Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat")).strip().split(" ");
            assertThat(startTime).isEqualTo(Long.parseLong(fields[21]));
            assertThat(LiveProcesses.isAlive(process.pid(), startTime + 1)).isFalse();
        } finally {
            process.destroyForcibly();
        }
    }

    /** In a container nobody may ask how a process ended that has lost its parent. */
    @Test
    void aProcessThatHasEndedIsDeadThoughNobodyAskedHow() throws Exception {
        final Process parent =
            new ProcessBuilder("sh", "-c", "sh -c 'echo $$; read line' < /dev/zero & exec sleep 3600").start();
        try (var reader = parent.inputReader()) {
            final long pid = Long.parseLong(reader.readLine());
            final long startTime = LiveProcesses.startTime(pid);
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            while (LiveProcesses.isAlive(pid, startTime)) {
                Thread.onSpinWait();
            }
            assertThat(LiveProcesses.isAlive(pid, startTime)).isFalse();
        } finally {
            parent.destroyForcibly();
        }
    }
}
