package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Full logs, deaths, and resets. */
class EndpointFaultTest {
    private static final int LARGE = 60_000;

    private final EndpointLab lab = new EndpointLab();
    private final UnsafeBuffer large = new UnsafeBuffer(new byte[LARGE]);

    private static InputSpec gated(final String channel, final String sender, final long delayNs) {
        return InputSpec.gated(channel, sender).delay(Duration.ofNanos(delayNs));
    }

    @Test
    void twoThatSendToEachOtherMoreThanThereIsRoomForGoOn() throws Exception {
        final List<OutputSpec> outputs = List.of(OutputSpec.named("x"));
        final Party a = lab.join("a", 10, 0, outputs, gated("x", "b", 10));
        final Party b = lab.join("b", 10, 0, outputs, gated("x", "a", 10));
        a.endpoint.endDawn();
        b.endpoint.endDawn();
        final int[] gotByA = new int[1];
        a.channels.subscribe("x", message -> gotByA[0] += message.length());
        a.begin();
        b.begin();
        for (int i = 0; i < 100; i++) {
            a.channels.output("x").send(large, 0, LARGE);
            b.channels.output("x").send(large, 0, LARGE);
        }
        a.commit();
        b.commit();
        a.step();
        b.step();
        a.step();
        assertThat(gotByA[0]).isEqualTo(100 * LARGE);
    }

