package io.takt.hub.core;

import io.aeron.CncFileDescriptor;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocksReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Where the clocks of a {@link HubLab} stand, as the hub finds them that comes after it was killed. */
final class LeftInMemory {
    private LeftInMemory() {
    }

    static LeftClocks of(final HubLab killed) {
        final DirectBuffer described = killed.counters.metaDataBuffer();
        final DirectBuffer values = killed.counters.valuesBuffer();
        final UnsafeBuffer header = new UnsafeBuffer(ByteBuffer.allocate(CncFileDescriptor.END_OF_METADATA_OFFSET));
        header.putInt(CncFileDescriptor.cncVersionOffset(0), CncFileDescriptor.CNC_VERSION);
        header.putInt(CncFileDescriptor.countersMetaDataBufferLengthOffset(0), described.capacity());
        header.putInt(CncFileDescriptor.countersValuesBufferLengthOffset(0), values.capacity());
        try {
            final Path file = Files.createTempFile("left", ".cnc");
            try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
                write(out, header);
                write(out, described);
                write(out, values);
                return LeftClocksReader.read(file, "lab");
            } finally {
                Files.delete(file);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(final FileChannel out, final DirectBuffer all) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(all.capacity());
        all.getBytes(0, bytes, 0, all.capacity());
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }
}
