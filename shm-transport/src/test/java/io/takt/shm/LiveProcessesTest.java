package io.takt.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

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
    void whatWasNeverSeenHasNotEnded() {
        assertThat(LiveProcesses.hasEnded(0, 1)).isFalse();
        assertThat(LiveProcesses.hasEnded(Integer.MAX_VALUE, 0)).isFalse();
    }
}
