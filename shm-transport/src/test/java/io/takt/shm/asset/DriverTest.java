package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.JoinedAsset;
import io.takt.asset.Steps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which callbacks may shape the turns of a callback asset. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DriverTest {
    private final SessionMessagesLab lab = new SessionMessagesLab();
    private final OneSessionHub hub = new OneSessionHub(lab, new Steps(50, 10, false));
    private final ShmHubConnection connection = ShmHubConnection.connect(hub, () -> 0);
    private final List<Throwable> thrown = new ArrayList<>();

    /** Runs an action on another thread meanwhile; its exception is kept. */
    private void elsewhere(final Runnable action) {
        final Thread other = new Thread(() -> {
            try {
                action.run();
            } catch (final IllegalStateException e) {
                thrown.add(e);
            }
        }, "other");
        other.start();
        try {
            other.join();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anotherThreadThanTheOneThatDrivesItIsRefused() {
        final JoinedAsset[] radar = new JoinedAsset[1];
        final Asset asset = (fromNs, toNs) -> {
            elsewhere(() -> radar[0].wakeAt(1_000));
            elsewhere(() -> radar[0].stepTo(10));
            elsewhere(() -> radar[0].chooseStep(10));
            radar[0].stepTo(20);
        };
        radar[0] = connection.join(AssetSpec.named("radar"), asset);
        elsewhere(() -> radar[0].wakeAt(0));
        assertThat(thrown).as("before it is driven").isEmpty();
        lab.hub.core.publish(50);
        try (CallbackLoop loop = connection.loop()) {
            while (radar[0].timeNs() == 0) {
                loop.turn();
            }
            elsewhere(() -> radar[0].wakeAt(1_000));
        }
        assertThat(thrown).hasSize(4).allSatisfy(each -> assertThat(each).hasMessage("asset 'radar': thread 'other'"
            + " does not drive the asset, thread '" + Thread.currentThread().getName() + "' does; its turns are shaped"
            + " from there"));
        assertThat(radar[0].timeNs()).isEqualTo(20);
        elsewhere(() -> radar[0].wakeAt(1_000));
        assertThat(thrown).as("it is not driven any more").hasSize(4);
        assertThatIllegalStateException().isThrownBy(() -> radar[0].stepTo(30)).withMessageContaining("has no step");
    }
}
