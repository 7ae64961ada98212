package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.takt.asset.message.Codec;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Assets that leave, or die, and their successors. */
class EndpointGoneTest {
    private static final List<OutputSpec> POSE = List.of(OutputSpec.named("pose"));
    private static final int LARGE = 32 * 1024;

    private final EndpointLab lab = new EndpointLab();
    private final UnsafeBuffer large = new UnsafeBuffer(new byte[LARGE]);

    private static InputSpec gated(final String channel, final String sender, final long delayNs) {
        return InputSpec.gated(channel, sender).delay(Duration.ofNanos(delayNs));
    }

    private void sendLarge(final Party party, final int messages) {
        for (int i = 0; i < messages; i++) {
            large.putInt(0, i);
            party.channels.output("pose").send(large, 0, LARGE);
        }
    }

    @Test
    void messagesAndPromisesAfterTheEndAreDroppedAtAnyTime() throws Exception {
        final Party before = lab.sender("before", 10, "pose");
        final Party within = lab.sender("within", 10, "pose");
        final Party after = lab.sender("after", 10, "pose");
        before.endpoint.close();
        within.endpoint.endDawn();
        within.begin();
        within.endpoint.close();
        after.endpoint.endDawn();
        after.step();
        after.endpoint.close();
        for (final Party each : List.of(before, within, after)) {
            each.send("pose", "x");
            each.send("pose", "x", 1_000);
            each.channels.output("pose").send(large, 0, Integer.MAX_VALUE);
            each.channels.output("pose").promiseNoSendBefore(50);
            assertThat(lab.log(each.name).tail()).as(each.name).isZero();
            assertThat(lab.log(each.name).promiseNs(0)).as(each.name).isZero();
        }
    }

    @Test
    void aMissingCodecIsReportedAtOnce() {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        assertThatNullPointerException().isThrownBy(() -> drone.channels.output("pose", null)).withMessage("codec");
        assertThatNullPointerException().isThrownBy(() -> radar.channels.subscribe("pose", null,
            (value, message) -> { }))
            .withMessage("codec");
        assertThatNullPointerException().isThrownBy(() -> radar.channels.subscribe("pose", Codec.doubles(), null))
            .withMessage("handler");
    }

