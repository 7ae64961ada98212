package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Assets that share a thread, of which one sends more than its log takes. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SessionRoomTest {
    private static final int LARGE = 60_000;
    private static final int MORE_THAN_THERE_IS_ROOM_FOR = 20;

    private final SessionMessagesLab lab = new SessionMessagesLab();
    private final AssetThread thread = new AssetThread(lab.hub.threadCounters);
    private final AssetSession drone = lab.session(thread, "drone", Steps.fixedNs(10), 0,
        List.of(SessionMessagesLab.POSE));
    private final AssetSession radar =
        lab.session(thread, "radar", Steps.fixedNs(10), 0, List.of(), InputSpec.gated("pose", "drone"));
    private int got;

    @BeforeEach
    void count() {
        SessionMessagesLab.onPose(radar, message -> got++);
    }

    private void sendMuch() {
        for (int i = 0; i < MORE_THAN_THERE_IS_ROOM_FOR; i++) {
            SessionMessagesLab.send(drone, LARGE, 0);
        }
    }

    @Test
    void anAssetThatIsPutBackFirstAndSendsThatAtTheDawnOfTimeGetsOn() throws Exception {
        drone.life().endDawn();
        radar.life().endDawn();
        SessionLab.post(drone, new SessionCommand.Reset());
        SessionLab.post(radar, new SessionCommand.Reset());
        assertThat(drone.poll(0)).isEqualTo(Turn.RESET);
        sendMuch();
        drone.life().commitReset();
        assertThat(radar.poll(0)).isEqualTo(Turn.RESET);
        radar.life().commitReset();
        SessionLab.post(drone, new SessionCommand.Clocks(lab.clocks("drone", 0)));
        SessionLab.post(radar, new SessionCommand.Clocks(lab.clocks("radar", 0)));
        lab.hub.core.publish(10);
        assertThat(radar.poll(0)).isEqualTo(Turn.STEP);
        assertThat(got).isEqualTo(MORE_THAN_THERE_IS_ROOM_FOR);
    }

    @Test
    void anAssetThatSendsThatAtTheDawnOfTimeIsNotPutBackInTheMiddleOfIt() throws Exception {
        SessionLab.post(drone, new SessionCommand.Reset());
        SessionLab.post(radar, new SessionCommand.Reset());
        sendMuch();
        assertThat(drone.status().state() == SessionState.RESETTING).isFalse();
        assertThat(radar.endpoint().hasDiscarded()).as("it makes room for the drone").isTrue();
        assertThat(radar.status().state() == SessionState.RESETTING).as("its own dawn is not over").isFalse();
        radar.life().endDawn();
        assertThat(radar.poll(0)).isEqualTo(Turn.RESET);
        assertThat(lab.messages.log("drone").tail()).isGreaterThan(MORE_THAN_THERE_IS_ROOM_FOR / 2 * LARGE);
    }
}
