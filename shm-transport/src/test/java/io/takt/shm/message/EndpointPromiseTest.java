package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.takt.asset.message.InputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a sender promises not to send, and when its receivers learn of it. */
class EndpointPromiseTest {
    private final EndpointLab lab = new EndpointLab();

    private static InputSpec gated(final String channel, final String sender, final long delayNs) {
        return InputSpec.gated(channel, sender).delay(Duration.ofNanos(delayNs));
    }

    @Test
    void aPromiseLetsOthersGoOn() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose", "b");
        final Party radar = lab.receiver("radar", 20, gated("pose", "drone", 5));
        final Party both = lab.receiver("both", 20, gated("pose", "drone", 5), gated("b", "drone", 5));
        drone.endpoint.endDawn();
        radar.step();
        both.step();
        assertThat(radar.canStep()).isFalse();
        drone.begin();
        drone.channels.output("pose").promiseNoSendBefore(15);
        assertThat(radar.canStep()).as("a message of 15 is delivered at 20").isFalse();
        drone.channels.output("pose").promiseNoSendBefore(16);
        drone.channels.output("pose").promiseNoSendBefore(3);
        assertThat(radar.canStep()).isTrue();
        assertThat(both.canStep()).as("for the other channel nothing was promised").isFalse();
        assertThatIllegalStateException().isThrownBy(() -> drone.send("pose", "x")).withMessage("asset 'drone',"
            + " channel 'pose': the stamp is 10ns, and it was promised to send nothing before 16ns");
        drone.send("b", "x");
        drone.commit();
        drone.begin();
        drone.send("pose", "y", 16);
        assertThatIllegalStateException().isThrownBy(() -> drone.send("pose", "x", 15));
    }

    @Test
    void aPromiseIsNotSeenBeforeWhatWasSentBeforeIt() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 20, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        radar.step();
        drone.begin();
        drone.channels.output("pose").promiseNoSendBefore(5);
        drone.send("pose", "x", 7);
        drone.channels.output("pose").promiseNoSendBefore(100);
        assertThat(radar.canStep()).as("what was sent at 7 is still to be published").isFalse();
        assertThatIllegalStateException().as("but the sender is bound").isThrownBy(() -> drone.send("pose", "y"));
        drone.commit();
        assertThat(radar.step()).as("from 20, with the frontier at 10").containsExactly("pose.drone#0@7>7:x");
        assertThat(radar.timeNs).isEqualTo(40);
        radar.step();
        radar.step();
        assertThat(radar.timeNs).isEqualTo(80);
        radar.step();
        assertThat(radar.canStep()).as("from 100").isFalse();
    }

    /** A hub that sees the frontier of the last step may end the run: no gate is to open after that. */
    @Test
    void aPromiseOfAStepIsToldBeforeItsFrontier() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 20, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        radar.step();
        assertThat(radar.canStep()).isFalse();
        radar.endpoint.announce();
        drone.begin();
        drone.send("pose", "x", 7);
        drone.channels.output("pose").promiseNoSendBefore(100);
        final List<Long> frontiers = new ArrayList<>();
        lab.inRing(() -> frontiers.add(lab.log("drone").frontierNs()));
        drone.commit();
        assertThat(frontiers).as("radar, from 20, is woken by the promise").containsExactly(0L);
    }
}
