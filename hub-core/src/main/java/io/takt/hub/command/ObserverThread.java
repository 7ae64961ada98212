package io.takt.hub.command;

import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockObserver;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches a hub's clocks all through a run, from the outside and independently of the hub's own bookkeeping. Results
 * may be read while it runs, as a progress display does, or after {@link #finish()}.
 */
final class ObserverThread {
    private static final long PAUSE_NS = 100_000;

    /** A core that stands is watched closely again within this time of its next count-up. */
    private static final long LONGEST_PAUSE_NS = 20_000_000;
    private static final int PAUSE_PER_COST = 20;

    private final ClockFile file;
    private final ClockObserver observer;
    private final Thread thread;
    private volatile boolean finishing;
    private volatile Sight sight = new Sight(0, 0);

    /** The last observation. */
    record Sight(long coreTimeNs, long spreadNs) {
    }

    ObserverThread(final Path cncFile, final String hub, final long maxDelayNs) {
        file = ClockFile.forReading(cncFile);
        observer = new ClockObserver(file, hub, maxDelayNs);
        thread = new Thread(this::watch, "takt-observer");
        thread.setDaemon(true);
        thread.start();
    }

    Sight sight() {
        return sight;
    }

    /** Reads the clocks a last time and ends; the results are complete then. Must come before the hub's file goes. */
    void finish() {
        finishing = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        file.close();
    }

    long violations() {
        return observer.violations();
    }

    String firstViolation() {
        return observer.firstViolation();
    }

    long observations() {
        return observer.observations();
    }

    long maxSpreadNs() {
        return observer.maxSpreadNs();
    }

    Map<String, Long> maxLagNs() {
        return observer.maxLagNs();
    }

    private void watch() {
        long sinceResolvedNs = System.nanoTime();
        long pauseNs = PAUSE_NS;
        boolean last;
        do {
            last = finishing;
            final long startNs = System.nanoTime();
            if (startNs - sinceResolvedNs > 50_000_000L) {
                // Assets that have joined since are found by looking, as any observer would.
                observer.resolve();
                sinceResolvedNs = startNs;
            }
            observer.observe();
            final boolean stands = observer.coreTimeNs() == sight.coreTimeNs;
            sight = new Sight(observer.coreTimeNs(), observer.spreadNs());
            pauseNs = stands ? Math.min(LONGEST_PAUSE_NS, 2 * pauseNs) : PAUSE_NS;
            final long costNs = System.nanoTime() - startNs;
            LockSupport.parkNanos(Math.max(pauseNs, PAUSE_PER_COST * costNs));
        } while (!last);
    }
}
