package io.takt.wrapper.fmu;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.IoUtil;

/**
 * The temporary folder into which an FMU is unpacked; it goes with {@link #close}, or with a process that is told to
 * end. A process that crashes leaves it behind, but not the lock in it: the next one deletes the folder.
 */
final class FmuFolder implements AutoCloseable {
    private static final String PREFIX = "takt-fmu-";
    private static final String LOCK = "lock";
    /** A process that closes a file loses its lock on it, so it looks at none of its own. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;
    private final Thread deletes;

    /** Makes one, and deletes those of dead processes. */
    FmuFolder() throws IOException {
        path = Files.createTempDirectory(PREFIX);
        OWN.add(path);
        deletes = new Thread(() -> IoUtil.delete(path.toFile(), true), "takt-fmu-end");
        Runtime.getRuntime().addShutdownHook(deletes);
        final Path locked = path.resolve("locked");
        lock = FileChannel.open(locked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        lock.lock();
        // Only now others see it.
        Files.move(locked, path.resolve(LOCK));
        deleteOthers(path.getParent());
    }

    private static void deleteOthers(final Path among) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(among, PREFIX + "*")) {
            for (final Path each : folders) {
                if (!OWN.contains(each)) {
                    deleteIfDead(each);
                }
            }
        }
    }

    private static void deleteIfDead(final Path folder) {
        try (FileChannel other = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE)) {
            if (other.tryLock() != null) {
                IoUtil.delete(folder.toFile(), true);
            }
        } catch (final IOException e) {
            // It is that of another user, or gone by now.
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        lock.close();
        IoUtil.delete(path.toFile(), true);
        OWN.remove(path);
        try {
            Runtime.getRuntime().removeShutdownHook(deletes);
        } catch (final IllegalStateException e) {
            // The process is ending, and that thread does the same.
        }
    }
}
