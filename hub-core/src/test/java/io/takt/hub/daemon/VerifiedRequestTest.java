package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.shm.control.Request;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerifiedRequestTest {
    private static final long START = 50_000;
    private static final Map<Long, Long> HERE = Map.of(77L, START);

    private static VerifiedRequest arrive(final Request request) {
        return VerifiedRequest.of(request, pid -> HERE.getOrDefault(pid, 0L));
    }

    private static Request.Join join(final long pid, final long startTime) {
        return Request.Join.of(1, "drone").stepNs(5).intervalNs(6L).process(pid, startTime).doorbell(8).timeNs(9L)
            .atCoreTime(true);
    }

    @Test
    void aProcessOfThisHostIsKnownByItsStart() {
        assertThat(arrive(join(77, START))).isEqualTo(new VerifiedRequest(join(77, START), START));
    }

    @Test
    void theNumberOfAnotherProcessIsPassedOver() {
        assertThat(arrive(join(77, START - 10_000))).isEqualTo(new VerifiedRequest(join(0, 0), 0));
    }

    @Test
    void aNumberWithoutAProcessHereIsPassedOver() {
        assertThat(arrive(join(78, START))).isEqualTo(new VerifiedRequest(join(0, 0), 0));
    }

    @Test
    void aProcessWithoutAStartTimeIsBelieved() {
        assertThat(arrive(join(77, 0))).isEqualTo(new VerifiedRequest(join(77, 0), START));
        assertThat(arrive(join(78, 0))).isEqualTo(new VerifiedRequest(join(78, 0), 0));
        assertThat(arrive(join(0, 0))).isEqualTo(new VerifiedRequest(join(0, 0), 0));
    }

    @Test
    void otherRequestsStayAsTheyAre() {
        assertThat(arrive(new Request.Status(3))).isEqualTo(new VerifiedRequest(new Request.Status(3), 0));
    }
}
