package io.takt.shm.driver;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.JvmFlags;
import java.io.IOException;
import org.agrona.IoUtil;
import org.agrona.concurrent.status.CountersManager;

/**
 * The media driver of one hub, within the hub's process, in the hub's directory.
 *
 * <p>Starting it makes the directory anew, over a killed hub's files; so the hub's lock must be held. Closing it
 * removes the directory.
 */
public final class EmbeddedDriver implements AutoCloseable {
    /** Room for all files of the driver: counters for 21,000 assets, and Aeron's own buffers. */
    private static final long ROOM_BYTES = 52L * 1024 * 1024;

    private final MediaDriver driver;

    private final InterruptibleSleep nap;

    private EmbeddedDriver(final MediaDriver driver, final InterruptibleSleep nap) {
        this.driver = driver;
        this.nap = nap;
    }

    /**
     * Starts the driver.
     *
     * @param directory of the hub, whose lock the caller holds.
     * @return the running driver.
     * @throws IOException when there is no room, or the directory cannot be closed to other users; in one line.
     */
    public static EmbeddedDriver launch(final HubDirectory directory) throws IOException {
        JvmFlags.require();
        // Nothing but Aeron's own housekeeping waits for its thread.
        final InterruptibleSleep nap = new InterruptibleSleep();
        final MediaDriver.Context context = new MediaDriver.Context()
            .aeronDirectoryName(directory.path().toString())
            .dirDeleteOnStart(false)
            .dirDeleteOnShutdown(true)
            .warnIfDirectoryExists(false)
            .useConcurrentCountersManager(true)
            .threadingMode(ThreadingMode.SHARED)
            // Its thread looks for work a thousand times a second; without it the driver does such work by itself.
            .asyncExecutorEnabled(false)
            .sharedIdleStrategy(nap);
        final MediaDriver driver = launch(context, directory);
        try {
            HubDirectory.restrict(directory.path());
        } catch (final IOException e) {
            driver.close();
            throw e;
        }
        return new EmbeddedDriver(driver, nap);
    }

    private static MediaDriver launch(final MediaDriver.Context context, final HubDirectory directory)
        throws IOException {
        directory.requireReplaceable();
        // Files of a killed hub and its recorder go anyway, so their room counts.
        IoUtil.delete(directory.path().toFile(), true);
        IoUtil.delete(directory.recorder().toFile(), true);
        if (directory.base().toFile().getUsableSpace() < ROOM_BYTES) {
            throw noRoom(directory, null);
        }
        try {
            return MediaDriver.launch(context);
        } catch (final InternalError e) {
            // How the JVM tells that a page of a mapped file could not be had: another process was quicker.
            IoUtil.delete(directory.path().toFile(), true);
            throw noRoom(directory, e);
        }
    }

    private static IOException noRoom(final HubDirectory directory, final Throwable cause) {
        return new IOException("no room for the hub's clocks: " + directory.base() + " has "
            + directory.base().toFile().getUsableSpace() / 1024 / 1024 + " MiB left and "
            + ROOM_BYTES / 1024 / 1024 + " are needed; free some, or set " + HubDirectory.BASE_VARIABLE
            + " to a folder that has more", cause);
    }

    /** {@return the driver's counters, safe for use beside the driver's own thread} */
    public CountersManager counters() {
        return driver.context().countersManager();
    }

    @Override
    public void close() {
        nap.end();
        driver.close();
    }
}
