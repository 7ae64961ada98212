package io.takt.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LiveProcessesTest {
    @Test
    void tellsAProcessFromALaterOneOfItsNumber() throws Exception {
        final Process process = new ProcessBuilder("sleep", "3600").start();
        final long startedMs = LiveProcesses.startedMs(process.pid());
        assertThat(startedMs).isPositive();
        assertThat(LiveProcesses.isAlive(process.pid(), startedMs)).isTrue();
        assertThat(LiveProcesses.isAlive(process.pid(), startedMs - 60_000)).isFalse();
        assertThat(LiveProcesses.isAlive(process.pid(), 0)).isFalse();
        process.destroyForcibly().waitFor();
        assertThat(LiveProcesses.isAlive(process.pid(), startedMs)).isFalse();
        assertThat(LiveProcesses.startedMs(0)).isZero();
        assertThat(LiveProcesses.isAlive(0, 0)).isFalse();
        assertThat(LiveProcesses.isAlive(-1, 5)).isFalse();
    }

    /** In a container nobody may ask how a process ended that has lost its parent. */
    @Test
    void aProcessThatHasEndedIsDeadThoughNobodyAskedHow() throws Exception {
        final Process parent =
            new ProcessBuilder("sh", "-c", "sh -c 'echo $$; read line' < /dev/zero & exec sleep 3600").start();
        try (var reader = parent.inputReader()) {
            final long pid = Long.parseLong(reader.readLine());
            final long startedMs = LiveProcesses.startedMs(pid);
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            while (LiveProcesses.isAlive(pid, startedMs)) {
                Thread.onSpinWait();
            }
            assertThat(LiveProcesses.isAlive(pid, startedMs)).isFalse();
        } finally {
            parent.destroyForcibly();
        }
    }
}
