package io.takt.shm.clock;

import io.aeron.CncFileDescriptor;
import io.takt.asset.TaktException;
import io.takt.shm.waiting.Doorbell;
import io.takt.shm.waiting.Kernel;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * A media driver's CnC file, mapped for its counters alone: no Aeron client, no keep-alives, nothing that a long stop
 * of this process could make expire.
 *
 * <p>After {@link #close} the clocks of this file must not be touched any more; the memory is gone.
 */
public final class ClockFile implements AutoCloseable {
    private final MappedByteBuffer mapping;
    private final AtomicBuffer values;
    private final CountersReader counters;
    private final Kernel kernel;
    private final Int2ObjectHashMap<Doorbell> doorbells = new Int2ObjectHashMap<>();

    private ClockFile(final MappedByteBuffer mapping, final AtomicBuffer metaData, final AtomicBuffer values,
        final Kernel kernel) {
        this.mapping = mapping;
        this.values = values;
        this.counters = new CountersReader(metaData, values);
        this.kernel = kernel;
    }

    /**
     * Counters that are in memory already, such as those of a hub in the same process; there is nothing to close.
     *
     * @param metaData of the counters.
     * @param values   of the counters.
     * @param kernel   lets threads sleep on them.
     * @return the clocks, as in a file.
     */
    public static ClockFile over(final AtomicBuffer metaData, final AtomicBuffer values, final Kernel kernel) {
        return new ClockFile(null, metaData, values, kernel);
    }

    /**
     * Maps the file for an observer, which cannot write.
     *
     * @param cncFile of a running media driver.
     * @return the file.
     * @throws TaktException when there is no such file or it is of another version.
     */
    public static ClockFile forReading(final Path cncFile) {
        return map(cncFile, FileChannel.MapMode.READ_ONLY);
    }

    /**
     * Maps the file for an asset, which writes its own clocks.
     *
     * @param cncFile of a running media driver.
     * @return the file.
     * @throws TaktException when there is no such file or it is of another version.
     */
    public static ClockFile forWriting(final Path cncFile) {
        return map(cncFile, FileChannel.MapMode.READ_WRITE);
    }

    private static ClockFile map(final Path cncFile, final FileChannel.MapMode mode) {
        if (!Files.isReadable(cncFile)) {
            throw new TaktException("cannot read " + cncFile + "; is the hub running, and is it yours?");
        }
        if (cncFile.toFile().length() < CncFileDescriptor.META_DATA_LENGTH) {
            throw new TaktException(cncFile + " is no media driver's file, or it is only being made");
        }
        final MappedByteBuffer mapping = IoUtil.mapExistingFile(cncFile.toFile(), mode, "cnc file");
        final DirectBuffer header = CncFileDescriptor.createMetaDataBuffer(mapping);
        final int version = header.getInt(CncFileDescriptor.cncVersionOffset(0));
        if (version != CncFileDescriptor.CNC_VERSION
            || !CncFileDescriptor.isCncFileLengthSufficient(header, mapping.capacity())) {
            IoUtil.unmap(mapping);
            throw new TaktException(cncFile + " is of version " + version
                + " or incomplete; this program reads version " + CncFileDescriptor.CNC_VERSION);
        }
        return new ClockFile(mapping, CncFileDescriptor.createCountersMetaDataBuffer(mapping, header),
            CncFileDescriptor.createCountersValuesBuffer(mapping, header), Kernel.OF_THIS_MACHINE);
    }

    /**
     * One counter.
     *
     * @param counterId as named by a join's answer or found by its label.
     * @return the clock.
     */
    public Clock clock(final int counterId) {
        return new Clock(values, counterId, kernel);
    }

    /**
     * Wakes a thread of any process.
     *
     * @param counterId number of the doorbell counter on which it sleeps, as found in shared memory; the number of a
     *                  thread that has gone, or never was, is no error.
     */
    public void ring(final long counterId) {
        if (counterId >= 0 && counterId <= counters.maxCounterId()
            && counters.getCounterTypeId((int) counterId) == ClockLayout.DOORBELL_TYPE_ID) {
            doorbell((int) counterId).ring();
        }
    }

    /** Kept, since senders and receivers ring the same few again and again. */
    private Doorbell doorbell(final int counterId) {
        synchronized (doorbells) {
            Doorbell doorbell = doorbells.get(counterId);
            if (doorbell == null) {
                doorbell = clock(counterId).doorbell();
                doorbells.put(counterId, doorbell);
            }
            return doorbell;
        }
    }

    /** {@return all counters, to find clocks by type id and label} */
    public CountersReader counters() {
        return counters;
    }

    @Override
    public void close() {
        if (mapping != null) {
            IoUtil.unmap(mapping);
        }
    }
}
