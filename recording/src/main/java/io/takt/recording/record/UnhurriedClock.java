package io.takt.recording.record;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/**
 * A wall clock that stands while its process is stopped: a process that is stopped for an hour, in a debugger or by
 * SIGSTOP, finds only a moment gone. So nothing of Aeron's expires meanwhile. Owned by one thread.
 */
final class UnhurriedClock implements NanoClock, EpochClock {
    /** Longer than the time between two readings of the clock in a duty cycle, where nothing stops the process. */
    private static final long MOST_AT_ONCE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final NanoClock clock;
    private final long beganNs;
    private final long beganMs;
    private long seenNs;
    private long nowNs;

    UnhurriedClock(final NanoClock clock, final EpochClock epochClock) {
        this.clock = clock;
        this.beganMs = epochClock.time();
        this.beganNs = clock.nanoTime();
        this.seenNs = beganNs;
        this.nowNs = beganNs;
    }

    @Override
    public long nanoTime() {
        final long latestNs = clock.nanoTime();
        nowNs += Math.min(latestNs - seenNs, MOST_AT_ONCE_NS);
        seenNs = latestNs;
        return nowNs;
    }

    @Override
    public long time() {
        return beganMs + TimeUnit.NANOSECONDS.toMillis(nanoTime() - beganNs);
    }
}
