package io.takt.shm.asset;

import static io.takt.shm.asset.SessionMessagesLab.POSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.shm.message.MessageLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions whose turns depend on messages: where steps vary, or the asset has nothing to do. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SessionMessagesTest {
    private static final Steps TAKES_ALL = new Steps(50, 10, false);
    private static final InputSpec GATED = InputSpec.gated("pose", "drone");
    /** So many of these fill a log to the last byte. */
    private static final int RECORDS = 16;
    private static final int RECORD = 32_768;
    private static final int RECORD_HEADER = 32;

    private final SessionMessagesLab lab = new SessionMessagesLab();

    private AssetSession drone(final long stepNs) {
        return lab.session("drone", Steps.fixedNs(stepNs), List.of(POSE));
    }

    private static void step(final AssetSession session) throws Exception {
        SessionMessagesLab.begin(session);
        SessionMessagesLab.commit(session);
    }

    @Test
    void aGateThatHeldAShorterStepDoesNotHideTheCoreTimeThatALongerOneWaitsFor() throws Exception {
        final AssetSession drone = drone(10);
        final AssetSession radar = lab.session("radar", new Steps(50, 10, true), List.of(), GATED);
        radar.wakeAt(100);
        lab.hub.core.publish(20);
        assertThat(radar.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(radar.timeNs()).isEqualTo(10);
        assertThat(radar.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(radar.wantedNs()).as("T_c is far enough, the sender is not").isEqualTo(AssetThread.NO_TIME);
        radar.wakeAt(0);
        assertThat(radar.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(radar.wantedNs()).as("the whole step").isEqualTo(60);
        step(drone);
        lab.hub.core.publish(60);
        assertThat(radar.poll(0)).isEqualTo(Turn.STEP);
    }

    /** The hub lets others go on by T_i, and receivers by the frontier: both promise that the messages are there. */
    @Test
    void theMessagesOfAStepAreThereBeforeItsTimeAndItsTimeBeforeTheFrontier() throws Exception {
        final AssetSession drone = drone(10);
        lab.session("radar", Steps.fixedNs(10), List.of(), GATED);
        final MessageLog log = lab.messages.log("drone", POSE.maxBytes());
        final long before = log.tail();
        final List<Long> tails = new ArrayList<>();
        final List<Long> frontiersNs = new ArrayList<>();
        lab.hub.core.publish(20);
        lab.hub.beforePublish = counterId -> {
            if (counterId == lab.timeCounter("drone")) {
                tails.add(log.tail());
                frontiersNs.add(log.frontierNs());
            }
        };
        SessionMessagesLab.stepAndSend(drone);
        assertThat(tails).containsExactly(log.tail()).doesNotContain(before);
        assertThat(frontiersNs).containsExactly(0L);
        assertThat(log.frontierNs()).isEqualTo(10);
    }

    /** How far the step may go depends on how far others are; its earliest end does not. */
    @Test
    void toAHandlerTheStepHasItsEarliestEnd() throws Exception {
        final AssetSession drone = drone(15);
        final AssetSession radar = lab.session("radar", TAKES_ALL, List.of(POSE), GATED);
        final List<Long> endsNs = new ArrayList<>();
        SessionMessagesLab.onPose(radar, message -> {
            endsNs.add(radar.nextNs());
            SessionMessagesLab.send(radar, 1, radar.nextNs());
        });
        lab.hub.core.publish(100);
        SessionMessagesLab.stepAndSend(drone);
        step(drone);
        step(drone);
        step(radar);
        assertThat(radar.timeNs()).as("up to the delivery at 15").isEqualTo(20);
        SessionMessagesLab.begin(radar);
        assertThat(endsNs).containsExactly(30L);
        assertThat(radar.nextNs()).as("the sender is at 45").isEqualTo(50);
        SessionMessagesLab.commit(radar);
        assertThat(lab.timeNs("radar")).isEqualTo(50);
    }

    @Test
    void aHandlerMaySayThatTheStepEndsThere() throws Exception {
        final AssetSession drone = drone(15);
        final AssetSession radar = lab.session("radar", TAKES_ALL, List.of(POSE), GATED);
        SessionMessagesLab.onPose(radar, message -> {
            assertThatIllegalArgumentException().isThrownBy(() -> radar.stepTo(40));
            radar.stepTo(radar.nextNs());
        });
        lab.hub.core.publish(100);
        SessionMessagesLab.stepAndSend(drone);
        step(drone);
        step(drone);
        step(radar);
        SessionMessagesLab.begin(radar);
        assertThat(radar.nextNs()).isEqualTo(30);
        assertThatIllegalArgumentException().as("beyond the end")
            .isThrownBy(() -> SessionMessagesLab.send(radar, 1, 31));
        SessionMessagesLab.commit(radar);
        SessionMessagesLab.begin(radar);
        assertThat(radar.nextNs()).as("that step only").isEqualTo(50);
    }

    @Test
    void aHandlerThatCannotSendCannotAfterThatEither() throws Exception {
        final AssetSession drone = drone(10);
        final AssetSession radar = lab.session("radar", TAKES_ALL, List.of(POSE),
            InputSpec.retroactive("pose", "drone"));
        final List<Long> gotNs = new ArrayList<>();
        SessionMessagesLab.onPose(radar, message -> {
            gotNs.add(message.stampNs());
            radar.stepTo(radar.nextNs());
            assertThatIllegalStateException().isThrownBy(() -> SessionMessagesLab.send(radar, 1, radar.nextNs()));
        });
        lab.hub.core.publish(50);
        SessionMessagesLab.stepAndSend(drone);
        SessionMessagesLab.begin(radar);
        assertThat(gotNs).containsExactly(10L);
        SessionMessagesLab.send(radar, 1, 10);
        SessionMessagesLab.commit(radar);
        assertThat(lab.timeNs("radar")).isEqualTo(10);
    }

    /** Its time and its frontier would speak of messages that no reader can see. */
    @Test
    void anAssetThatEndsInTheMiddleOfAStepHasNotDoneIt() throws Exception {
        final AssetSession drone = drone(10);
        lab.hub.core.publish(20);
        SessionMessagesLab.stepAndSend(drone);
        final long tail = lab.messages.log("drone").tail();
        SessionMessagesLab.begin(drone);
        SessionMessagesLab.send(drone, 1, 20);
        drone.end(AssetSession.End.LEFT);
        SessionMessagesLab.commit(drone);
        assertThat(lab.messages.log("drone").tail()).isEqualTo(tail);
        assertThat(lab.messages.log("drone").frontierNs()).isEqualTo(10);
        assertThat(lab.timeNs("drone")).isEqualTo(10);
    }

    /** The first that a successor does may take long: there is no room to say that its predecessor's step is void. */
    @Test
    void anIdleAssetThatEndsMeanwhileDoesNotSayThatItHasGotAnyFurther() throws Exception {
        final AssetSession drone = drone(10);
        final AssetSession radar = lab.session("radar", Steps.fixedNs(10), List.of(), GATED);
        lab.hub.core.publish(10);
        SessionMessagesLab.begin(drone);
        for (int i = 0; i < RECORDS; i++) {
            SessionMessagesLab.send(drone, RECORD - RECORD_HEADER, 10);
        }
        SessionMessagesLab.commit(drone);
        final AssetSession next = lab.session(new AssetThread(lab.hub.threadCounters), "drone", Steps.fixedNs(10), 10,
            List.of(POSE));
        next.wakeAt(1_000);
        lab.hub.core.publish(50);
        radar.endpoint().announce();
        lab.onRing = () -> next.end(AssetSession.End.LEFT);
        assertThat(next.poll(0)).isEqualTo(Turn.STOP);
        assertThat(next.status().ended()).as("while it waits for the reader").isEqualTo(AssetSession.End.LEFT);
        assertThat(lab.timeNs("drone")).isEqualTo(10);
        assertThat(lab.messages.log("drone").frontierNs()).isEqualTo(10);
    }
}
