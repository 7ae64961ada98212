package io.takt.shm.host;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Held by a hub for as long as it runs. The kernel gives it up when the process ends, however it ends, so a killed hub
 * never stands in the way of the next one, and a stopped one (SIGSTOP) keeps its name.
 *
 * <p>The file stays, empty, when the lock goes. Were it removed, a hub that had just opened it could lock what has no
 * name any more while the next one locks a new file. Such a hub would have to see that its file is not the one of that
 * name; Java does not tell of an open file which one it is, and to open it a second time would give up the lock.
 */
public final class HubLock implements AutoCloseable {
    /** No process has a lock, or had it when it was killed. */
    public static final long NO_PROCESS = 0;

    /**
     * Locks of this process. POSIX gives up a process's lock when the process closes any descriptor of the file, so a
     * file that is locked here must not even be opened a second time.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    /** Not a channel: an interrupted thread could neither empty nor write that. */
    private final RandomAccessFile content;

    private HubLock(final Path file, final RandomAccessFile content) {
        this.file = file;
        this.content = content;
    }

    /**
     * Takes the lock or says who has it.
     *
     * @param directory whose base folder exists.
     * @return the lock.
     * @throws IOException when another hub of this name is running; the message is one line and says its process.
     */
    public static synchronized HubLock acquire(final HubDirectory directory) throws IOException {
        final Path file = directory.lockFile();
        if (!HELD.add(file)) {
            throw taken(directory, Long.toString(ProcessHandle.current().pid()));
        }
        HubLock lock = null;
        try {
            lock = lock(directory, file);
            return lock;
        } finally {
            if (lock == null) {
                HELD.remove(file);
            }
        }
    }

    private static HubLock lock(final HubDirectory directory, final Path file) throws IOException {
        final RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw");
        try {
            if (content.getChannel().tryLock() == null) {
                throw taken(directory, Files.readString(file).strip());
            }
            content.setLength(0);
            content.write((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII));
            return new HubLock(file, content);
        } catch (final IOException e) {
            content.close();
            throw e;
        }
    }

    /**
     * The process that holds the lock, or held it when it was killed: one that ends in order leaves no number. Does not
     * take the lock.
     *
     * @param directory of the hub.
     * @return a process; {@link #NO_PROCESS} when there is none, or it cannot be read.
     */
    public static synchronized long holder(final HubDirectory directory) {
        final Path file = directory.lockFile();
        if (HELD.contains(file)) {
            return ProcessHandle.current().pid();
        }
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (final IOException | NumberFormatException e) {
            // There is no such file, it is empty, or a number is being written to it.
            return NO_PROCESS;
        }
    }

    private static IOException taken(final HubDirectory directory, final String holder) {
        return new IOException("a hub named '" + directory.hub() + "' is running already"
            + (holder.isEmpty() ? "" : " (process " + holder + ")")
            + "; give this one another name, or stop that one with 'takt stop --hub " + directory.hub() + "'");
    }

    @Override
    public void close() throws IOException {
        if (content.getChannel().isOpen()) {
            try (content) {
                content.setLength(0);
            } finally {
                HELD.remove(file);
            }
        }
    }
}