    @Test
    void noAssetWaitsForOneThatLeavesBeforeItIsReady() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.endpoint.close();
        lab.log("drone").senderHasGone(0);
        drone.endpoint.endDawn();
        radar.step();
        assertThat(radar.canStep()).isTrue();
    }

    /** Its frontier, the largest long, and a delay together pass that. */
    @Test
    void aSenderThatIsNotThereHoldsNoReceiverThatGoesAsFarAsItMay() {
        lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 1, gated("pose", "drone", 5));
        lab.log("drone").nothingWillCome();
        assertThat(radar.canStep()).isTrue();
        assertThat(radar.endpoint.publishedReachNs(100)).isEqualTo(100);
    }

    @Test
    void anAssetThatHasLeftDoesNotTouchThePlaceThatAnotherHasByNow() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party first = lab.receiver("first", 10, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        first.endpoint.close();
        lab.log("drone").slots().free(0);
        final Party second = lab.receiver("second", 10, gated("pose", "drone", 0));
        second.isStopped = true;
        final List<Integer> got = new ArrayList<>();
        second.channels.subscribe("pose", message -> got.add(message.buffer().getInt(message.index())));
        final int[] passes = new int[1];
        lab.inPass(() -> {
            if (passes[0]++ == 3) {
                second.isStopped = false;
            }
        });
        drone.begin();
        sendLarge(drone, 40);
        drone.commit();
        second.step();
        second.step();
        assertThat(got).hasSize(40).startsWith(0, 1, 2).isSorted();
    }

    @Test
    void aPartOfAStepOfADepartedSenderIsVoidWhereverItIs() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party taken = lab.receiver("taken", 10, gated("pose", "drone", 0));
        final Party left = lab.receiver("left", 10, gated("pose", "drone", 0));
        final Party early = lab.receiver("early", 10, InputSpec.retroactive("pose", "drone"));
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "whole");
        drone.commit();
        drone.begin();
        sendLarge(drone, 20); // more than there is room for: it is seen in pieces
        left.endpoint.read();
        lab.log("drone").senderHasGone(10);
        for (final Party each : List.of(taken, left)) {
            each.step();
            assertThat(each.step()).as(each.name).containsExactly("pose.drone#0@10>10:whole");
            assertThat(each.step()).as(each.name).isEmpty();
            assertThat(each.step()).as(each.name).isEmpty();
        }
        early.endpoint.read();
        early.endpoint.handArrived();
        assertThat(early.got).containsExactly("pose.drone#0@10>10:whole");
    }

    @Test
    void aMessageOfADepartedSenderOnOneOfSeveralChannelsIsHandedOverOnce() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose", "wind");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0), gated("wind", "drone", 10));
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "a");
        drone.commit();
        lab.log("drone").senderHasGone(10);
        radar.step();
        assertThat(radar.step()).containsExactly("pose.drone#0@10>10:a");
        assertThat(radar.step()).isEmpty();
        final Party next = lab.join("drone", 10, 30, List.of(OutputSpec.named("pose"), OutputSpec.named("wind")));
        radar.step();
        next.begin();
        next.send("pose", "c");
        next.commit();
        assertThat(radar.step()).containsExactly("pose.drone#1@40>40:c");
    }

    @Test
    void aPartOfTheDawnOfADepartedSenderIsVoid() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.send("pose", "one of many");
        sendLarge(drone, 20);
        lab.log("drone").senderHasGone(0);
        assertThat(lab.log("drone").tail()).isPositive();
        assertThat(radar.step()).isEmpty();
    }

    @Test
    void aLaterJoinDoesNotMakeItValidAgain() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        drone.begin();
        sendLarge(drone, 20);
        lab.log("drone").senderHasGone(0);
        final Party next = lab.join("drone", 10, 30, POSE);
        next.begin();
        next.send("pose", "new");
        next.commit();
        lab.log("drone").senderHasGone(40);
        for (int i = 0; i < 4; i++) {
            assertThat(radar.step()).isEmpty();
        }
        assertThat(radar.step()).containsExactly("pose.drone#0@40>40:new");
    }

    @Test
    void aSleeperIsRungForTheLinkThatStillIsMissing() throws Exception {
        final Party drone = lab.join("drone", 10, 50, List.of(OutputSpec.named("a"), OutputSpec.named("b")));
        final Party radar = lab.join("radar", 10, 200, List.of(), gated("a", "drone", 0), gated("b", "drone", 100));
        drone.begin();
        drone.channels.output("a").promiseNoSendBefore(300);
        drone.commit();
        assertThat(radar.canStep()).isFalse();
        radar.endpoint.announce();
        while (drone.timeNs < 100) {
            assertThat(lab.rings()).as("at %s", drone.timeNs).isZero();
            drone.step();
        }
        assertThat(radar.canStep()).isTrue();
        assertThat(lab.rings()).isEqualTo(1);
    }

    /** Its steps end where all that can reach back before them has come. */
    @Test
    void aReceiverOfRetroactiveMessagesIsRungWhenItsSenderIsLessThanMaxDelayBehind() throws Exception {
        final Party drone = lab.join("drone", 10, 50, POSE);
        final Party radar = lab.join("radar", 10, 200, List.of(), InputSpec.retroactive("pose", "drone"));
        assertThat(radar.canStep()).isFalse();
        radar.endpoint.announce();
        while (drone.timeNs < 110) {
            assertThat(lab.rings()).as("at %s", drone.timeNs).isZero();
            drone.step();
        }
        assertThat(radar.canStep()).isTrue();
        assertThat(lab.rings()).isEqualTo(1);
    }

    @Test
    void retroactiveMessagesThatWereNotHandedOverInAWholeStepAreForTheSuccessor() throws Exception {
        final InputSpec pose = InputSpec.retroactive("pose", "drone");
        final Party drone = lab.join("drone", 5, 80, POSE);
        final Party radar = lab.join("radar", 10, 90, List.of(), pose);
        send(drone, "used");
        assertThat(radar.step()).containsExactly("pose.drone#0@85>85:used");
        send(drone, "in a step that does not end");
        radar.begin();
        radar.endpoint.publish(100, 110); // T_i = 110 is not
        send(drone, "without a receiver");
        final Party next = lab.join("radar", 10, 100, List.of(), pose);
        assertThat(next.step()).containsExactly("pose.drone#1@90>90:in a step that does not end",
            "pose.drone#2@95>95:without a receiver");
        final Party third = lab.join("radar", 10, 110, List.of(), pose);
        assertThat(third.step()).isEmpty();
    }

    private static void send(final Party party, final String text) throws Exception {
        party.begin();
        party.send("pose", text);
        party.commit();
    }

    @Test
    void theHandlerOfARetroactiveMessageCanNeverSend() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.join("radar", 10, 0, POSE, InputSpec.retroactive("pose", "drone"));
        drone.endpoint.endDawn();
        radar.endpoint.endDawn();
        radar.channels.subscribe("pose", message -> radar.send("pose", "echo"));
        send(drone, "x");
        assertThatIllegalStateException().as("as a step begins").isThrownBy(radar::step)
            .withMessageContaining("no step is under way");
        send(drone, "x");
        radar.endpoint.read();
        assertThatIllegalStateException().as("between steps").isThrownBy(radar.endpoint::handArrived)
            .withMessageContaining("no step is under way");
    }

    /** Else its sender would wake it for a step that it is past, and not for the next one. */
    @Test
    void aGateIsAnnouncedForTheStepThatIsHeld() {
        lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, InputSpec.gated("pose", "drone"));
        assertThat(radar.endpoint.opens(0, 10)).isFalse();
        radar.endpoint.announce();
        assertThat(radar.endpoint.isAnnounced()).isTrue();
        assertThat(radar.endpoint.opens(10, 20)).isFalse();
        assertThat(radar.endpoint.isAnnounced()).isFalse();
    }
}
