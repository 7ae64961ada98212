package io.takt.bench.program;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import org.agrona.concurrent.ShutdownSignalBarrier;

/** A media driver with one thread, as that of a hub, and as idle as Aeron has it when nothing is said. */
public final class AeronDriver {
    /** The line that it prints as soon as others can use it. */
    public static final String OPEN = "open";

    private AeronDriver() {
    }

    /**
     * Runs until it is asked to end.
     *
     * @param args the driver's directory.
     */
    public static void main(final String[] args) {
        final MediaDriver.Context context = new MediaDriver.Context().aeronDirectoryName(args[0])
            .threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true);
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier()) {
            final MediaDriver driver = MediaDriver.launch(context);
            System.out.println(OPEN);
            barrier.await();
            driver.close();
        }
    }
}
