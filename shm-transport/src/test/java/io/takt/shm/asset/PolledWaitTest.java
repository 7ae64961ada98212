package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetSpec;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A polled asset that waits. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PolledWaitTest {
    private final SessionMessagesLab lab = new SessionMessagesLab();
    private final AssetSession drone = lab.session("drone", Steps.fixedNs(10), List.of(SessionMessagesLab.POSE));
    private final OneSessionHub hub =
        new OneSessionHub(lab, new Steps(50, 10, false), InputSpec.retroactive("pose", "drone"));

    /** Sender and core have found no sleeper, and will not ring. */
    @Test
    void aMessageBetweenAnnouncementAndHandoverDoesNotHideThatTheClockMayCountUp() throws Exception {
        final ShmHubConnection connection = ShmHubConnection.connect(hub, () -> 0);
        final PolledAsset radar = connection.join(AssetSpec.named("radar"));
        final List<Long> handedAtNs = new ArrayList<>();
        radar.channels().subscribe("pose", message -> handedAtNs.add(radar.timeNs()));
        radar.wakeAt(100);
        lab.hub.afterAnnounce = counterId -> {
            if (counterId == lab.hub.thread.sleep().counterId()) {
                lab.hub.afterAnnounce = any -> { };
                lab.hub.core.publish(10);
                droneSends();
            }
        };
        final List<Long> sleptAtNs = new ArrayList<>();
        hub.onSleep = () -> {
            sleptAtNs.add(hub.own.time().read());
            lab.hub.core.publish(110);
        };
        assertThat(radar.await()).isEqualTo(Turn.STEP);
        assertThat(handedAtNs).containsExactly(0L);
        assertThat(sleptAtNs).containsExactly(10L);
        assertThat(radar.timeNs()).isEqualTo(100);
    }

    private void droneSends() {
        try {
            SessionMessagesLab.stepAndSend(drone);
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
