package io.takt.shm.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.AtomicBuffer;

/** A program: fills a small file system but for a MiB, and asks for more there than that, and for less. */
final class FullHost {
    private static final int MIB = 1 << 20;
    private static final int LENGTH = 16 * MIB;
    private static final int FIRST = 100;

    private FullHost() {
    }

    /**
     * Prints what is left before, after parts that are too large for the host or for its reserve, and after one that
     * is not; in KiB.
     */
    public static void main(final String... folder) throws IOException {
        final Path file = Path.of(folder[0], "log");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), LENGTH - 1L);
            final AtomicBuffer mapped = MappedMessageFiles.map(channel, LENGTH);
            mapped.putLong(0, FIRST);
            Files.write(Path.of(folder[0], "ballast"), new byte[(int) left(file) - MIB]);
            final HostMemory memory = new HostMemory(file, Long.MIN_VALUE / 2);
            final long before = left(file);
            final boolean isLarge = memory.provide(mapped, MIB / 2, 2 * MIB);
            final long between = left(file);
            final long reserve = between - MIB / 2;
            final boolean isInReserve = new HostMemory(file, reserve + 1).provide(mapped, MIB / 2, MIB / 2);
            final boolean isSmall = new HostMemory(file, reserve).provide(mapped, MIB / 2, MIB / 2);
            System.out.printf("%d %s %d %s %s %d %d%n", before >> 10, isLarge, between >> 10, isInReserve, isSmall,
                left(file) >> 10, mapped.getLong(0));
        }
    }

    private static long left(final Path file) throws IOException {
        return Files.getFileStore(file).getUsableSpace();
    }
}
