package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A steady flow of messages makes no garbage, on either side, and no compiler has a part in that. */
class EndpointAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int BATCH = 50;
    /** Until so many were late at the same time as ever will be; chance is the same in every run. */
    private static final int WARM_UP_STEPS = 4_000;
    private static final int STEPS = 1_000;
    /** Memory for messages would be in each of them, that of the JVM when it compiles anew is not. */
    private static final int WINDOWS = 4;

    private final EndpointLab lab = new EndpointLab();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
    private boolean isClaimed;
    private long got;

    private void requireNoGarbage(final Party drone, final Party radar) throws Exception {
        final Output output = drone.channels.output("pose");
        radar.channels.subscribe("pose", each -> got += each.length());
        drone.endpoint.endDawn();
        radar.endpoint.endDawn();
        flow(drone, radar, output, WARM_UP_STEPS);
        long least = Long.MAX_VALUE;
        for (int window = 0; window < WINDOWS; window++) {
            final long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            got = 0;
            flow(drone, radar, output, STEPS);
            final long after = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            assertThat(got).isGreaterThan((STEPS / 2L) * BATCH * message.capacity());
            least = Math.min(least, after - before);
        }
        assertThat(least).as("bytes for " + got / message.capacity() + " messages").isZero();
    }

    private void flow(final Party drone, final Party radar, final Output output, final int steps) throws Exception {
        for (int step = 0; step < steps; step++) {
            drone.endpoint.begin(drone.timeNs, drone.timeNs + 10);
            for (int i = 0; i < BATCH; i++) {
                if (isClaimed) {
                    output.claim(message.capacity()).putLong(0, i);
                    output.commit(message.capacity());
                } else {
                    output.send(message, 0, message.capacity());
                }
            }
            advance(drone);
            radar.endpoint.read();
            if (!radar.canStep()) {
                throw new IllegalStateException("held at " + radar.timeNs);
            }
            radar.endpoint.begin(radar.timeNs, radar.timeNs + 10);
            advance(radar);
        }
    }

    private static void advance(final Party party) {
        party.endpoint.publish(party.timeNs, party.timeNs + 10);
        party.endpoint.advance(party.timeNs, party.timeNs + 10);
        party.endpoint.wake();
        party.timeNs += 10;
    }

    private static InputSpec pose(final long delayNs) {
        return InputSpec.gated("pose", "drone").delay(Duration.ofNanos(delayNs));
    }

    @Test
    void inTheOrderInWhichItIsSent() throws Exception {
        requireNoGarbage(lab.sender("drone", 10, "pose"), lab.receiver("radar", 10, pose(0)));
    }

    @Test
    void writtenInItsPlace() throws Exception {
        isClaimed = true;
        inTheOrderInWhichItIsSent();
    }

    @Test
    void withJitterAndLoss() throws Exception {
        requireNoGarbage(lab.sender("drone", 10, "pose"),
            lab.receiver("radar", 10, pose(20).jitter(Duration.ofNanos(35)).loss(0.1)));
    }

    @Test
    void retroactive() throws Exception {
        requireNoGarbage(lab.sender("drone", 10, "pose"),
            lab.receiver("radar", 10, InputSpec.retroactive("pose", "drone")));
    }

    @Test
    void whenTheReceiverSendsToo() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.join("radar", 10, 0, List.of(OutputSpec.named("track")), pose(0).untilStepEnd());
        lab.receiver("screen", 10, InputSpec.gated("track", "radar")).isStopped = true;
        requireNoGarbage(drone, radar);
    }
}
