package io.takt.wrapper.fmu;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Looks at a binary for Linux before it is loaded: one that is cut off would end the process with SIGBUS. */
final class ElfFile {
    private static final int MAGIC = 0x7F454C46;
    private static final int HEADER_BYTES = 64;
    private static final byte OF_64_BITS = 2;
    private static final byte LITTLE_ENDIAN = 1;
    private static final int LOADED = 1;

    private ElfFile() {
    }

    /** Whether the file ends before a part of it that is to be loaded; of other files than those of 64 bits, no. */
    static boolean isCutOff(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            final ByteBuffer header = read(channel, 0, HEADER_BYTES);
            if (header.limit() < HEADER_BYTES || header.getInt(0) != MAGIC || header.get(4) != OF_64_BITS
                || header.get(5) != LITTLE_ENDIAN) {
                return false;
            }
            header.order(ByteOrder.LITTLE_ENDIAN);
            final int bytes = Short.toUnsignedInt(header.getShort(54));
            final int count = Short.toUnsignedInt(header.getShort(56));
            final ByteBuffer parts = read(channel, header.getLong(32), bytes * count).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; at < bytes * count; at += bytes) {
                if (at + 40 > parts.limit() || parts.getInt(at) == LOADED
                    && parts.getLong(at + 8) + parts.getLong(at + 32) > channel.size()) {
                    return true;
                }
            }
            return false;
        }
    }

    /** As many of the bytes as are there. */
    private static ByteBuffer read(final FileChannel channel, final long from, final int count) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(count);
        while (from >= 0 && bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {
            // The next ones.
        }
        return bytes.flip();
    }
}
