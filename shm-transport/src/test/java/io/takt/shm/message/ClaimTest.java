package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;

/** Messages that are written in their place in the log. */
class ClaimTest {
    private static final long STEP_NS = 10;
    private static final int LARGE = 32 * 1024;

    private final EndpointLab lab = new EndpointLab();
    private final Party drone = lab.sender("drone", STEP_NS, "pose", "state");
    private final Party radar = lab.receiver("radar", STEP_NS, InputSpec.gated("pose", "drone"));

    private Output pose() {
        return drone.channels.output("pose");
    }

    private static void write(final Output output, final String text) {
        final MutableDirectBuffer room = output.claim(text.length());
        assertThat(room.capacity()).isEqualTo(text.length());
        room.putStringWithoutLengthAscii(0, text);
        output.commit(text.length());
    }

    private void begin() throws Exception {
        drone.endpoint.endDawn();
        drone.begin();
    }

    /** All that has come when the sender has ended the step that is under way. */
    private List<String> received() throws Exception {
        drone.commit();
        radar.step();
        return radar.step();
    }

    @Test
    void claimedMessagesComeAsSentOnesDo() throws Exception {
        begin();
        write(pose(), "north");
        drone.send("pose", "east");
        final MutableDirectBuffer room = pose().claim(100, 7);
        room.putStringWithoutLengthAscii(0, "south");
        pose().commit(5);
        write(pose(), "");
        assertThat(received()).containsExactly("pose.drone#2@7>7:south", "pose.drone#0@10>10:north",
            "pose.drone#1@10>10:east", "pose.drone#3@10>10:");
    }

    @Test
    void anAbortedClaimWasNeverSent() throws Exception {
        begin();
        pose().claim(100).setMemory(0, 100, (byte) 1);
        pose().abort();
        pose().abort();
        write(pose(), "north");
        assertThat(received()).containsExactly("pose.drone#0@10>10:north");
    }

