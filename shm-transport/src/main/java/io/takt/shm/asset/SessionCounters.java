package io.takt.shm.asset;

import io.takt.shm.clock.Clock;
import io.takt.shm.waiting.Doorbell;

/**
 * The counters that a hub has given a session for an epoch: by them it knows T_c, and tells its own times. Once
 * they are released it tells nothing more: the hub may give them to another session, and a hub that is gone reads none.
 *
 * <p>Owned by the thread that drives the session.
 */
final class SessionCounters {
    private final AssetThread thread;
    private final SessionStatus status;
    private final boolean hasInterval;
    private int number;
    private Clock core;
    private Clock time;
    private Clock retain;
    /** Null where the hub knows by itself how far the next step has to go. */
    private Clock next;
    private boolean isReleased;
    private long coreSeenNs;
    private long nextToldNs;
    private boolean isNextNews;

    SessionCounters(final AssetThread thread, final SessionStatus status, final boolean hasInterval) {
        this.thread = thread;
        this.status = status;
        this.hasInterval = hasInterval;
    }

    /** Those of another epoch, or of another hub. */
    void attach(final SessionClocks clocks) {
        thread.moveTo(clocks.thread());
        number = clocks.number();
        core = clocks.core();
        time = clocks.time();
        retain = clocks.retain();
        next = clocks.next();
        isReleased = false;
        coreSeenNs = 0;
        nextToldNs = 0;
        isNextNews = false;
        status.timeNs(clocks.startNs());
    }

    /** A detach or an end has come, be it obeyed or not. */
    void release() {
        isReleased = true;
    }

    /** The asset's number in its hub. */
    int number() {
        return number;
    }

    /** T_c as of the last {@link #lookAtCore}. */
    long coreSeenNs() {
        return coreSeenNs;
    }

    long lookAtCore() {
        coreSeenNs = core.read();
        return coreSeenNs;
    }

    /** Assets without an interval wait for nothing but T_c and gates, so of these the hub knows that they compute. */
    void beginsStep() {
        if (hasInterval) {
            thread.beginsStep(number);
        }
    }

    void publishTime(final long timeNs) {
        if (!isReleased) {
            time.publish(timeNs);
            status.timeNs(timeNs);
            if (hasInterval) {
                thread.endedStep();
            }
        }
    }

    /** How far the next whole step has to go, where the hub asks for it; less than 0 where that is no time any more. */
    void tellNext(final long nextNs) {
        if (next != null && nextNs != nextToldNs && !isReleased) {
            nextToldNs = nextNs;
            next.publish(nextNs);
            isNextNews = true;
        }
    }

    /**
     * A count-up left the clock where it was. A hub that lets the run end sleeps until the asset has done its last
     * step; it is woken for an asset with whole steps, whose last step only that knows.
     */
    void retained(final long retains, final boolean isNews) {
        if (isReleased) {
            return;
        }
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
