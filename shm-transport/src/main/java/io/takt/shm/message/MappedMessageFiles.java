package io.takt.shm.message;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Logs and latest values in files, under their absolute paths. A log is mapped once, however many receivers it has; a
 * mapping goes with the last that refers to it. May be used from any thread.
 */
public final class MappedMessageFiles implements MessageFiles {
    /** By the file, not by its name: a hub that starts makes new files of the same names. */
    private final Map<Object, WeakReference<MessageLog>> logs = new HashMap<>();
    /** So many logs were still mapped when that was last looked at. */
    private int mapped = 1;

    @Override
    public synchronized MessageLog log(final String name) {
        final Path file = Path.of(name);
        final Object key = key(file);
        final WeakReference<MessageLog> reference = logs.get(key);
        final MessageLog known = reference == null ? null : reference.get();
        if (known != null) {
            return known;
        }
        final MessageLog log = MessageLog.open(map(file), new HostMemory(file), name);
        // Another hub may have made its own in between.
        if (key != null && key.equals(key(file))) {
            if (logs.size() >= 2 * mapped) {
                logs.values().removeIf(each -> each.get() == null);
                mapped = Math.max(1, logs.size());
            }
            logs.put(key, new WeakReference<>(log));
        }
        return log;
    }

    /** Null where there is no file, or the system has no keys. No other file has the key while this one is mapped. */
    private static Object key(final Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (final IOException e) {
            return null;
        }
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
