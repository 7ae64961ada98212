package io.takt.shm.clock;

import io.takt.asset.AssetState;
import io.takt.asset.Steps;
import io.takt.shm.waiting.Doorbell;
import io.takt.shm.waiting.Kernel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/**
 * Allocates and frees a hub's counters. They belong to the hub, not to the assets that write them: an asset that is
 * suspended or gone leaves its clock where it stands.
 *
 * <p>A counter's value is in place before its record can be found, so a late joiner's clock is never seen at 0.
 * Owned by the hub's thread.
 */
public final class HubClocks {
    private final CountersManager counters;
    private final String hub;
    private final Set<Integer> withheld = new HashSet<>();
    private final Kernel kernel;

    /**
     * The counters of a hub.
     *
     * @param counters of the media driver, safe to be used beside the driver's own thread.
     * @param hub      the hub's name.
     */
    public HubClocks(final CountersManager counters, final String hub) {
        this(counters, hub, Kernel.OF_THIS_MACHINE);
    }

    /**
     * The counters of a hub whose thread sleeps by another kernel than this machine's.
     *
     * @param counters safe to be used beside the threads of others that use them.
     * @param hub      the hub's name.
     * @param kernel   lets threads sleep.
     */
    public HubClocks(final CountersManager counters, final String hub, final Kernel kernel) {
        this.counters = counters;
        this.hub = hub;
        this.kernel = kernel;
    }

    /**
     * T_c, at 0, of a run that cannot be taken over.
     *
     * @param epoch of the run.
     * @return the clock.
     */
    public Clock allocateCore(final long epoch) {
        return allocateCore(new CoreKey(epoch, 0, 0, 0, 0), 0);
    }

    /**
     * T_c.
     *
     * @param key    of its counter.
     * @param timeNs T_c to start from.
     * @return the clock.
     */
    public Clock allocateCore(final CoreKey key, final long timeNs) {
        return allocate(ClockLayout.coreTimeLabel(hub), ClockLayout.CORE_TIME_TYPE_ID, key::putInto, timeNs);
    }

    /**
     * Says that the run has ended in order, so that it is not taken over.
     *
     * @param core of the run.
     */
    public void retire(final Clock core) {
        counters.metaDataBuffer().putLongRelease(keyOf(core) + ClockLayout.DIGEST_OFFSET, 0);
    }

    /**
     * Says for the next hub that the run is being put back to its start; the clock of the next epoch does not say so.
     *
     * @param core of the run.
     */
    public void markResetting(final Clock core) {
        counters.metaDataBuffer().putInt(keyOf(core) + ClockLayout.RESETTING_OFFSET, 1);
    }

    /**
     * Says which process writes an asset's clock from now on.
     *
     * @param time      T_i's counter.
     * @param pid       the process; 0 when it does not say.
     * @param startTime when it started, as of {@link AssetKey}.
     */
    public void handOver(final Clock time, final int pid, final long startTime) {
        counters.metaDataBuffer().putLong(keyOf(time) + ClockLayout.STARTED_OFFSET, startTime);
        counters.metaDataBuffer().putInt(keyOf(time) + ClockLayout.PID_OFFSET, pid);
    }

    /**
     * Says for the next hub whether an asset has to be put back before it can go on.
     *
     * @param time      T_i's counter.
     * @param hasMissed whether it was away in the last reset, and has not been put back since.
     */
    public void markMissed(final Clock time, final boolean hasMissed) {
        counters.metaDataBuffer().putInt(keyOf(time) + ClockLayout.MISSED_OFFSET, hasMissed ? 1 : 0);
    }

    private static int keyOf(final Clock clock) {
        return CountersReader.metaDataOffset(clock.counterId()) + CountersReader.KEY_OFFSET;
    }

    /**
     * The counters of an asset of which nothing is said.
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
        return allocateAsset(new AssetKey(epoch, number, 0, Steps.fixedNs(1), 0), asset, timeNs, state);
    }

    /**
     * The counters of an asset.
     *
     * @param key    of T_i's counter.
     * @param asset  the asset's name.
     * @param timeNs T_i to start from.
     * @param state  to start with.
     * @return the clocks.
     * @throws IllegalStateException when the CnC file has no room for more counters; nothing is allocated then.
     */
    public AssetClocks allocateAsset(final AssetKey key, final String asset, final long timeNs,
        final AssetState state) {
        return allocateAsset(key, asset, timeNs, state, List.of(), false);
    }

