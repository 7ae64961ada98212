package io.takt.shm.asset;

import io.takt.asset.AssetSpec;
import io.takt.asset.AssetState;
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
final class SessionLab {
    private static final int RECORDS = 64;

    /** Happens before every read of a counter, and after every announcement of a sleep on it. */
    interface Meanwhile {
        void on(int counterId);
    }

    Meanwhile beforeRead = counterId -> { };
    Meanwhile afterAnnounce = counterId -> { };
    Meanwhile beforePublish = counterId -> { };
    final CountersManager counters = new CountersManager(
        new UnsafeBuffer(ByteBuffer.allocateDirect(RECORDS * CountersReader.METADATA_LENGTH)), new Values());
    final HubClocks hub = new HubClocks(counters, "h");
    final ThreadClocks thread = hub.allocateThread(1, 1);
    final CoreDoorbell coreDoorbell = hub.allocateCoreDoorbell(1);
    final AssetThread.Counters threadCounters = new AssetThread.Counters(thread.sleep().counterId(),
        thread.sleep().doorbell(), thread.activity(), coreDoorbell);
    Clock core = hub.allocateCore(1);
    AssetClocks own;

    /** Counters that let others act in the middle of a thread's action. */
    private final class Values extends UnsafeBuffer {
        Values() {
            super(ByteBuffer.allocateDirect(RECORDS * CountersReader.COUNTER_LENGTH));
        }

        @Override
        public long getLongVolatile(final int index) {
            if (index % CountersReader.COUNTER_LENGTH == 0) {
                beforeRead.on(index / CountersReader.COUNTER_LENGTH);
            }
            return super.getLongVolatile(index);
        }

        @Override
        public void putLongRelease(final int index, final long value) {
            if (index % CountersReader.COUNTER_LENGTH == 0) {
                beforePublish.on(index / CountersReader.COUNTER_LENGTH);
            }
            super.putLongRelease(index, value);
        }

        @Override
        public void putLongVolatile(final int index, final long value) {
            super.putLongVolatile(index, value);
            if (index % CountersReader.COUNTER_LENGTH == 0) {
                afterAnnounce.on(index / CountersReader.COUNTER_LENGTH);
            }
        }
    }

    SessionLab(final long timeNs) {
        own = hub.allocateAsset(1, 0, "a", timeNs, AssetState.JOINED);
    }

    SessionClocks clocks() {
        return new SessionClocks(0, core, own.time(), own.retain(), own.next(), own.time().read(), threadCounters,
            null);
    }

    SessionClocks clocksOfNewEpoch() {
        core = hub.allocateCore(2);
        own = hub.allocateAsset(2, 0, "a", 0, AssetState.READY);
        return clocks();
    }

    AssetSession session() {
        return new AssetSession(AssetSpec.named("a").stepNs(10).onHubLost(OnHubLost.ATTACH),
            new AssetThread(threadCounters),
            null, clocks(), 0);
    }

    static void post(final AssetSession session, final SessionCommand command) {
        session.thread().post(session, command);
    }

    /** All values, to see that none was written. */
    long[] values() {
        final long[] values = new long[RECORDS];
        for (int id = 0; id < RECORDS; id++) {
            values[id] = counters.getCounterValue(id);
        }
        return values;
    }
}
