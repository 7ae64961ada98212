package io.takt.shm.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.takt.asset.WaitStrategy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real futexes on a real mapped file: between threads, and between processes. */
@Timeout(300)
class HandOverTest {
    private static final int TURNS = Boolean.getBoolean("takt.slow") ? 2_000_000 : 20_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"SLEEP", "ADAPTIVE"})
    void noHandOverBetweenThreadsWaitsForATimeOut(final WaitStrategy strategy) throws Exception {
        assumeTrue(Doorbell.canWake());
        final AtomicBuffer shared = HandOver.map(folder.resolve("threads"));
        HandOver.prepare(shared);
        final HandOver one = new HandOver(shared, 0, strategy);
        final HandOver other = new HandOver(HandOver.map(folder.resolve("threads")), 1, strategy);
        final Thread thread = new Thread(() -> other.run(TURNS));
        thread.start();
        one.run(TURNS);
        thread.join();
        assertThat(one.timeouts() + other.timeouts()).isZero();
        if (strategy == WaitStrategy.SLEEP) {
            assertThat(one.sleeps() + other.sleeps()).as("it was not all awake").isGreaterThan(TURNS / 100);
        }
    }

    @Test
    void noHandOverBetweenProcessesWaitsForATimeOut() throws IOException, InterruptedException {
        assumeTrue(Doorbell.canWake());
        final Path file = folder.resolve("processes");
        final AtomicBuffer shared = HandOver.map(file);
        HandOver.prepare(shared);
        final Process process = new ProcessBuilder(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--add-opens",
            "java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED", "-cp",
            System.getProperty("java.class.path"), Other.class.getName(), file.toString(),
            String.valueOf(TURNS))).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        final HandOver one = new HandOver(shared, 0, WaitStrategy.SLEEP);
        try {
            one.run(TURNS);
            assertThat(process.waitFor()).as("time-outs at the other side").isZero();
        } finally {
            process.destroyForcibly();
        }
        assertThat(one.timeouts()).isZero();
    }

    /** The other process; fails when it has slept through a turn. */
    static final class Other {
        private Other() {
        }

        public static void main(final String[] args) throws IOException {
            final HandOver other = new HandOver(HandOver.map(Path.of(args[0])), 1, WaitStrategy.SLEEP);
            other.run(Long.parseLong(args[1]));
            if (other.timeouts() > 0) {
                throw new IllegalStateException(other.timeouts() + " turns were slept through");
            }
        }
    }
}