    /**
     * The counters of an asset that may send and receive.
     *
     * @param key      of T_i's counter.
     * @param asset    the asset's name.
     * @param timeNs   T_i to start from.
     * @param state    to start with.
     * @param channels that it sends.
     * @param receives whether it receives any.
     * @return the clocks.
     * @throws IllegalStateException when the CnC file has no room for more counters; nothing is allocated then.
     */
    public AssetClocks allocateAsset(final AssetKey key, final String asset, final long timeNs,
        final AssetState state, final List<String> channels, final boolean receives) {
        final List<Clock> done = new ArrayList<>();
        try {
            done.add(allocate(
                ClockLayout.assetTimeLabel(hub, asset), ClockLayout.ASSET_TIME_TYPE_ID, key::putInto, timeNs));
            done.add(allocate("asset-state", asset, ClockLayout.ASSET_STATE_TYPE_ID, key, state.ordinal()));
            done.add(allocate("asset-retain", asset, ClockLayout.ASSET_RETAIN_TYPE_ID, key, 0));
            for (final String channel : channels) {
                done.add(allocate("frontier", asset + " channel=" + channel, ClockLayout.FRONTIER_TYPE_ID, key, 0));
            }
            final List<Clock> promises = List.copyOf(done.subList(3, done.size()));
            Clock digest = null;
            if (receives) {
                digest = allocate("digest", asset, ClockLayout.DIGEST_TYPE_ID, key, 0);
                done.add(digest);
            }
            final Clock next = key.steps().isWhole()
                ? allocate("next-time", asset, ClockLayout.NEXT_TIME_TYPE_ID, key, 0) : null;
            return new AssetClocks(done.get(0), done.get(1), done.get(2), promises, digest, next);
        } catch (final IllegalStateException e) {
            done.forEach(this::free);
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
        final String label = ClockLayout.label("doorbell", hub);
        return new CoreDoorbell(
            allocate(label + " core", ClockLayout.DOORBELL_TYPE_ID, epoch, ClockLayout.CORE_NUMBER, Doorbell.AWAKE),
            allocate(label + " core-for", ClockLayout.DOORBELL_TYPE_ID, epoch, ClockLayout.CORE_NUMBER, 0));
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
        final Clock sleep = allocate(ClockLayout.label("doorbell", hub) + " thread=" + thread,
            ClockLayout.DOORBELL_TYPE_ID, epoch, thread, Doorbell.AWAKE);
        try {
            return new ThreadClocks(thread, sleep, allocate(ClockLayout.label("activity", hub) + " thread=" + thread,
                ClockLayout.ACTIVITY_TYPE_ID, epoch, thread, ClockLayout.NO_STEP));
        } catch (final IllegalStateException e) {
            free(sleep);
            throw e;
        }
    }

    /**
     * The counters of a child hub.
     *
     * @param epoch    of the run.
     * @param timeNs   T_c of the parent.
     * @param reportNs what the child reports.
     * @return the clocks.
     * @throws IllegalStateException when the CnC file has no room for more counters; nothing is allocated then.
     */
    public ParentClocks allocateParent(final long epoch, final long timeNs, final long reportNs) {
        final Clock time = allocate(ClockLayout.label("parent-time", hub), ClockLayout.PARENT_TIME_TYPE_ID, epoch,
            ClockLayout.CORE_NUMBER, timeNs);
        try {
            return new ParentClocks(time, allocate(ClockLayout.label("report", hub), ClockLayout.REPORT_TYPE_ID, epoch,
                ClockLayout.CORE_NUMBER, reportNs));
        } catch (final IllegalStateException e) {
            free(time);
            throw e;
        }
    }

    /**
     * Frees the counters of a child hub.
     *
     * @param clocks of this hub.
     */
    public void free(final ParentClocks clocks) {
        free(clocks.time());
        free(clocks.report());
    }

    /**
     * Never gives the counters of an asset to another one, even after they are freed: a forked child of which the hub
     * knows nothing may still write them.
     *
     * @param clocks of this hub.
     */
    public void withhold(final AssetClocks clocks) {
        clocks.own().forEach(clock -> withheld.add(clock.counterId()));
    }

    /**
     * The same for what a thread writes.
     *
     * @param thread of this hub.
     */
    public void withhold(final ThreadClocks thread) {
        withheld.add(thread.sleep().counterId());
        withheld.add(thread.activity().counterId());
    }

    /**
     * Whether an asset's counters are withheld, and have not been given back.
     *
     * @param clocks of this hub.
     * @return whether another process may write them.
     */
    public boolean isWithheld(final AssetClocks clocks) {
        return withheld.contains(clocks.time().counterId());
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
     * Gives a counter back. Its value stays until the record is used again, a second later at the earliest.
     *
     * @param clock of this hub.
     */
    public void free(final Clock clock) {
        final int id = clock.counterId();
        counters.free(id);
        if (withheld.remove(id)) {
            // Well before that second is over.
            counters.metaDataBuffer().putLongRelease(CountersReader.metaDataOffset(id)
                + CountersReader.FREE_FOR_REUSE_DEADLINE_OFFSET, CountersReader.NOT_FREE_TO_REUSE);
        }
    }

    /**
     * Gives an asset's counters back.
     *
     * @param clocks of this hub.
     */
    public void free(final AssetClocks clocks) {
        clocks.own().forEach(this::free);
        free(clocks.state());
    }

    private Clock allocate(final String kind, final String asset, final int typeId, final AssetKey key,
        final long value) {
        return allocate(ClockLayout.label(kind, hub, asset), typeId, key.epoch(), key.number(), value);
    }

    private Clock allocate(final String label, final int typeId, final long epoch, final int number, final long value) {
        return allocate(label, typeId, key -> ClockLayout.putKey(key, epoch, number), value);
    }

    private Clock allocate(final String label, final int typeId, final Consumer<MutableDirectBuffer> putKey,
        final long value) {
        return new Clock(counters.valuesBuffer(),
            counters.allocate(label, typeId, new InitialValue(putKey, value)), kernel);
    }

    /**
     * Writes the value at the moment at which the key is written: after the record was chosen, before it is marked as
     * allocated. The record's number follows from where the key lies.
     */
    private final class InitialValue implements Consumer<MutableDirectBuffer> {
        private final Consumer<MutableDirectBuffer> putKey;
        private final long value;

        InitialValue(final Consumer<MutableDirectBuffer> putKey, final long value) {
            this.putKey = putKey;
            this.value = value;
        }

        @Override
        public void accept(final MutableDirectBuffer key) {
            final long keyAddress = key.addressOffset() - counters.metaDataBuffer().addressOffset();
            final int counterId = (int) ((keyAddress - CountersReader.KEY_OFFSET) / CountersReader.METADATA_LENGTH);
            final AtomicBuffer values = counters.valuesBuffer();
            values.putLongRelease(CountersReader.counterOffset(counterId), value);
            putKey.accept(key);
        }
    }
}
