package io.takt.proofs.memory;

import io.aeron.CncFileDescriptor;
import io.takt.asset.AssetState;
import io.takt.rule.AssetClock;
import io.takt.rule.CoreRule;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.clock.ClockObserver;
import io.takt.shm.clock.CoreKey;
import io.takt.shm.clock.HubClocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/**
 * A hub's clocks in a CnC file as a media driver makes it, an asset that has joined, and the shipped observer, which
 * has mapped the file by itself and has found the clocks. There are more than the harness has under way at once, used
 * in turn.
 */
final class ObservedHub {
    static final long STEP_NS = 10;
    static final long MAX_DELAY_NS = 20;
    static final int ASSET = 5;

    private static final String HUB = "h";
    private static final int MANY = 2 * Harness.TRIALS;
    private static final int RECORDS = 24;
    private static final int OTHER_BUFFERS = 1024;
    private static final int PAGE = 4096;
    private static final long REUSE_AFTER_MS = 1_000;
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final ObservedHub[] ALL = make();

    final HubClocks clocks;
    /** Ordinary memory, to which the asset writes in its step. */
    final UnsafeBuffer payload = new UnsafeBuffer(ByteBuffer.allocateDirect(Long.BYTES));
    final CountersManager counters;
    Clock core;
    AssetClocks asset;
    ClockObserver observer;
    long epoch;
    private final ClockFile file;
    private final List<Integer> inUse = new ArrayList<>();
    private AssetClock assetClock;
    private long wallMs;

    private ObservedHub() {
        try {
            final Path path = Files.createTempFile("takt", ".cnc");
            Files.delete(path);
            counters = makeFile(path);
            file = ClockFile.forReading(path);
            path.toFile().deleteOnExit();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        clocks = new HubClocks(counters, HUB);
    }

    private static ObservedHub[] make() {
        final ObservedHub[] all = new ObservedHub[MANY];
        for (int i = 0; i < MANY; i++) {
            all[i] = new ObservedHub();
        }
        return all;
    }

    private CountersManager makeFile(final Path path) {
        final int descriptions = RECORDS * CountersReader.METADATA_LENGTH;
        final int values = RECORDS * CountersReader.COUNTER_LENGTH;
        final MappedByteBuffer mapping = IoUtil.mapNewFile(path.toFile(), CncFileDescriptor.computeCncFileLength(
            CncFileDescriptor.META_DATA_LENGTH + 3 * OTHER_BUFFERS + descriptions + values, PAGE));
        final UnsafeBuffer header = CncFileDescriptor.createMetaDataBuffer(mapping);
        CncFileDescriptor.fillMetaData(header, OTHER_BUFFERS, OTHER_BUFFERS, descriptions, values, 0, OTHER_BUFFERS, 0,
            0, PAGE);
        CncFileDescriptor.signalCncReady(header);
        return new CountersManager(CncFileDescriptor.createCountersMetaDataBuffer(mapping, header),
            CncFileDescriptor.createCountersValuesBuffer(mapping, header), StandardCharsets.UTF_8, () -> wallMs,
            REUSE_AFTER_MS);
    }

    /** The next one, in an epoch of its own, with one asset; T_c and T_i stand at the same time. */
    static ObservedHub next(final long timeNs) {
        final ObservedHub next = ALL[NEXT.getAndIncrement() & (MANY - 1)];
        next.begin(timeNs);
        return next;
    }

    private void begin(final long timeNs) {
        counters.forEach((counterId, label) -> inUse.add(counterId));
        inUse.forEach(counters::free);
        inUse.clear();
        letFreedRecordsBeUsedAgain();
        epoch++;
        payload.putLong(0, 0);
        core = allocateCore(epoch, timeNs);
        asset = clocks.allocateAsset(epoch, ASSET, "a", timeNs, AssetState.RUNNING);
        assetClock = new AssetClock(timeNs, STEP_NS, 0, 0);
        observer = new ClockObserver(file, HUB, MAX_DELAY_NS);
        observer.resolve();
    }

    Clock allocateCore(final long ofEpoch, final long timeNs) {
        return clocks.allocateCore(new CoreKey(ofEpoch, 0, STEP_NS, MAX_DELAY_NS, 0), timeNs);
    }

    /** By the hub: so much wall time passes at once. */
    void letFreedRecordsBeUsedAgain() {
        wallMs += REUSE_AFTER_MS;
    }

    /** By the hub: a count-up by rule (b). */
    void coreCountsUp() {
        final long nextNs = core.read() + STEP_NS;
        if (CoreRule.allows(nextNs, asset.time().read(), MAX_DELAY_NS)) {
            core.publish(nextNs);
        }
    }

    /** By the asset: a count-up by rule (a), the simulator's work included. */
    void assetCountsUp() {
        if (assetClock.progresses(core.read())) {
            payload.putLong(0, assetClock.nextNs());
            assetClock.progressTo(assetClock.nextNs(), 0);
            asset.time().publish(assetClock.timeNs());
        }
    }

    /** By an observer: whether a T_c is in use in another record than this. */
    boolean seesCoreOtherThan(final int counterId) {
        final boolean[] found = new boolean[1];
        file.counters().forEach((each, typeId, key, label) ->
            found[0] |= typeId == ClockLayout.CORE_TIME_TYPE_ID && each != counterId);
        return found[0];
    }

    /** By an observer: whether a record is in use. */
    boolean seesInUse(final int counterId) {
        return file.counters().getCounterState(counterId) == CountersReader.RECORD_ALLOCATED;
    }

    /** By an observer: how often the clocks broke the rules, as far as can be seen. */
    int violations() {
        return (int) observer.violations();
    }
}
