package io.takt.shm.asset;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The state of a session, its time, and how it ends. Read from any thread; written by the one that drives the session,
 * but for the end, which the first thread to say it decides.
 */
final class SessionStatus {
    private record Ending(AssetSession.End how, String why) {
    }

    private static final SessionState[] STATES = SessionState.values();

    private final String asset;
    /** The state as a number: with G1 a stored reference costs a fence, more than all the rest of a step. */
    private final AtomicInteger stateCode = new AtomicInteger(SessionState.AWAITING_TURN.ordinal());
    private final AtomicLong timeNs = new AtomicLong();
    private final AtomicReference<Ending> ending = new AtomicReference<>();
    private volatile long restsAtNs;

    SessionStatus(final String asset) {
        this.asset = asset;
    }

    String asset() {
        return asset;
    }

    /** Goes along an arrow of the drawing; throws where there is none. */
    void state(final SessionState next) {
        if (!state().leadsTo(next)) {
            throw new IllegalStateException("asset '" + asset + "' does not go from " + state() + " to " + next);
        }
        stateCode.lazySet(next.ordinal());
    }

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
