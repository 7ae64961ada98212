package io.takt.shm.asset;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A session as other threads see it, and how it ends. Read from any thread; written by the one that drives the session,
 * but for the end, which the first thread to say it decides.
 */
final class SessionView {
    private record Ending(AssetSession.End how, String why) {
    }

    private static final SessionState[] STATES = SessionState.values();

    private final AtomicInteger stateCode = new AtomicInteger();
    private final AtomicLong timeNs = new AtomicLong();
    private final AtomicReference<Ending> ending = new AtomicReference<>();
    private volatile long restsAtNs;

    void state(final int newStateCode) {
        stateCode.lazySet(newStateCode);
    }

    /** A step that is under way is {@link SessionState#STEP_GIVEN}. */
    SessionState state() {
        return STATES[stateCode.get()];
    }

    void timeNs(final long newTimeNs) {
        timeNs.lazySet(newTimeNs);
    }

    /** T_i as others see it. */
    long timeNs() {
        return timeNs.get();
    }

    void restsAtNs(final long newTimeNs) {
        restsAtNs = newTimeNs;
    }

    /** T_i at which a detached session rests: 0 when its simulator is back at its start. */
    long restsAtNs() {
        return restsAtNs;
    }

    /** Says whether it has ended by this, and not before. */
    boolean end(final AssetSession.End how, final String why) {
        return ending.compareAndSet(null, new Ending(how, why));
    }

    /** Why there are no more turns; null while there are. */
    AssetSession.End ended() {
        final Ending its = ending.get();
        return its == null ? null : its.how;
    }

    /** Why it has ended, where there is something to say; else null. */
    String endReason() {
        final Ending its = ending.get();
        return its == null ? null : its.why;
    }
}
