package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.takt.asset.AssetFailedException;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubState;
import io.takt.asset.PolledAsset;
import io.takt.asset.message.InputSpec;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.message.MessageFolder;
import io.takt.shm.ring.DamageException;
import io.takt.shm.ring.RingLayout;
import java.io.RandomAccessFile;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A receiver that finds its sender's log damaged is lost by that, and not by a fault of its simulator. */
@Timeout(60)
class DamagedLogLossTest {
    @Test
    void theHubNamesTheLogAndItsSender() throws Exception {
        try (LiveHub hub = new LiveHub(10, 20);
            ShmHubConnection connection = ShmHubConnection.connect(hub.directory);
            PolledAsset sender = connection.join(AssetSpec.named("s").stepNs(10).sends("talk"));
            PolledAsset receiver = connection.join(AssetSpec.named("r").stepNs(10)
                .receives(InputSpec.gated("talk", "s")))) {
            sender.channels().output("talk").send(new UnsafeBuffer(new byte[8]), 0, 8);
            sender.poll();
            final String log = new MessageFolder(hub.directory).logName("s");
            try (RandomAccessFile file = new RandomAccessFile(log, "rw")) {
                file.seek(RingLayout.RING_OFFSET);
                file.writeInt(0x07070707);
            }
            final String damage = "the log of asset 's' (" + log + ") is damaged at position 0";
            assertThatExceptionOfType(AssetFailedException.class).isThrownBy(receiver::poll)
                .havingCause().isInstanceOf(DamageException.class).withMessage(damage);
            assertThat(hub.waitUntil(status -> status.state() == HubState.FAILED).reason())
                .isEqualTo("asset 'r' was lost at 0s: " + damage);
        }
    }
}
