package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A steward that finds the heap full is as before, or refuses to go on; it is never wrong. */
class FullHeapTest {
    private static final int RUNS = Boolean.getBoolean("takt.slow") ? 1_000 : 40;

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    void noRunGoesOnWrong() throws Exception {
        final List<String> lines = run(FullHeap.class);
        assertThat(lines).hasSize(RUNS).allMatch(line -> line.matches("after \\d+ changes: (as before|refuses: .*"
            + "(OutOfMemory|BootstrapMethod)Error.*)"));
        assertThat(lines).anyMatch(line -> line.endsWith("as before")).anyMatch(line -> line.contains("refuses"));
    }

    @Test
    void noReadIsLost() throws Exception {
        assertThat(run(FullHeapReads.class)).containsExactly("front: all", "past: all", "looks: all");
    }

    private List<String> run(final Class<?> program) throws Exception {
        final Path out = folder.resolve("out.txt");
        final Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx8m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
            program.getName(), Integer.toString(RUNS)).redirectErrorStream(true).redirectOutput(out.toFile())
            .start();
        try {
            assertThat(process.waitFor()).as(() -> read(out)).isZero();
            return Files.readAllLines(out);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            return e.toString();
        }
    }
}
