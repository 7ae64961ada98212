package io.takt.shm.asset;

import io.takt.shm.clock.Clock;
import io.takt.shm.waiting.Doorbell;

/** The counters of one epoch, as the thread uses them that drives the asset. */
final class SessionCounters {
    private final int number;
    private final Clock core;
    private final Clock time;
    private final Clock retain;
    /** Null where the hub knows by itself how far the next step has to go. */
    private final Clock next;
    private long nextToldNs;
    private boolean isNextNews;

    SessionCounters(final SessionClocks clocks) {
        this.number = clocks.number();
        this.core = clocks.core();
        this.time = clocks.time();
        this.retain = clocks.retain();
        this.next = clocks.next();
    }

    /** The asset's number in its hub. */
    int number() {
        return number;
    }

    long coreTimeNs() {
        return core.read();
    }

    void publishTime(final long timeNs) {
        time.publish(timeNs);
    }

    /** Whether the hub asks for {@link #tellNext}. */
    boolean tellsNext() {
        return next != null;
    }

    /** Tells the hub how far the next whole step has to go; less than 0 where that is no time any more. */
    void tellNext(final long nextNs) {
        if (next != null && nextNs != nextToldNs) {
            nextToldNs = nextNs;
            next.publish(nextNs);
            isNextNews = true;
        }
    }

    /**
     * A count-up left the clock where it was. A hub that lets the run end sleeps until the asset has done its last
     * step; it is woken for an asset with whole steps, whose last step only that knows.
     */
    void retained(final long retains, final boolean isNews, final AssetThread thread) {
        if (isNews) {
            retain.publish(retains);
        }
        if (isNextNews) {
            isNextNews = false;
            Doorbell.fence();
            thread.ringCoreIfSeen(number, nextToldNs < 0 ? Long.MAX_VALUE : nextToldNs);
        }
    }
}
