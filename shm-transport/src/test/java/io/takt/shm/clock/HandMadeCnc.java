package io.takt.shm.clock;

import io.aeron.CncFileDescriptor;
import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/** A CnC file as a media driver makes it, without the driver: its counters, and a clock for their reuse. */
final class HandMadeCnc implements AutoCloseable {
    static final long REUSE_AFTER_MS = 1_000;

    final Path path;
    final CountersManager counters;
    final AtomicLong epochMs = new AtomicLong();
    private final MappedByteBuffer mapping;

    HandMadeCnc(final Path path, final int records) {
        this.path = path;
        final int valuesLength = records * CountersReader.COUNTER_LENGTH;
        final int metaDataLength = records * CountersReader.METADATA_LENGTH;
        final int fileLength =
            CncFileDescriptor.computeCncFileLength(2 * 1024 + metaDataLength + valuesLength + 1024, 4096);
        mapping = IoUtil.mapNewFile(path.toFile(), fileLength);
        final UnsafeBuffer header = CncFileDescriptor.createMetaDataBuffer(mapping);
        CncFileDescriptor.fillMetaData(header, 1024, 1024, metaDataLength, valuesLength, 1, 1024, 0, 0, 4096);
        counters = new CountersManager(
            CncFileDescriptor.createCountersMetaDataBuffer(mapping, header),
            CncFileDescriptor.createCountersValuesBuffer(mapping, header),
            StandardCharsets.UTF_8, epochMs::get, REUSE_AFTER_MS);
        CncFileDescriptor.signalCncReady(header);
    }

    @Override
    public void close() {
        IoUtil.unmap(mapping);
    }
}
