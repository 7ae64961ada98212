package io.takt.shm.asset;

import io.takt.shm.asset.AssetSession.End;

/**
 * What a hub has ordered of a session, as the connection's thread has left it: a reset, other clocks, that there is no
 * hub any more, or the end. From any thread; the one that drives the session takes it.
 */
final class SessionOrders {
    private volatile boolean resetOrdered;
    private volatile boolean detachOrdered;
    private volatile End end;
    private volatile String endReason;
    private SessionClocks newClocks;

    boolean isResetOrdered() {
        return resetOrdered;
    }

    /** Whether the hub is gone, and the session has no clocks of another. */
    boolean isDetachOrdered() {
        return detachOrdered;
    }

    /** Whether the session has its clocks: one that was given up has none, and others' may stand there by now. */
    boolean hasClocks() {
        return end == null && !detachOrdered;
    }

    /** Null while it is not over. */
    End end() {
        return end;
    }

    /** Why it is over, where there is something to say; else null. */
    String endReason() {
        return endReason;
    }

    /** It is over. Says whether it was not before. */
    synchronized boolean end(final End how, final String why) {
        final boolean isFirst = end == null;
        if (isFirst) {
            endReason = why;
            end = how;
        }
        return isFirst;
    }

    void orderReset() {
        resetOrdered = true;
    }

    /** It is done, or is of no hub any more. */
    void forgetReset() {
        resetOrdered = false;
    }

    synchronized void giveClocks(final SessionClocks fresh) {
        newClocks = fresh;
    }

    /** Another hub gives it clocks; what that ordered before it knew of this asset is not for it. */
    void attach(final SessionClocks fresh) {
        forgetReset();
        giveClocks(fresh);
    }

    /** The hub is gone: after the step that is under way the asset rests until it has the clocks of another. */
    synchronized void detach() {
        newClocks = null;
        detachOrdered = true;
    }

    /**
     * Clocks that are new; null for none. In one piece, so that a {@link #detach()} which comes at the same time is not
     * taken back with an older one.
     */
    synchronized SessionClocks takeClocks() {
        final SessionClocks fresh = newClocks;
        if (fresh != null) {
            newClocks = null;
            detachOrdered = false;
        }
        return fresh;
    }
}
