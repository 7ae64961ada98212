package io.takt.shm.clock;

import io.takt.asset.AssetState;
import io.takt.shm.waiting.Doorbell;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/**
 * Allocates and frees a hub's counters. They belong to the hub, not to the assets that write them: an asset that is
 * suspended or gone leaves its clock where it stands.
 *
 * <p>A counter's value is in place before its record can be found, so nobody ever sees a late joiner's clock at 0.
 * Owned by the hub's thread.
 */
public final class HubClocks {
    private final CountersManager counters;
    private final String hub;

    /**
     * The counters of a hub.
     *
     * @param counters of the media driver, safe to be used beside the driver's own thread.
     * @param hub      the hub's name.
     */
    public HubClocks(final CountersManager counters, final String hub) {
        this.counters = counters;
        this.hub = hub;
    }

    /**
     * T_c, at 0.
     *
     * @param epoch of the run.
     * @return the clock.
     */
    public Clock allocateCore(final long epoch) {
        return allocate(
            ClockLayout.coreTimeLabel(hub), ClockLayout.CORE_TIME_TYPE_ID, epoch, ClockLayout.CORE_NUMBER, 0);
    }

    /**
     * The counters of an asset.
     *
     * @param epoch  of the run.
     * @param number of the asset in this hub.
     * @param asset  the asset's name.
     * @param timeNs T_i to start from.
     * @param state  to start with.
     * @return the clocks.
     * @throws IllegalStateException when the CnC file has no room for more counters; nothing is allocated then.
     */
    public AssetClocks allocateAsset(final long epoch, final int number, final String asset, final long timeNs,
        final AssetState state) {
        final Clock time =
            allocate(ClockLayout.assetTimeLabel(hub, asset), ClockLayout.ASSET_TIME_TYPE_ID, epoch, number, timeNs);
        Clock stateClock = null;
        try {
            stateClock = allocate(ClockLayout.assetStateLabel(hub, asset), ClockLayout.ASSET_STATE_TYPE_ID, epoch,
                number, state.ordinal());
            return new AssetClocks(time, stateClock, allocate(ClockLayout.assetRetainLabel(hub, asset),
                ClockLayout.ASSET_RETAIN_TYPE_ID, epoch, number, 0));
        } catch (final IllegalStateException e) {
            free(time);
            if (stateClock != null) {
                free(stateClock);
            }
            throw e;
        }
    }

    /**
     * The counters on which the hub sleeps; it is awake.
     *
     * @param epoch in which they are allocated.
     * @return the doorbell.
     */
    public CoreDoorbell allocateCoreDoorbell(final long epoch) {
        return new CoreDoorbell(
            allocate(ClockLayout.coreDoorbellLabel(hub), ClockLayout.DOORBELL_TYPE_ID, epoch, ClockLayout.CORE_NUMBER,
                Doorbell.AWAKE),
            allocate(ClockLayout.coreDoorbellForLabel(hub), ClockLayout.DOORBELL_TYPE_ID, epoch,
                ClockLayout.CORE_NUMBER, 0));
    }

    /**
     * The counters of a thread that drives assets; it is awake, and no step is under way.
     *
     * @param epoch  in which they are allocated.
     * @param thread number of the thread.
     * @return the counters.
     * @throws IllegalStateException when the CnC file has no room for more counters; nothing is allocated then.
     */
    public ThreadClocks allocateThread(final long epoch, final int thread) {
        final Clock sleep = allocate(ClockLayout.threadDoorbellLabel(hub, thread), ClockLayout.DOORBELL_TYPE_ID, epoch,
            thread, Doorbell.AWAKE);
        try {
            return new ThreadClocks(thread, sleep, allocate(ClockLayout.activityLabel(hub, thread),
                ClockLayout.ACTIVITY_TYPE_ID, epoch, thread, ClockLayout.NO_STEP));
        } catch (final IllegalStateException e) {
            free(sleep);
            throw e;
        }
    }

    /**
     * Gives the counters of a thread back.
     *
     * @param thread of this hub.
     */
    public void free(final ThreadClocks thread) {
        free(thread.sleep());
        free(thread.activity());
    }

    /**
     * Gives a core's counter back. Its value stays until the record is used again, a second later at the earliest.
     *
     * @param clock of this hub.
     */
    public void free(final Clock clock) {
        counters.free(clock.counterId());
    }

    /**
     * Gives an asset's counters back.
     *
     * @param clocks of this hub.
     */
    public void free(final AssetClocks clocks) {
        free(clocks.time());
        free(clocks.state());
        free(clocks.retain());
    }

    private Clock allocate(final String label, final int typeId, final long epoch, final int number, final long value) {
        final InitialValue initial = new InitialValue(epoch, number, value);
        return new Clock(counters.valuesBuffer(), counters.allocate(label, typeId, initial));
    }

    /**
     * Writes the value at the moment at which the key is written: after the record was chosen, before it is marked as
     * allocated. The record's number follows from where the key lies.
     */
    private final class InitialValue implements Consumer<MutableDirectBuffer> {
        private final long epoch;
        private final int number;
        private final long value;

        InitialValue(final long epoch, final int number, final long value) {
            this.epoch = epoch;
            this.number = number;
            this.value = value;
        }

        @Override
        public void accept(final MutableDirectBuffer key) {
            final long keyAddress = key.addressOffset() - counters.metaDataBuffer().addressOffset();
            final int counterId = (int) ((keyAddress - CountersReader.KEY_OFFSET) / CountersReader.METADATA_LENGTH);
            final AtomicBuffer values = counters.valuesBuffer();
            values.putLongRelease(CountersReader.counterOffset(counterId), value);
            ClockLayout.putKey(key, epoch, number);
        }
    }
}
