package io.takt.steward;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Saves a simulation to a file while it goes on: the steward's thread takes a snapshot, another one writes it. One is
 * written at a time.
 *
 * <p>The file is complete at any time: a new save goes to a file beside it, with {@code .part} at
 * the end of its name, is forced to the disk, and then takes the place of the last one. If the program is killed, or
 * the disk is full, the last one stays.
 *
 * <p>For one thread, that of the steward. Codecs are called by the other one, too.
 */
public final class Autosave implements AutoCloseable {
    private final Path file;
    private final Path part;
    private final ExecutorService writer;
    private Future<?> last;

    /**
     * Writes nothing yet.
     *
     * @param file in a folder that exists; replaced if it exists, too.
     */
    public Autosave(final Path file) {
        this.file = file.toAbsolutePath();
        part = this.file.resolveSibling(this.file.getFileName() + ".part");
        writer = Executors.newSingleThreadExecutor(work -> {
            final Thread thread = new Thread(work, "steward-autosave");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Begins to save the simulation as it is now, unless the last time is not written yet. Takes microseconds.
     *
     * @param steward to save.
     * @return false if it does not begin.
     * @throws IOException why the last time could not be written, or that there is no folder to write to; nothing is
     *                     begun then, the next call tries again.
     */
    public boolean save(final Steward steward) throws IOException {
        if (last != null && !last.isDone()) {
            return false;
        }
        await();
        if (writer.isShutdown()) {
            throw new IllegalStateException("the autosave to " + file + " is closed");
        }
        if (!Files.isDirectory(file.getParent())) {
            throw new IOException("the simulation cannot be saved to " + file + ": there is no folder "
                + file.getParent());
        }
        final Snapshot snapshot = steward.snapshot(steward.now());
        last = writer.submit(() -> {
            try (snapshot) {
                write(snapshot, steward.physics());
            }
            return null;
        });
        return true;
    }

    /**
     * Waits until a begun save is written, and ends the thread.
     *
     * @throws IOException why it could not be written.
     */
    @Override
    public void close() throws IOException {
        writer.shutdown();
        await();
    }

    private void await() throws IOException {
        final Future<?> begun = last;
        last = null;
        boolean interrupted = false;
        try {
            while (begun != null) {
                try {
                    begun.get();
                    break;
                } catch (final InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (final ExecutionException e) {
            final Throwable cause = e.getCause();
            throw new IOException("the simulation cannot be saved to " + file + ": "
                + (cause instanceof StewardException ? cause.getMessage() : cause.toString()), cause);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void write(final Snapshot snapshot, final Physics physics) throws IOException {
        boolean whole = false;
        try {
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
                final OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
                snapshot.save(out, physics);
                out.flush();
                channel.force(true);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            whole = true;
        } finally {
            if (!whole) {
                Files.deleteIfExists(part);
            }
        }
    }
}
