package io.takt.shm.asset;

import io.takt.asset.AssetState;
import io.takt.asset.AssetSpec;
import io.takt.asset.OnHubLost;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.ThreadClocks;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/** The counters that one hub gives an asset and its thread; another hub is another of these. */
final class SeatLab {
    private static final int RECORDS = 64;

    final CountersManager counters = new CountersManager(
        new UnsafeBuffer(ByteBuffer.allocateDirect(RECORDS * CountersReader.METADATA_LENGTH)),
        new UnsafeBuffer(ByteBuffer.allocateDirect(RECORDS * CountersReader.COUNTER_LENGTH)));
    final HubClocks hub = new HubClocks(counters, "h");
    final ThreadClocks thread = hub.allocateThread(1, 1);
    final CoreDoorbell coreDoorbell = hub.allocateCoreDoorbell(1);
    final AssetThread.Counters threadCounters = new AssetThread.Counters(thread.sleep().counterId(),
        thread.sleep().doorbell(), thread.activity(), coreDoorbell);
    Clock core = hub.allocateCore(1);
    AssetClocks own;

    SeatLab(final long timeNs) {
        own = hub.allocateAsset(1, 0, "a", timeNs, AssetState.JOINED);
    }

    Seat.Clocks clocks() {
        return new Seat.Clocks(0, core, own.time(), own.retain(), own.next(), own.time().read(), threadCounters, null);
    }

    Seat.Clocks clocksOfNewEpoch() {
        core = hub.allocateCore(2);
        own = hub.allocateAsset(2, 0, "a", 0, AssetState.READY);
        return clocks();
    }

    Seat seat() {
        return new Seat(AssetSpec.named("a").stepNs(10).onHubLost(OnHubLost.ATTACH), new AssetThread(threadCounters),
            null, clocks(), 0);
    }

    /** All values, to see that nobody has written any. */
    long[] values() {
        final long[] values = new long[RECORDS];
        for (int id = 0; id < RECORDS; id++) {
            values[id] = counters.getCounterValue(id);
        }
        return values;
    }
}
