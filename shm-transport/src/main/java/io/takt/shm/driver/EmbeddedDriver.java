package io.takt.shm.driver;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.takt.shm.HubDirectory;
import io.takt.shm.JvmFlags;
import java.io.IOException;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.status.CountersManager;

/**
 * The media driver of one hub, within the hub's process, in the hub's directory.
 *
 * <p>Starting it makes the directory anew, whatever a killed hub left there; so the hub's lock must be held. Closing it
 * removes the directory.
 */
public final class EmbeddedDriver implements AutoCloseable {
    /** Nothing but Aeron's own housekeeping waits for this thread. */
    private static final long IDLE_MS = 10;

    private final MediaDriver driver;

    private EmbeddedDriver(final MediaDriver driver) {
        this.driver = driver;
    }

    /**
     * Starts the driver.
     *
     * @param directory of the hub, whose lock the caller holds.
     * @return the running driver.
     * @throws IOException when the directory cannot be closed to other users.
     */
    public static EmbeddedDriver launch(final HubDirectory directory) throws IOException {
        JvmFlags.require();
        final MediaDriver.Context context = new MediaDriver.Context()
            .aeronDirectoryName(directory.path().toString())
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .warnIfDirectoryExists(false)
            .useConcurrentCountersManager(true)
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(new SleepingMillisIdleStrategy(IDLE_MS));
        final MediaDriver driver = MediaDriver.launch(context);
        try {
            HubDirectory.restrict(directory.path());
        } catch (final IOException e) {
            driver.close();
            throw e;
        }
        return new EmbeddedDriver(driver);
    }

    /**
     * The driver's counters, safe for use beside the driver's own thread.
     *
     * @return the manager.
     */
    public CountersManager counters() {
        return driver.context().countersManager();
    }

    @Override
    public void close() {
        driver.close();
    }
}
