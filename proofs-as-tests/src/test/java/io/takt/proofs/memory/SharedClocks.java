package io.takt.proofs.memory;

import io.takt.asset.AssetState;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.HubClocks;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/**
 * The counters of a hub and an asset, in memory outside of the heap as in a CnC file, made by shipped classes. There
 * are more than the harness has under way at once, used in turn.
 */
final class SharedClocks {
    private static final int MANY = 2 * Harness.TRIALS;
    private static final int COUNTERS_OF_EACH = 7;
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final SharedClocks[] ALL = allocate();

    final Clock core;
    final Clock asset;
    final Clock threadSleep;
    final CoreDoorbell coreDoorbell;
    private final CountersManager counters;

    private SharedClocks(final CountersManager counters, final HubClocks hub) {
        this.counters = counters;
        this.core = hub.allocateCore(1);
        this.asset = hub.allocateAsset(1, 0, "a", 0, AssetState.RUNNING).time();
        this.threadSleep = hub.allocateThread(1, 1).sleep();
        this.coreDoorbell = hub.allocateCoreDoorbell(1);
    }

    private static SharedClocks[] allocate() {
        final int records = MANY * (COUNTERS_OF_EACH + 1);
        final CountersManager counters = new CountersManager(
            new UnsafeBuffer(ByteBuffer.allocateDirect(records * CountersReader.METADATA_LENGTH)),
            new UnsafeBuffer(ByteBuffer.allocateDirect(records * CountersReader.COUNTER_LENGTH)));
        final HubClocks hub = new HubClocks(counters, "h");
        final SharedClocks[] all = new SharedClocks[MANY];
        for (int i = 0; i < MANY; i++) {
            all[i] = new SharedClocks(counters, hub);
        }
        return all;
    }

    /** The next ones, with all times at 0 and both sides awake. */
    static SharedClocks next() {
        final SharedClocks next = ALL[NEXT.getAndIncrement() & (MANY - 1)];
        next.core.publish(0);
        next.asset.publish(0);
        next.threadSleep.doorbell().withdraw();
        next.coreDoorbell.withdraw();
        return next;
    }

    /** For which asset the hub sleeps. */
    long coreSleepsFor() {
        return counters.getCounterValue(coreDoorbell.counterIds()[0]);
    }
}
