package io.takt.conform;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;

/** The file with the latest value of a channel, written as its sender does. */
final class LatestFile {
    private static final int VERSION = 64;
    private static final int SINCE = 72;
    private static final int PLACES = 128;

    private final Path file;
    private final UnsafeBuffer buffer;
    private final int place;

    private LatestFile(final Path file, final UnsafeBuffer buffer, final int place) {
        this.file = file;
        this.buffer = buffer;
        this.place = place;
    }

    static LatestFile make(final Path file, final int maxBytes) throws IOException {
        final int place = maxBytes + 64;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            final UnsafeBuffer buffer = new UnsafeBuffer(
                channel.map(FileChannel.MapMode.READ_WRITE, 0, PLACES + 4L * place));
            buffer.putLong(8, place);
            buffer.putLongRelease(0, 0x5453414c544b4154L);
            return new LatestFile(file, buffer, place);
        }
    }

    String path() {
        return file.toString();
    }

    void write(final long stampNs, final long sequence, final String text) {
        final long version = buffer.getLongVolatile(VERSION) + 1;
        final int at = PLACES + (int) (version % 4) * place;
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        Log.releaseFence();
        buffer.putLong(at, stampNs);
        buffer.putLong(at + 8, sequence);
        buffer.putInt(at + 16, bytes.length);
        buffer.putBytes(at + 32, bytes);
        buffer.putLongRelease(VERSION, version);
    }

    /** The newest message in words: number, stamp, sequence number, content; empty where none counts. */
    String newest() {
        final long version = buffer.getLongVolatile(VERSION);
        if (version <= buffer.getLongVolatile(SINCE)) {
            return "";
        }
        final int at = PLACES + (int) (version % 4) * place;
        final byte[] bytes = new byte[Math.min(buffer.getInt(at + 16), place - 32)];
        buffer.getBytes(at + 32, bytes);
        return version + " " + buffer.getLong(at) + " " + buffer.getLong(at + 8) + " "
            + new String(bytes, StandardCharsets.ISO_8859_1).strip();
    }

    /** The number of the last value that does not count any more. */
    long since() {
        return buffer.getLongVolatile(SINCE);
    }

    void reset() {
        buffer.putLongRelease(SINCE, buffer.getLongVolatile(VERSION));
    }
}