    @Test
    void aClaimIsRefusedAsAMessageIs() throws Exception {
        assertThatIllegalStateException().isThrownBy(() -> {
            drone.endpoint.endDawn();
            pose().claim(1);
        }).withMessageContaining("no step is under way");
        drone.begin();
        assertThatIllegalArgumentException().isThrownBy(() -> pose().claim(OutputSpec.USUAL_MAX_BYTES + 1))
            .withMessageContaining("declare the channel with a larger maxBytes");
        assertThatIllegalArgumentException().isThrownBy(() -> pose().claim(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> pose().claim(1, 11))
            .withMessageContaining("is outside the step");
        pose().promiseNoSendBefore(30);
        assertThatIllegalStateException().isThrownBy(() -> pose().claim(1)).withMessageContaining("it was promised");
        assertThat(received()).isEmpty();
    }

    @Test
    void anAssetHasOneClaimAtATime() throws Exception {
        begin();
        final MutableDirectBuffer room = pose().claim(5);
        final Output state = drone.channels.output("state");
        assertThatIllegalStateException().isThrownBy(() -> state.claim(1))
            .withMessage("asset 'drone', channel 'state': a message is claimed and not sent yet; commit or abort it"
                + " first");
        assertThatIllegalStateException().isThrownBy(() -> drone.send("pose", "east"));
        assertThatIllegalStateException().isThrownBy(() -> state.commit(1)).withMessageContaining("nothing is claimed");
        state.abort();
        room.putStringWithoutLengthAscii(0, "north");
        assertThatIllegalArgumentException().isThrownBy(() -> pose().commit(6)).withMessageContaining("5 were claimed");
        pose().commit(5);
        assertThatIllegalStateException().isThrownBy(() -> pose().commit(5));
        assertThat(received()).containsExactly("pose.drone#0@10>10:north");
    }

    @Test
    void aClaimThatIsOpenWhenAStepEndsOrFailsIsDropped() throws Exception {
        begin();
        final MutableDirectBuffer room = pose().claim(5);
        drone.commit();
        assertThat(room.capacity()).as("nothing that others see can be written there").isZero();
        drone.begin();
        write(pose(), "north");
        assertThatThrownBy(() -> {
            pose().claim(5);
            throw new IllegalStateException("the simulator fails");
        }).hasMessage("the simulator fails");
        drone.commit();
        drone.begin();
        write(pose(), "east");
        drone.commit();
        radar.step();
        radar.step();
        assertThat(radar.step()).containsExactly("pose.drone#0@20>20:north");
        assertThat(radar.step()).containsExactly("pose.drone#1@30>30:east");
    }

    @Test
    void aClaimWaitsForRoom() throws Exception {
        begin();
        final int[] waits = new int[1];
        lab.inPass(() -> {
            waits[0]++;
            radar.endpoint.read();
        });
        for (int i = 0; i < 20; i++) {
            pose().claim(LARGE).putInt(0, i);
            pose().commit(LARGE);
        }
        assertThat(waits[0]).isPositive();
        final int[] next = new int[1];
        radar.channels.subscribe("pose", message ->
            assertThat(message.buffer().getInt(message.index())).isEqualTo(next[0]++));
        drone.commit();
        radar.step();
        radar.step();
        assertThat(next[0]).isEqualTo(20);
    }

    @Test
    void aProcessThatDiesWithAClaimHasNotSentIt() throws Exception {
        begin();
        write(pose(), "north");
        drone.commit();
        drone.begin();
        write(pose(), "lost");
        pose().claim(50).setMemory(0, 50, (byte) -1);
        final Party successor = lab.join("drone", STEP_NS, STEP_NS, List.of(OutputSpec.named("pose")));
        successor.begin();
        write(successor.channels.output("pose"), "east");
        successor.commit();
        radar.step();
        assertThat(radar.step()).containsExactly("pose.drone#0@10>10:north");
        assertThat(radar.step()).containsExactly("pose.drone#1@20>20:east");
    }

    @Test
    void aMessageThatIsNotReadTakesANumber() throws Exception {
        begin();
        write(drone.channels.output("state"), "on");
        final Party lone = lab.sender("lone", STEP_NS, "pose");
        lone.endpoint.endDawn();
        lone.begin();
        write(lone.channels.output("pose"), "north");
        final MutableDirectBuffer room = lone.channels.output("pose").claim(4);
        room.putStringWithoutLengthAscii(0, "east");
        final Party screen = lab.receiver("screen", STEP_NS, InputSpec.gated("pose", "lone"));
        lone.channels.output("pose").commit(4);
        lone.commit();
        assertThat(lab.log("lone").tail()).as("there was no reader when it was claimed, but when it was sent")
            .isPositive();
        screen.step();
        assertThat(screen.step()).containsExactly("pose.lone#1@10>10:east");
    }

    @Test
    void aClaimGivesWayToTheTraceOfADelivery() throws Exception {
        final Party relay = lab.join("relay", STEP_NS, 0, List.of(OutputSpec.named("copy")),
            InputSpec.gated("pose", "drone"));
        final Party screen = lab.receiver("screen", STEP_NS, InputSpec.gated("copy", "relay"));
        lab.log("relay").tracing(1);
        final Output copy = relay.channels.output("copy");
        final MutableDirectBuffer[] room = new MutableDirectBuffer[1];
        relay.channels.subscribe("pose", message -> {
            if (room[0] == null) {
                room[0] = copy.claim(message.length());
                room[0].putBytes(0, message.buffer(), message.index(), message.length());
            } else {
                copy.commit(room[0].capacity());
            }
        });
        relay.endpoint.endDawn();
        begin();
        drone.send("pose", "north");
        drone.send("pose", "east");
        drone.commit();
        relay.step();
        relay.step();
        screen.step();
        screen.step();
        assertThat(screen.step()).containsExactly("copy.relay#0@20>20:north");
    }

    @Test
    void aStepDoesNotEndBeforeTheStampOfAClaimAndAPromiseDoesNotCutItOff() throws Exception {
        begin();
        final MutableDirectBuffer room = pose().claim(4);
        assertThatIllegalArgumentException().isThrownBy(() -> drone.endpoint.shorten(5));
        pose().promiseNoSendBefore(30);
        assertThat(lab.log("drone").promiseNs(0)).as("told with the end of the step").isZero();
        room.putStringWithoutLengthAscii(0, "east");
        pose().commit(4);
        assertThat(received()).containsExactly("pose.drone#0@10>10:east");
        assertThat(lab.log("drone").promiseNs(0)).isEqualTo(30);
    }

    @Test
    void afterTheEndAClaimIsDroppedWithoutALook() throws Exception {
        begin();
        final MutableDirectBuffer before = pose().claim(4);
        drone.endpoint.close();
        before.putInt(0, 1);
        pose().commit(4);
        assertThat(pose().claim(4).capacity()).isEqualTo(4);
        pose().commit(4);
        assertThat(lab.log("drone").tail()).isZero();
    }

    /** Its place in the log is another process's by then. */
    @Test
    void whatIsWrittenIntoAClaimAfterTheAssetHasLeftReachesNoLog() throws Exception {
        begin();
        write(pose(), "north");
        drone.commit();
        drone.begin();
        final MutableDirectBuffer claimed = pose().claim(100);
        drone.endpoint.close();
        final Party successor = lab.join("drone", STEP_NS, STEP_NS, List.of(OutputSpec.named("pose")));
        successor.begin();
        write(successor.channels.output("pose"), "east");
        claimed.setMemory(0, 100, (byte) -1);
        pose().commit(100);
        successor.commit();
        radar.step();
        assertThat(radar.step()).containsExactly("pose.drone#0@10>10:north");
        assertThat(radar.step()).containsExactly("pose.drone#1@20>20:east");
    }

    @Test
    void aMessageInTheHandlersHandsStaysWhenItsRoomIsGivenBack() throws Exception {
        final MessageLog log = lab.log("drone");
        final int[] seen = new int[1];
        final long[] viewed = {-1};
        radar.channels.subscribe("pose", message -> {
            final long position = (long) seen[0]++ * LogLayout.recordLength(LARGE);
            if (viewed[0] < 0 && message.buffer().byteArray() == null) {
                viewed[0] = position;
                while (log.ring().head(0) <= position) {
                    radar.endpoint.read();
                }
                log.buffer().setMemory(log.indexOf(position), LARGE, (byte) -1);
            }
            assertThat(message.buffer().getInt(message.index())).isEqualTo(seen[0]);
        });
        begin();
        for (int i = 1; i <= 4; i++) {
            pose().claim(LARGE).putInt(0, i);
            pose().commit(LARGE);
        }
        drone.commit();
        drone.begin();
        lab.inPass(() -> {
            try {
                radar.step();
                radar.step();
            } catch (final Exception e) {
                throw new AssertionError(e);
            }
        });
        for (int i = 5; i <= 16; i++) {
            pose().claim(LARGE).putInt(0, i);
            pose().commit(LARGE);
        }
        assertThat(seen[0]).isEqualTo(4);
        assertThat(viewed[0]).as("a message that was handed over in its place").isNotNegative();
        drone.commit();
        radar.step();
        assertThat(seen[0]).isEqualTo(16);
    }

    /** Its messages were published to make room, before the step was done. */
    @Test
    void aStepThatEndsWithoutTheClaimForWhichItWaitedWakesThoseWhoGotItsMessages() throws Exception {
        final Party other = lab.receiver("other", STEP_NS, InputSpec.retroactive("pose", "drone"));
        final boolean[] hasWaited = {false};
        lab.inPass(() -> hasWaited[0] = true);
        begin();
        while (!hasWaited[0]) {
            pose().claim(pose().maxBytes());
            if (!hasWaited[0]) {
                pose().commit(pose().maxBytes());
            }
        }
        pose().abort();
        other.endpoint.read();
        other.endpoint.announce();
        final int before = lab.rings();
        drone.commit();
        assertThat(lab.rings()).isEqualTo(before + 1);
    }
}
