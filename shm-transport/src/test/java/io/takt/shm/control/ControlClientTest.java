package io.takt.shm.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ControlClientTest {
    /** The line waits in the socket of a hub that is stopped, so a pause comes late, and not never. */
    @Test
    void aCommandWithoutAnAnswerIsSaidToBeStillUnderWay() {
        assertThat(ControlClient.unanswered("lab", new Request.Pause(0), Duration.ofSeconds(5)))
            .isEqualTo("hub 'lab' is there but has not answered for 5 s; its process may be stopped (SIGSTOP,"
                + " debugger); when it goes on it does what was asked");
        assertThat(ControlClient.unanswered("lab", new Request.Status(0), Duration.ofSeconds(5)))
            .endsWith("(SIGSTOP, debugger)");
    }

    /** Its thread goes on when there was an hour between so many looks; until then it may be up to the hub. */
    private static boolean isWritten(final int looks, final boolean isUpToHub) throws InterruptedException {
        final CountDownLatch goesOn = new CountDownLatch(1);
        final ExecutorService writer = Executors.newSingleThreadExecutor();
        try {
            writer.submit(() -> {
                goesOn.await();
                return null;
            });
            writer.shutdown();
            final BooleanSupplier upToHub = () -> isUpToHub && goesOn.getCount() > 0;
            final long[] hours = {0};
            return ControlClient.awaitWritten(writer, upToHub, Duration.ofMillis(60), () -> {
                if (hours[0] == looks) {
                    goesOn.countDown();
                }
                return TimeUnit.HOURS.toNanos(hours[0]++);
            });
        } finally {
            goesOn.countDown();
        }
    }

    /** On a busy host the thread that writes gets its turn late; or the process was stopped in between. */
    @Test
    @Timeout(60)
    void lastLinesThatThisProcessHasNotGotToAreWaitedFor() throws InterruptedException {
        assertThat(isWritten(5, false)).isTrue();
        assertThat(isWritten(2, true)).as("the process was stopped").isTrue();
    }

    @Test
    @Timeout(60)
    void aHubThatTakesNoLinesIsNotWaitedForWithoutEnd() throws InterruptedException {
        assertThat(isWritten(Integer.MAX_VALUE, true)).isFalse();
    }
}
