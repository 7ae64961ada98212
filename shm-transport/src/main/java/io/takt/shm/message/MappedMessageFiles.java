package io.takt.shm.message;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Logs and latest values in files, under their absolute paths. A mapping goes with the last that refers to it. */
public final class MappedMessageFiles implements MessageFiles {
    @Override
    public MessageLog log(final String name) {
        return MessageLog.open(map(Path.of(name)), new HostMemory(Path.of(name)), name);
    }

    @Override
    public LatestValue latest(final String name) {
        return LatestValue.open(map(Path.of(name)));
    }

    private static AtomicBuffer map(final Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return map(channel, channel.size());
        } catch (final IOException e) {
            throw new TaktException("cannot map " + file + (Files.exists(file) ? ": " + e.getMessage()
                : ", which does not exist; is the hub running, and is it yours?"), e);
        }
    }

    static AtomicBuffer map(final FileChannel channel, final long length) throws IOException {
        final MappedByteBuffer mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, length);
        return new UnsafeBuffer(mapping);
    }
}
