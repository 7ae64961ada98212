package io.takt.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessesTest {
    @Test
    void tellsAProcessFromALaterOneOfItsNumber() throws Exception {
        final Process process = new ProcessBuilder("sleep", "3600").start();
        final long startedMs = Processes.startedMs(process.pid());
        assertThat(startedMs).isPositive();
        assertThat(Processes.isAlive(process.pid(), startedMs)).isTrue();
        assertThat(Processes.isAlive(process.pid(), startedMs - 60_000)).isFalse();
        assertThat(Processes.isAlive(process.pid(), 0)).isFalse();
        process.destroyForcibly().waitFor();
        assertThat(Processes.isAlive(process.pid(), startedMs)).isFalse();
        assertThat(Processes.startedMs(0)).isZero();
        assertThat(Processes.isAlive(0, 0)).isFalse();
        assertThat(Processes.isAlive(-1, 5)).isFalse();
    }

    /** In a container nobody may ask how a process ended that has lost its parent. */
    @Test
    void aProcessThatHasEndedIsDeadThoughNobodyAskedHow() throws Exception {
        final Process parent =
            new ProcessBuilder("sh", "-c", "sh -c 'echo $$; read line' < /dev/zero & exec sleep 3600").start();
        try (var reader = parent.inputReader()) {
            final long pid = Long.parseLong(reader.readLine());
            final long startedMs = Processes.startedMs(pid);
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            while (Processes.isAlive(pid, startedMs)) {
                Thread.onSpinWait();
            }
            assertThat(Processes.isAlive(pid, startedMs)).isFalse();
        } finally {
            parent.destroyForcibly();
        }
    }
}