    @Test
    void aSenderWaitsForAReceiverThatIsStoppedAndGoesOnWithIt() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 10));
        drone.endpoint.endDawn();
        drone.begin();
        radar.isStopped = true;
        final int[] waits = new int[1];
        lab.inPass(() -> {
            assertThat(RoomWait.reader(lab.log("drone"))).isEqualTo("radar");
            radar.isStopped = ++waits[0] < 1_000;
        });
        int sent = 0;
        assertThat(RoomWait.reader(lab.log("drone"))).isNull();
        while (waits[0] == 0) {
            drone.channels.output("pose").send(large, 0, LARGE);
            sent++;
        }
        assertThat(waits[0]).as("until it is continued").isBetween(1_000, 1_001);
        assertThat((sent - 1) * LARGE).as("what the log takes").isLessThan(lab.log("drone").capacity());
        final int[] got = new int[1];
        radar.channels.subscribe("pose", message -> got[0]++);
        drone.commit();
        radar.step();
        radar.step();
        drone.step();
        radar.step();
        assertThat(got[0]).isEqualTo(sent);
    }

    @Test
    void noSenderWaitsForRoomAfterTheRunHasEnded() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        lab.receiver("radar", 10, gated("pose", "drone", 10)).isStopped = true;
        drone.endpoint.endDawn();
        drone.begin();
        lab.inPass(() -> drone.endpoint.close());
        for (int i = 0; i < 100; i++) {
            drone.channels.output("pose").send(large, 0, LARGE);
        }
        drone.endpoint.beginReset();
    }

    @Test
    void messagesOfAStepCutShortByDeathAreVoidAndTheirNumbersAreGivenAgain() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "a");
        drone.commit();
        drone.begin();
        drone.send("pose", "staged when it died");
        for (int i = 0; i < 100; i++) {
            drone.channels.output("pose").send(large, 0, LARGE);
        }
        radar.step();
        assertThat(radar.step()).containsExactly("pose.drone#0@10>10:a");
        assertThat(radar.canStep()).isFalse();

        final Party next = lab.join("drone", 10, 10, List.of(OutputSpec.named("pose")));
        next.begin();
        next.send("pose", "b");
        next.commit();
        next.step();
        assertThat(radar.step()).containsExactly("pose.drone#1@20>20:b");
        assertThat(radar.step()).isEmpty();
    }

    @Test
    void messagesOfASuccessorBeforeItsFirstStepAreNotVoid() throws Exception {
        final List<OutputSpec> outputs = List.of(OutputSpec.named("pose"));
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "a");
        drone.commit();
        final Party next = lab.join("drone", 10, 10, outputs);
        next.send("pose", "here again");
        next.step();
        radar.step();
        assertThat(radar.step()).containsExactly("pose.drone#0@10>10:a");
        assertThat(radar.step()).containsExactly("pose.drone#1@20>20:here again");
    }

    @Test
    void theDawnOfTimeIsSentOnceEvenIfAProcessDiesBeforeItsFirstStepIsDone() throws Exception {
        final List<OutputSpec> outputs = List.of(OutputSpec.named("pose"));
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.send("pose", "published in part");
        lab.inPass(radar.endpoint::read);
        for (int i = 0; i < 10; i++) {
            drone.channels.output("pose").send(large, 0, LARGE);
        }
        final Party second = lab.join("drone", 10, 0, outputs);
        second.send("pose", "dawn");
        second.endpoint.endDawn();
        assertThat(radar.step()).containsExactly("pose.drone#0@0>0:dawn");

        final Party third = lab.join("drone", 10, 0, outputs);
        third.send("pose", "dawn");
        third.endpoint.endDawn();
        third.begin();
        third.send("pose", "x");
        third.commit();
        assertThat(radar.step()).containsExactly("pose.drone#1@10>10:x");
    }

    @Test
    void aSuccessorOfAReceiverFindsTheMessagesThatItHadNotUsed() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 15));
        drone.endpoint.endDawn();
        for (int i = 0; i < 5; i++) {
            drone.begin();
            drone.send("pose", "m" + i);
            drone.commit();
        }
        radar.step();
        radar.step();
        radar.step();
        assertThat(radar.step()).as("from 30 to 40").containsExactly("pose.drone#0@10>25:m0");
        radar.begin();
        assertThat(radar.got).as("in a step that is not done").containsExactly("pose.drone#1@20>35:m1");

        final Party next = lab.join("radar", 10, 40, List.of(), gated("pose", "drone", 15));
        assertThat(next.step()).containsExactly("pose.drone#1@20>35:m1");
        assertThat(next.step()).containsExactly("pose.drone#2@30>45:m2");
    }

    @Test
    void roomIsGivenBackBehindWhatHasBeenUsedAndNotBefore() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 100));
        final int[] got = new int[1];
        radar.channels.subscribe("pose", message -> got[0]++);
        drone.endpoint.endDawn();
        final int[] waits = new int[1];
        lab.inPass(() -> waits[0]++);
        for (int i = 0; i < 500; i++) {
            drone.begin();
            drone.channels.output("pose").send(large, 0, 10_000);
            drone.commit();
            radar.step();
        }
        assertThat(got[0]).isEqualTo(489);
        assertThat(waits[0]).as("how often there was no room").isZero();
        final int[] gotByNext = new int[1];
        final Party next = lab.join("radar", 10, radar.timeNs, List.of(), gated("pose", "drone", 100));
        next.channels.subscribe("pose", message -> gotByNext[0]++);
        for (int i = 0; i < 11; i++) {
            drone.step();
            next.step();
        }
        assertThat(gotByNext[0]).as("all that were under way").isEqualTo(11);
    }

    @Test
    void aResetVoidsAllThatIsUnderWayWhicheverSideIsQuicker() throws Exception {
        for (final boolean isSenderFirst : new boolean[] {true, false}) {
            final EndpointLab world = new EndpointLab();
            final Party drone = world.sender("drone", 10, "pose");
            final Party radar = world.receiver("radar", 10, gated("pose", "drone", 0));
            drone.endpoint.endDawn();
            drone.begin();
            drone.send("pose", "taken in");
            drone.commit();
            radar.step();
            drone.begin();
            drone.send("pose", "not taken in");
            drone.commit();
            if (isSenderFirst) {
                reset(drone, "dawn");
                radar.endpoint.read();
                reset(radar, null);
                radar.endpoint.read();
            } else {
                reset(radar, null);
                radar.endpoint.read();
                drone.begin();
                drone.send("pose", "in the last step before its reset");
                drone.commit();
                radar.endpoint.read();
                reset(drone, "dawn");
                radar.endpoint.read();
            }
            drone.endpoint.resume();
            radar.endpoint.resume();
            assertThat(radar.step()).as("sender first: " + isSenderFirst)
                .containsExactly("pose.drone#0@0>0:dawn");
            drone.begin();
            drone.send("pose", "x");
            drone.commit();
            assertThat(radar.step()).containsExactly("pose.drone#1@10>10:x");
        }
    }

    private static void reset(final Party party, final String dawn) {
        party.endpoint.beginReset();
        if (dawn != null) {
            party.send("pose", dawn);
        }
        party.endpoint.endDawn();
        party.timeNs = 0;
    }

    @Test
    void aReaderThatIsNotPutBackYetDoesNotSeeTheNextRun() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "x");
        drone.commit();
        radar.step();
        reset(drone, "dawn");
        assertThat(radar.step()).as("what it had seen coming").containsExactly("pose.drone#0@10>10:x");
        assertThat(radar.canStep()).as("the sender is before its start").isFalse();
        reset(radar, null);
        radar.endpoint.resume();
        assertThat(radar.step()).containsExactly("pose.drone#0@0>0:dawn");
    }

    @Test
    void noAssetWaitsForOneThatHasLeft() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "last");
        drone.commit();
        lab.log("drone").nothingWillCome();
        radar.step();
        assertThat(radar.step()).containsExactly("pose.drone#0@10>10:last");
        assertThat(radar.step()).isEmpty();
        assertThat(radar.step()).isEmpty();
    }

    @Test
    void oneThatComesBackIsWaitedForAgain() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        lab.log("drone").nothingWillCome();
        radar.step();
        radar.step();
        radar.step();
        final Party next = lab.join("drone", 10, 30, List.of(OutputSpec.named("pose")));
        radar.step();
        assertThat(radar.canStep()).as("from 40, with the frontier at 30").isFalse();
        next.begin();
        next.send("pose", "back");
        next.commit();
        assertThat(radar.step()).containsExactly("pose.drone#0@40>40:back");
    }

    @Test
    void aMessageStaysWholeWhileItsHandlerSendsMoreThanThereIsRoomFor() throws Exception {
        final List<OutputSpec> outputs = List.of(OutputSpec.named("x"));
        final Party a = lab.join("a", 10, 0, outputs, gated("x", "b", 0));
        final Party b = lab.join("b", 10, 0, outputs, gated("x", "a", 0));
        final List<String> gotByA = new ArrayList<>();
        a.channels.subscribe("x", message -> {
            final String before = EndpointLab.text(message);
            if (a.timeNs == 10) {
                // The other is in the same place, so neither uses anything: room comes from copied messages alone.
                for (int i = 0; i < 20; i++) {
                    a.channels.output("x").send(large, 0, LARGE);
                }
            }
            gotByA.add(EndpointLab.text(message));
            assertThat(gotByA).endsWith(before);
        });
        a.endpoint.endDawn();
        b.endpoint.endDawn();
        a.step();
        b.begin();
        b.send("x", "1");
        b.send("x", "2");
        b.commit();
        b.begin();
        lab.inPass(() -> {
            lab.inPass(() -> { });
            for (int i = 0; i < 20; i++) {
                b.channels.output("x").send(large, 0, LARGE);
            }
        });
        a.step();
        b.commit();
        assertThat(gotByA).containsExactly("x.b#0@10>10:1", "x.b#1@10>10:2");
    }

    @Test
    void theNumbersOfAStepAreUsedOnceItsTimeIsPublishedEvenIfNothingElseIs() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        for (final String text : List.of("a", "b")) {
            drone.begin();
            drone.send("pose", text);
            drone.endpoint.publish(drone.timeNs, drone.timeNs + 10);
            drone.timeNs += 10;
            if (drone.timeNs == 10) {
                drone.endpoint.advance(0, 10);
            }
        }
        final Party next = lab.join("drone", 10, 20, List.of(OutputSpec.named("pose")));
        next.begin();
        next.send("pose", "c");
        next.commit();
        radar.step();
        assertThat(radar.step()).containsExactly("pose.drone#0@10>10:a");
        assertThat(radar.step()).containsExactly("pose.drone#1@20>20:b");
        assertThat(radar.step()).containsExactly("pose.drone#2@30>30:c");
    }

    @Test
    void aDawnSentOnceMoreMayLieBeforeThePredecessorsPromise() {
        final Party drone = lab.sender("drone", 10, "pose");
        drone.send("pose", "a");
        drone.channels.output("pose").promiseNoSendBefore(50);
        drone.endpoint.endDawn();
        final Party next = lab.join("drone", 10, 0, List.of(OutputSpec.named("pose")));
        next.send("pose", "a");
        next.endpoint.endDawn();
        assertThat(lab.log("drone").promiseNs(0)).isEqualTo(50);
    }

    @Test
    void aRetroactiveMessageDoesNotWaitForTheStepOfAnotherSender() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party probe = lab.sender("probe", 10, "pose");
        final Party radar = lab.receiver("radar", 10, InputSpec.retroactive("pose", "drone"),
            InputSpec.retroactive("pose", "probe"));
        drone.endpoint.endDawn();
        probe.endpoint.endDawn();
        drone.begin();
        while (lab.log("drone").tail() == 0) {
            drone.channels.output("pose").send(large, 0, LARGE);
        }
        radar.endpoint.read();
        probe.begin();
        probe.send("pose", "x");
        probe.commit();
        radar.endpoint.read();
        radar.endpoint.handArrived();
        assertThat(radar.got).containsExactly("pose.probe#0@10>10:x");
    }

    @Test
    void messagesThatASuccessorHasVoidedAreNotHandedOverWithItsFrontier() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, InputSpec.retroactive("pose", "drone"));
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "void");
        drone.endpoint.publish(0, 10);
        radar.endpoint.read();
        final Party next = lab.join("drone", 10, 0, List.of(OutputSpec.named("pose")));
        next.begin();
        next.send("pose", "again");
        next.commit();
        radar.endpoint.handArrived();
        assertThat(radar.got).as("before it has looked").isEmpty();
        radar.endpoint.read();
        radar.endpoint.handArrived();
        assertThat(radar.got).containsExactly("pose.drone#0@10>10:again");
    }

    @Test
    void aStepIsNotTakenBeforeTheLogKnowsThatRetroactiveMessagesUpToTheMaxDelayAreThere() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 110, InputSpec.retroactive("pose", "drone"));
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "x");
        drone.endpoint.publish(0, 10);
        assertThat(radar.canStep()).as("110 - 100 is more than 0").isFalse();
        drone.endpoint.advance(0, 10);
        radar.step();
        assertThat(radar.got).containsExactly("pose.drone#0@10>10:x");
    }

    @Test
    void aReaderThatHearsLateOfAResetSeesTheDawnOfTheNext() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, gated("pose", "drone", 0));
        drone.endpoint.endDawn();
        radar.endpoint.beginReset();
        reset(drone, "first");
        lab.log("drone").allAreReset();
        drone.endpoint.resume();
        reset(drone, "second");
        radar.endpoint.resume();
        reset(radar, null);
        radar.endpoint.read();
        lab.log("drone").allAreReset();
        radar.endpoint.resume();
        assertThat(radar.step()).containsExactly("pose.drone#0@0>0:second");
    }
}
