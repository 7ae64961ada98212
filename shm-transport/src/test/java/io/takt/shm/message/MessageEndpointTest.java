package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.takt.asset.SimTime;
import io.takt.asset.message.Codec;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Latest;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.rule.LinkFate;
import io.takt.shm.control.Request;
import io.takt.shm.message.EndpointLab.Party;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class MessageEndpointTest {
    private final EndpointLab lab = new EndpointLab();

    private static InputSpec gated(final String channel, final String sender, final long delayNs) {
        return InputSpec.gated(channel, sender).delay(Duration.ofNanos(delayNs));
    }

    @Test
    void aMessageComesWithTheStepThatStartsAtOrAfterItsDelivery() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 20, gated("pose", "drone", 15));
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "a", 3);
        drone.send("pose", "b", 5);
        drone.send("pose", "c");
        drone.commit();
        drone.step();
        assertThat(radar.step()).as("from 0 to 20").isEmpty();
        assertThat(radar.step()).as("from 20 to 40").containsExactly("pose.drone#0@3>18:a", "pose.drone#1@5>20:b");
        drone.step();
        assertThat(radar.step()).as("from 40 to 60").containsExactly("pose.drone#2@10>25:c");
    }

    /** Counts go on with a reset; stamps begin anew. */
    @Test
    void theLatestStampOfAllThatWasSentInTheEpochIsTold() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        assertThat(drone.endpoint.sent()).containsExactly(new Request.Sent("pose", 0, 0, null));
        drone.send("pose", "dawn");
        assertThat(drone.endpoint.sent()).containsExactly(new Request.Sent("pose", 1, 4, 0L));
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "a", 7);
        drone.send("pose", "b", 5);
        assertThat(drone.endpoint.sent()).containsExactly(new Request.Sent("pose", 3, 6, 7L));
        drone.commit();
        drone.endpoint.beginReset();
        assertThat(drone.endpoint.sent()).containsExactly(new Request.Sent("pose", 3, 6, null));
    }

    /** A receiver whose steps vary is not to pass what the sender may still send at the dawn of time. */
    @Test
    void aSenderThatHasPublishedNothingHoldsAReceiverThatGoesAsFarAsItMay() {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 1, gated("pose", "drone", 5));
        assertThat(radar.canStep()).as("even the dawn of time is delivered at 5").isTrue();
        assertThat(radar.endpoint.untilDeliveryNs(0, radar.endpoint.publishedReachNs(100))).isEqualTo(5);
        drone.endpoint.endDawn();
        assertThat(radar.endpoint.untilDeliveryNs(0, radar.endpoint.publishedReachNs(100))).isEqualTo(6);
    }

    @Test
    void aStepWaitsUntilAllThatItIsToGetIsThere() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 20, gated("pose", "drone", 15));
        assertThat(radar.canStep()).as("even the dawn of time is delivered at 15").isTrue();
        drone.endpoint.endDawn();
        radar.step();
        assertThat(radar.canStep()).as("from 20, with the frontier at 0").isFalse();
        assertThat(radar.endpoint.isHeld()).isTrue();
        drone.step();
        assertThat(radar.canStep()).as("with the frontier at 10").isTrue();
        assertThat(radar.endpoint.isHeld()).isFalse();
        radar.step();
        drone.step();
        assertThat(radar.canStep()).as("from 40, with the frontier at 20").isFalse();
    }

    @Test
    void theEndOfAStepMayBeWhatCounts() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 20, gated("pose", "drone", 5).untilStepEnd());
        drone.send("pose", "dawn");
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "a");
        drone.commit();
        assertThat(radar.canStep()).as("what is stamped up to 15 may be delivered up to 20").isFalse();
        drone.begin();
        drone.send("pose", "b", 15);
        drone.send("pose", "c", 16);
        drone.commit();
        assertThat(radar.step())
            .containsExactly("pose.drone#0@0>5:dawn", "pose.drone#1@10>15:a", "pose.drone#2@15>20:b");
    }

    @Test
    void aMessageThatIsRefusedLeavesNothingBehind() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        final Output pose = drone.channels.output("pose");
        drone.endpoint.endDawn();
        drone.begin();
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> pose.send(buffer, 40, 40))
            .withMessage("asset 'drone', channel 'pose': the buffer has 64 bytes, and the message would be 40 of them"
                + " from 40 on");
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> pose.send(buffer, -1, 4));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> pose.send(buffer, Integer.MAX_VALUE, 1));
        assertThatNullPointerException().isThrownBy(() -> pose.send(null, 0, 4))
            .withMessage("asset 'drone', channel 'pose': no buffer was given");
        drone.send("pose", "real");
        drone.commit();
        radar.timeNs = 10;
        assertThat(radar.step()).containsExactly("pose.drone#0@10>10:real");
    }

    @Test
    void theOrderIsThatOfDeliverySendingSenderAndNumber() throws Exception {
        final Party b = lab.sender("b", 10, "x", "y");
        final Party a = lab.sender("a", 10, "x");
        final Party late = lab.sender("late", 10, "x");
        final Party radar = lab.receiver("radar", 10, gated("x", "b", 10), gated("y", "b", 10), gated("x", "a", 10),
            gated("x", "late", 6));
        for (final Party each : List.of(b, a, late)) {
            each.endpoint.endDawn();
            each.begin();
        }
        b.send("y", "1", 5);
        b.send("x", "2", 5);
        b.send("x", "3", 2);
        a.send("x", "4", 5);
        late.send("x", "5", 9);
        b.commit();
        a.commit();
        late.commit();
        radar.step();
        radar.timeNs = 20;
        b.step();
        a.step();
        late.step();
        assertThat(radar.step()).containsExactly("x.b#2@2>12:3", "x.a#0@5>15:4", "y.b#0@5>15:1", "x.b#1@5>15:2",
            "x.late#0@9>15:5");
    }

    @Test
    void aMessageBeforeTheFirstStepIsOfTheDawnOfTime() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 20, gated("pose", "drone", 0));
        drone.send("pose", "dawn");
        assertThat(radar.canStep()).as("it may send more").isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> drone.send("pose", "x", 1))
            .withMessage("asset 'drone', channel 'pose': the stamp 1ns is outside the dawn of time, which is 0");
        drone.endpoint.endDawn();
        assertThat(radar.step()).containsExactly("pose.drone#0@0>0:dawn");
        assertThatIllegalStateException().isThrownBy(() -> drone.send("pose", "x"))
            .withMessage("asset 'drone', channel 'pose': no step is under way; send within a step, or before the first"
                + " one");
    }

    @Test
    void aMessageOfALateJoinerBeforeItsFirstStepIsOfThatStep() throws Exception {
        final Party drone = lab.join("drone", 10, 70, List.of(OutputSpec.named("pose")));
        final Party radar = lab.join("radar", 20, 60, List.of(), gated("pose", "drone", 0));
        drone.send("pose", "hello");
        drone.endpoint.endDawn();
        drone.step();
        assertThat(radar.step()).isEmpty();
        assertThat(radar.step()).as("from 80").containsExactly("pose.drone#0@80>80:hello");
    }

    @Test
    void stampsLieWithinTheStep() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        drone.endpoint.endDawn();
        drone.step();
        drone.begin();
        for (final long stampNs : List.of(10L, 21L, 0L, -1L, Long.MAX_VALUE)) {
            assertThatIllegalArgumentException().isThrownBy(() -> drone.send("pose", "x", stampNs)).withMessage(
                "asset 'drone', channel 'pose': the stamp " + SimTime.format(stampNs) + " is outside the step, which"
                    + " goes from 10ns to 20ns; a stamp is later than the one and not later than the other");
        }
        drone.send("pose", "x", 11);
        drone.send("pose", "x", 20);
    }

    @Test
    void badUseIsToldWhereItHappens() throws Exception {
        final Party drone = lab.join("drone", 10, 0, List.of(OutputSpec.named("pose").maxBytes(3),
            OutputSpec.named("b").maxBytes(0)));
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0), InputSpec.latest("b", "drone"));
        assertThatIllegalArgumentException().isThrownBy(() -> drone.channels.output("poes"))
            .withMessage("asset 'drone' sends no channel 'poes'; it sends pose, b");
        assertThatIllegalArgumentException().isThrownBy(() -> radar.channels.output("pose"))
            .withMessage("asset 'radar' sends no channel 'pose'; it sends none");
        assertThatIllegalArgumentException().isThrownBy(() -> radar.channels.subscribe("poes", message -> { }))
            .withMessage("asset 'radar' receives no channel 'poes'; it receives b (latest), pose");
        assertThatIllegalArgumentException().isThrownBy(() -> radar.channels.latest("pose")).withMessage(
            "asset 'radar' does not receive the latest value of a channel 'pose'; it receives all of its"
                + " messages: subscribe");
        assertThatIllegalArgumentException().isThrownBy(() -> drone.send("pose", "four")).withMessage("asset 'drone',"
            + " channel 'pose': a message has 4 bytes, and may have 3; declare the channel with a larger maxBytes");
        drone.send("pose", "thr");
        drone.send("b", "");
        final List<Throwable> thrown = new ArrayList<>();
        final Thread other = new Thread(() -> {
            try {
                drone.send("pose", "x");
            } catch (final IllegalStateException e) {
                thrown.add(e);
            }
        }, "other");
        other.start();
        other.join();
        assertThat(thrown).singleElement().extracting(Throwable::getMessage).asString()
            .startsWith("asset 'drone', channel 'pose': thread 'other' does not drive the asset, thread '");
    }

    @Test
    void anExceptionOfAHandlerComesOut() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        radar.channels.subscribe("pose", message -> {
            throw new IOException("no");
        });
        drone.send("pose", "x");
        drone.endpoint.endDawn();
        assertThatExceptionOfType(IOException.class).isThrownBy(radar::step).withMessage("no");
        radar.channels.subscribe("pose", Codec.doubles(), (values, message) -> { });
        drone.begin();
        drone.send("pose", "y");
        drone.commit();
        radar.timeNs = 10;
        assertThatIllegalArgumentException().isThrownBy(radar::step).withMessage("channel 'pose' cannot be read: a"
            + " message of 1 bytes is no row of numbers of 8 bytes; it is message 1 of asset 'drone'");
    }

    @Test
    void theLatestValueIsThereAtOnceAndOnlyTheNewest() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, InputSpec.latest("pose", "drone"));
        final Latest pose = radar.channels.latest("pose");
        final List<String> got = new ArrayList<>();
        assertThat(pose.isNew()).isFalse();
        assertThat(pose.read(message -> got.add(EndpointLab.text(message)))).isFalse();
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "a", 1);
        drone.send("pose", "b", 2);
        assertThat(pose.isNew()).isTrue();
        assertThat(pose.read(message -> got.add(EndpointLab.text(message)))).isTrue();
        assertThat(pose.isNew()).isFalse();
        assertThat(pose.read(message -> got.add(EndpointLab.text(message)))).as("not new, but still there").isTrue();
        assertThat(got).containsExactly("pose.drone#1@2>2:b", "pose.drone#1@2>2:b");
        drone.commit();
        drone.endpoint.beginReset();
        assertThat(pose.isNew()).as("of another run").isFalse();
        assertThat(pose.read(message -> got.add("x"))).isFalse();
        drone.send("pose", "c");
        assertThat(pose.read(message -> got.add(EndpointLab.text(message)))).isTrue();
        assertThat(got).endsWith("pose.drone#0@0>0:c");
    }

    @Test
    void aHandlerOfLatestValuesGetsNewOnesBeforeEachStep() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party buoy = lab.sender("buoy", 10, "pose");
        final Party radar = lab.receiver("radar", 10, InputSpec.latest("pose", "drone"),
            InputSpec.latest("pose", "buoy"));
        radar.channels.subscribe("pose", message -> radar.got.add(EndpointLab.text(message)));
        drone.send("pose", "dawn");
        drone.endpoint.endDawn();
        buoy.endpoint.endDawn();
        assertThat(radar.step()).containsExactly("pose.drone#0@0>0:dawn");
        assertThat(radar.step()).isEmpty();
        buoy.begin();
        buoy.send("pose", "x");
        drone.begin();
        drone.send("pose", "a", 1);
        drone.send("pose", "b", 2);
        assertThat(radar.step()).containsExactly("pose.drone#2@2>2:b", "pose.buoy#0@10>10:x");
        assertThatIllegalArgumentException().isThrownBy(() -> radar.channels.latest("pose")).withMessage("asset 'radar'"
            + " receives the latest values of channel 'pose' from drone, buoy; subscribe, which takes those of all");
    }

    @Test
    void retroactiveMessagesAreHandedOverAsSoonAsTheirStepIsDone() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar =
            lab.receiver("radar", 10, InputSpec.retroactive("pose", "drone").delay(Duration.ofNanos(3)));
        drone.endpoint.endDawn();
        for (int i = 0; i < 5; i++) {
            assertThat(radar.step()).isEmpty();
        }
        drone.begin();
        drone.send("pose", "a", 4);
        radar.got.clear();
        radar.endpoint.read();
        assertThat(radar.endpoint.hasArrived()).as("the step may yet be given up").isFalse();
        drone.commit();
        radar.endpoint.read();
        assertThat(radar.endpoint.hasArrived()).isTrue();
        radar.endpoint.handArrived();
        assertThat(radar.got).as("in the past of one who stands at 50").containsExactly("pose.drone#0@4>7:a");
        assertThat(radar.endpoint.hasArrived()).isFalse();
    }

    /** Wherever steps end: among the retroactive messages, which count D_max after their delivery. */
    @Test
    void anAssetsOwnNumbersCountAtTheirStamps() throws Exception {
        final long digest = digestWithNumbers(10, 1);
        assertThat(digestWithNumbers(20, 1)).isEqualTo(digest);
        assertThat(digestWithNumbers(60, 1)).isEqualTo(digest);
        assertThat(digestWithNumbers(60, 2)).isNotEqualTo(digest);
        assertThat(digestWithNumbers(60, 0)).isNotEqualTo(digest);
    }

    /** Of a channel whose messages are by chance. */
    @Test
    void messagesThatAreLeftOutDoNotCountForTheDigest() throws Exception {
        assertThat(digestOf("drone: 1", false)).isNotEqualTo(digestOf("drone: 2", false));
        assertThat(digestOf("drone: 1", true)).isEqualTo(digestOf("drone: 2", true)).isNotZero();
    }

    private static long digestOf(final String text, final boolean isLeftOut) throws Exception {
        final EndpointLab world = new EndpointLab();
        final Party drone = world.sender("drone", 10, "pose", "ahead");
        final Party radar = world.receiver("radar", 10, InputSpec.retroactive("ahead", "drone"),
            InputSpec.gated("pose", "drone"));
        if (isLeftOut) {
            radar.channels.leaveOutOfDigest("ahead");
        }
        drone.endpoint.endDawn();
        while (radar.timeNs < 240) {
            drone.begin();
            drone.send("ahead", text);
            drone.send("pose", "here");
            drone.commit();
            radar.begin();
            radar.commit();
        }
        assertThat(radar.got).anyMatch(line -> line.endsWith(text)).anyMatch(line -> line.endsWith("here"));
        return radar.digest();
    }

    @Test
    void onlyARetroactiveChannelCanBeLeftOutOfTheDigest() {
        lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, InputSpec.gated("pose", "drone"));
        assertThatIllegalArgumentException().isThrownBy(() -> radar.channels.leaveOutOfDigest("pose")).withMessage(
            "channel 'pose' from 'drone' cannot be left out of the digest, as it is not retroactive: gated messages are"
                + " the same in every run");
        assertThatIllegalArgumentException().isThrownBy(() -> radar.channels.leaveOutOfDigest("spot"))
            .withMessageContaining("asset 'radar' receives no channel 'spot'");
    }

    private static long digestWithNumbers(final long stepNs, final long number) throws Exception {
        final EndpointLab world = new EndpointLab();
        final Party drone = world.sender("drone", 10, "pose");
        final Party radar = world.receiver("radar", stepNs, InputSpec.retroactive("pose", "drone"));
        drone.endpoint.endDawn();
        for (int i = 0; i < 24; i++) {
            drone.begin();
            drone.send("pose", "pose" + i);
            drone.commit();
        }
        while (radar.timeNs < 240) {
            radar.begin();
            for (long stampNs = radar.timeNs + 1; stampNs <= radar.timeNs + stepNs && number > 0; stampNs++) {
                if (stampNs % 7 == 0) {
                    radar.channels.countInDigest(number, stampNs);
                }
            }
            radar.commit();
        }
        return radar.digest();
    }

    @Test
    void aNumberCountsOnlyWithinAStep() throws Exception {
        lab.sender("drone", 10, "pose").endpoint.endDawn();
        final Party radar = lab.receiver("radar", 10, InputSpec.retroactive("pose", "drone"));
        radar.begin();
        radar.channels.countInDigest(1, 10);
        assertThatIllegalArgumentException().isThrownBy(() -> radar.channels.countInDigest(1, 11)).withMessage(
            "asset 'radar' counts something in its digest at 11ns, which is not within a step that is under way");
        radar.commit();
        assertThatIllegalArgumentException().isThrownBy(() -> radar.channels.countInDigest(1, 15));
    }

    @Test
    void numbersCountInTheOrderOfTheirStamps() throws Exception {
        lab.sender("drone", 10, "pose").endpoint.endDawn();
        final Party radar = lab.receiver("radar", 10, InputSpec.retroactive("pose", "drone"));
        radar.begin();
        radar.channels.countInDigest(1, 7);
        radar.channels.countInDigest(2, 7);
        assertThatIllegalArgumentException().isThrownBy(() -> radar.channels.countInDigest(3, 6)).withMessage(
            "asset 'radar' counts something in its digest at 6ns, after something at 7ns");
        radar.channels.countInDigest(3, 8);
        radar.commit();
        radar.endpoint.beginReset();
        radar.endpoint.resume();
        radar.timeNs = 0;
        radar.begin();
        radar.channels.countInDigest(1, 1);
    }

    @Test
    void lossAndJitterAreThoseOfTheLinkAndNoOtherLinkDrawsFromThem() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final InputSpec radio = gated("pose", "drone", 10).jitter(Duration.ofNanos(5)).loss(0.5);
        final Party radar = lab.receiver("radar", 10, radio);
        final Party other = lab.receiver("other", 10, radio);
        drone.endpoint.endDawn();
        final List<String> atRadar = new ArrayList<>();
        final List<String> atOther = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            drone.begin();
            drone.send("pose", "x");
            drone.commit();
            atRadar.addAll(radar.step());
            atOther.addAll(other.step());
        }
        assertThat(atRadar).hasSizeBetween(60, 140).isNotEqualTo(atOther);
        final LinkFate fate = new LinkFate(EndpointLab.SEED, radio, "radar");
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            final long stampNs = (i + 1) * 10;
            final long deliveryNs = fate.deliveryNs(stampNs, i);
            if (deliveryNs >= 0 && deliveryNs <= 1_990) {
                expected.add("pose.drone#" + i + "@" + stampNs + ">" + deliveryNs + ":x");
            }
        }
        assertThat(atRadar).containsExactlyInAnyOrderElementsOf(expected);
    }
}
