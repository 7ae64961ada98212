package io.takt.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Held by a hub for as long as it runs. The kernel gives it up when the process ends, however it ends, so a killed hub
 * never stands in the way of the next one, and a stopped one (SIGSTOP) keeps its name.
 */
public final class HubLock implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;

    private HubLock(final Path file, final FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock or says who has it.
     *
     * @param directory whose base folder exists.
     * @return the lock.
     * @throws IOException when another hub of this name is running; the message is one line and says its process.
     */
    public static HubLock acquire(final HubDirectory directory) throws IOException {
        HubLock lock = tryAcquire(directory);
        while (lock == null) {
            lock = tryAcquire(directory);
        }
        return lock;
    }

    /** Null when the file was removed by its last holder between the opening and the locking; then try again. */
    private static HubLock tryAcquire(final HubDirectory directory) throws IOException {
        final Path file = directory.lockFile();
        final FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE);
        try {
            if (tryLock(channel) == null) {
                final String holder = holder(file);
                throw new IOException("a hub named '" + directory.hub() + "' is running already"
                    + (holder.isEmpty() ? "" : " (process " + holder + ")")
                    + "; give this one another name, or stop that one with 'takt stop --hub " + directory.hub() + "'");
            }
            final String self = Long.toString(ProcessHandle.current().pid());
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((self + "\n").getBytes(StandardCharsets.US_ASCII)));
            if (!self.equals(holder(file))) {
                channel.close();
                return null;
            }
            return new HubLock(file, channel);
        } catch (final IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Process id of who holds the lock; empty when there is none. */
    private static String holder(final Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file).strip() : "";
    }

    private static FileLock tryLock(final FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (final OverlappingFileLockException e) {
            // Held by another hub of this very process.
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        channel.close();
    }
}
