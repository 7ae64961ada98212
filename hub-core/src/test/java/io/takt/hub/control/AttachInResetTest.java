package io.takt.hub.control;

import static io.takt.hub.control.AttachTest.spec;
import static io.takt.hub.control.AttachTest.turnOtherThan;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubConnection;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.RefusalCode;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.control.Event;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Assets whose hub dies in a reset, or which find the next one in a reset. */
@Timeout(60)
class AttachInResetTest {
    @TempDir
    private Path folder;
    private HubDirectory directory;
    private FakeHub hub;
    private HubConnection connection;
    private PolledAsset asset;

    @BeforeEach
    void stepTo10() throws IOException {
        directory = new HubDirectory(folder, "h");
        hub = new FakeHub(directory);
        connection = ShmHubConnection.connect(directory);
        asset = connection.join(spec("p"));
        hub.coreTo(10);
        assertThat(turnOtherThan(Turn.WAIT, asset)).isEqualTo(Turn.STEP);
        asset.commit();
        waitUntilReady(1);
    }

    @AfterEach
    void close() {
        connection.close();
        hub.close();
    }

    /** The next hub lets it stand at T_c until all are there, and dies before it orders the reset anew. */
    @Test
    void anAssetBackAtItsStartTellsEveryHubUntilOneHasResetAll() throws IOException {
        hub.tell(new Event.Reset(null));
        assertThat(turnOtherThan(Turn.WAIT, asset)).isEqualTo(Turn.RESET);
        asset.commit();
        for (int i = 0; i < 3; i++) {
            hub.close();
            hub = new FakeHub(directory, true, 100);
            waitUntilReady(1);
            assertThat(hub.join(0).timeNs()).as("hub %d", i).isZero();
            assertThat(hub.timeOf("p")).isEqualTo(100);
        }
        hub.tell(new Event.Reset(null));
        assertThat(turnOtherThan(Turn.WAIT, asset)).isEqualTo(Turn.RESET);
    }

    /** The quicker asset was back at its start. */
    @Test
    void anAssetThatFindsTheHubInAResetAsksAgain() throws IOException {
        hub.refusal = "another wording";
        hub.refusalCode = RefusalCode.RESETTING;
        hub.hangUp();
        FakeHub.awaitThat(() -> {
            assertThat(asset.poll()).isEqualTo(Turn.WAIT);
            return hub.heard(Request.Join.class).size() > 3;
        });
        hub.refusal = null;
        waitUntilReady(2);
        hub.coreTo(20);
        assertThat(turnOtherThan(Turn.WAIT, asset)).isEqualTo(Turn.STEP);
    }

    private void waitUntilReady(final int times) {
        FakeHub.awaitThat(() -> {
            assertThat(asset.poll()).isEqualTo(Turn.WAIT);
            return hub.heard(Request.Ready.class).size() == times;
        });
    }
}
