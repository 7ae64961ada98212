package io.takt.conform;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.shm.host.HubDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a program has ended: by its own words, also where others have printed into the same file before. */
@Timeout(60)
class ProgramTest {
    @TempDir
    Path folder;

    private String endOf(final String script) throws Exception {
        try (Program program = Program.start(List.of("/bin/sh", "-c", script), folder.resolve("output.txt"),
            new HubDirectory(folder, "conform"), "subject", Map.of())) {
            while (program.isAlive()) {
                Thread.onSpinWait();
            }
            return program.end();
        }
    }

    @Test
    void itsLastLineIsItsOwn() throws Exception {
        assertThat(endOf("echo one; echo two; exit 3")).isEqualTo("with exit code 3; its last line was: two");
        assertThat(endOf("exit 4")).isEqualTo("with exit code 4, having printed nothing");
    }
}
