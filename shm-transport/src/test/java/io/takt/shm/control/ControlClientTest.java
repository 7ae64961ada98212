package io.takt.shm.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

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
}
