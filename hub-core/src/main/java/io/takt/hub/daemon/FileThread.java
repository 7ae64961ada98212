package io.takt.hub.daemon;

import io.takt.hub.core.world.JoinFile;
import io.takt.hub.core.world.JoinFiles;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread {@code takt-files}, which makes the files of joins, one after the other. A file system may be slow, or
 * hang: then joins with channels wait, and nothing else does.
 */
final class FileThread implements JoinFiles, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileThread.class);
    private static final long END_WITHIN_MS = 500;

    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        final Thread made = new Thread(task, "takt-files");
        made.setDaemon(true);
        return made;
    });
    private final MadeFiles files;
    private final Listener listener;

    /** Hears how an order went; on the files' thread. */
    interface Listener {
        /** The failure is null when all files are there. */
        void onMade(int connection, long order, String failure);
    }

    /**
     * Makes nothing yet.
     *
     * @param files    where files are made.
     * @param listener hears how orders went.
     */
    FileThread(final MadeFiles files, final Listener listener) {
        this.files = files;
        this.listener = listener;
    }

    @Override
    public boolean isMade(final JoinFile file) {
        return files.isMade(file);
    }

    @Override
    public void make(final int connection, final long order, final List<JoinFile> wanted) {
        execute(() -> listener.onMade(connection, order, failureToMake(wanted)));
    }

    private String failureToMake(final List<JoinFile> wanted) {
        try {
            wanted.forEach(files::make);
            return null;
        } catch (final RuntimeException | Error e) { // such as no address space for a mapping: the others go on
            return e.getMessage() == null ? e.toString() : e.getMessage();
        }
    }

    private void execute(final Runnable task) {
        try {
            thread.execute(task);
        } catch (final RejectedExecutionException e) {
            // The hub is being closed, and with it the connection that would hear of this.
            LOG.debug("not done any more", e);
        }
    }

    /** Gives up files that are being made; half made ones go with the folder. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(END_WITHIN_MS, TimeUnit.MILLISECONDS)) {
                LOG.warn("a file is still being made; its remains are removed by the next hub of that name");
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
