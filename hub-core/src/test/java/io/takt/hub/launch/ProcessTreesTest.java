package io.takt.hub.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ProcessTreesTest {
    /** As with the programs of a killed hub, whose exit status the first process of all does not ask for. */
    @Test
    void whoseParentNeverAsksHowHeEndedIsNotWaitedFor() throws Exception {
        final Process parent = new ProcessBuilder("sh", "-c", "sleep 3600 & echo $!; exec sleep 3600").start();
        try (var reader = parent.inputReader()) {
            final ProcessHandle orphan = ProcessHandle.of(Long.parseLong(reader.readLine())).orElseThrow();
            new ProcessTrees(List.of(orphan), List.of()).end(Duration.ofMinutes(10));
            assertThat(parent.isAlive()).isTrue();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void aProcessThatIgnoresTheTermIsKilledAfterIt() throws Exception {
        final Process program =
            new ProcessBuilder("sh", "-c", "trap '' TERM; echo on; while :; do sleep 1; done").start();
        try (var reader = program.inputReader()) {
            assertThat(reader.readLine()).isEqualTo("on");
            new ProcessTrees(List.of(program.toHandle()), List.of()).end(Duration.ofMillis(1));
            assertThat(program.waitFor()).isEqualTo(128 + 9);
        } finally {
            program.destroyForcibly();
        }
    }
}
