package io.takt.shm.asset;

import static io.takt.shm.asset.SeatMailLab.POSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Seats whose turns depend on messages: where steps vary, or the asset has nothing to do. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeatMailTest {
    private static final Steps TAKES_ALL = new Steps(50, 10, false);
    private static final InputSpec GATED = InputSpec.gated("pose", "drone");
    /** So many of these fill a log to the last byte. */
    private static final int RECORDS = 16;
    private static final int RECORD = 32_768;
    private static final int RECORD_HEADER = 32;

    private final SeatMailLab lab = new SeatMailLab();

    private Seat drone(final long stepNs) {
        return lab.seat("drone", Steps.fixedNs(stepNs), List.of(POSE));
    }

    private static void step(final Seat seat) throws Exception {
        SeatMailLab.begin(seat);
        SeatMailLab.commit(seat);
    }

    @Test
    void aGateThatHeldAShorterStepDoesNotHideTheCoreTimeThatALongerOneWaitsFor() throws Exception {
        final Seat drone = drone(10);
        final Seat radar = lab.seat("radar", new Steps(50, 10, true), List.of(), GATED);
        radar.wakeAt(100);
        lab.hub.core.publish(20);
        assertThat(radar.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(radar.timeNs()).isEqualTo(10);
        assertThat(radar.wantedNs()).as("T_c is far enough, the sender is not").isEqualTo(AssetThread.NO_TIME);
        radar.wakeAt(0);
        assertThat(radar.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(radar.wantedNs()).as("the whole step").isEqualTo(60);
        step(drone);
        lab.hub.core.publish(60);
        assertThat(radar.poll(0)).isEqualTo(Turn.STEP);
    }

    /** How far the step may go depends on how far others are; its earliest end does not. */
    @Test
    void toAHandlerTheStepHasItsEarliestEnd() throws Exception {
        final Seat drone = drone(15);
        final Seat radar = lab.seat("radar", TAKES_ALL, List.of(POSE), GATED);
        final List<Long> endsNs = new ArrayList<>();
        SeatMailLab.onPose(radar, message -> {
            endsNs.add(radar.nextNs());
            SeatMailLab.send(radar, 1, radar.nextNs());
        });
        lab.hub.core.publish(100);
        SeatMailLab.stepAndSend(drone);
        step(drone);
        step(drone);
        step(radar);
        assertThat(radar.timeNs()).as("up to the delivery at 15").isEqualTo(20);
        SeatMailLab.begin(radar);
        assertThat(endsNs).containsExactly(30L);
        assertThat(radar.nextNs()).as("the sender is at 45").isEqualTo(50);
        SeatMailLab.commit(radar);
        assertThat(lab.timeNs("radar")).isEqualTo(50);
    }

    @Test
    void aHandlerMaySayThatTheStepEndsThere() throws Exception {
        final Seat drone = drone(15);
        final Seat radar = lab.seat("radar", TAKES_ALL, List.of(POSE), GATED);
        SeatMailLab.onPose(radar, message -> {
            assertThatIllegalArgumentException().isThrownBy(() -> radar.stepTo(40));
            radar.stepTo(radar.nextNs());
        });
        lab.hub.core.publish(100);
        SeatMailLab.stepAndSend(drone);
        step(drone);
        step(drone);
        step(radar);
        SeatMailLab.begin(radar);
        assertThat(radar.nextNs()).isEqualTo(30);
        assertThatIllegalArgumentException().as("beyond the end").isThrownBy(() -> SeatMailLab.send(radar, 1, 31));
        SeatMailLab.commit(radar);
        SeatMailLab.begin(radar);
        assertThat(radar.nextNs()).as("that step only").isEqualTo(50);
    }

    @Test
    void aHandlerThatCannotSendCannotAfterThatEither() throws Exception {
        final Seat drone = drone(10);
        final Seat radar = lab.seat("radar", TAKES_ALL, List.of(POSE), InputSpec.retroactive("pose", "drone"));
        final List<Long> gotNs = new ArrayList<>();
        SeatMailLab.onPose(radar, message -> {
            gotNs.add(message.stampNs());
            radar.stepTo(radar.nextNs());
            assertThatIllegalStateException().isThrownBy(() -> SeatMailLab.send(radar, 1, radar.nextNs()));
        });
        lab.hub.core.publish(50);
        SeatMailLab.stepAndSend(drone);
        SeatMailLab.begin(radar);
        assertThat(gotNs).containsExactly(10L);
        SeatMailLab.send(radar, 1, 10);
        SeatMailLab.commit(radar);
        assertThat(lab.timeNs("radar")).isEqualTo(10);
    }

    /** The first that a successor does may take long: there is no room to say that its predecessor's step is void. */
    @Test
    void whatHasNothingToDoAndEndsMeanwhileDoesNotSayThatItHasGotAnyFurther() throws Exception {
        final Seat drone = drone(10);
        final Seat radar = lab.seat("radar", Steps.fixedNs(10), List.of(), GATED);
        lab.hub.core.publish(10);
        SeatMailLab.begin(drone);
        for (int i = 0; i < RECORDS; i++) {
            SeatMailLab.send(drone, RECORD - RECORD_HEADER, 10);
        }
        SeatMailLab.commit(drone);
        final Seat next = lab.seat(new AssetThread(lab.hub.threadCounters), "drone", Steps.fixedNs(10), 10,
            List.of(POSE));
        next.wakeAt(1_000);
        lab.hub.core.publish(50);
        radar.mail().announce();
        lab.onRing = () -> next.end(Seat.End.LEFT);
        assertThat(next.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(next.ended()).as("while it waits for the reader").isEqualTo(Seat.End.LEFT);
        assertThat(lab.timeNs("drone")).isEqualTo(10);
        assertThat(lab.messages.log("drone").frontierNs()).isEqualTo(10);
        assertThat(next.poll(0)).isEqualTo(Turn.STOP);
    }
}
