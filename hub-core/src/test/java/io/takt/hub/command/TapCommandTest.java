package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class TapCommandTest {
    @ParameterizedTest
    @CsvSource({"--channel, ''", "--channel, ' '", "--channel, 'pose,,wind'", "--asset, ''"})
    void anEmptyNameIsAMistake(final String option, final String names) {
        final StringWriter err = new StringWriter();
        final int exitCode = new CommandLine(new TapCommand()).setErr(new PrintWriter(err)).execute(option, names);
        assertThat(exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).startsWith(option + " has an empty name; leave it out to see all");
    }

    /** The reader of the lines has gone, or a hub cannot be listened to: the other hubs may run for hours. */
    @Test
    void theFirstFailureEndsTheListeningToAllHubs() throws InterruptedException {
        final CountDownLatch listens = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);
        final Callable<Integer> listener = () -> {
            listens.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (final InterruptedException e) {
                interrupted.countDown();
            }
            return 0;
        };
        final Callable<Integer> fails = () -> {
            listens.await();
            throw new IOException("Broken pipe");
        };
        assertThatThrownBy(() -> assertTimeoutPreemptively(Duration.ofMinutes(1),
            () -> TapCommand.listenToAll(List.of(listener, fails)))).isInstanceOf(IOException.class)
            .hasMessage("Broken pipe");
        interrupted.await();
    }

    @Test
    void theWorstExitCodeCounts() throws IOException, InterruptedException {
        assertThat(TapCommand.listenToAll(List.of(() -> 0, () -> 1, () -> 0))).isEqualTo(1);
    }
}
