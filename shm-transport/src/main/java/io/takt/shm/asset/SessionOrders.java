package io.takt.shm.asset;

/**
 * The commands that a session has taken and not obeyed yet, for instance because a step is under way. A later command
 * cancels an earlier one that has lost its meaning. Owned by the thread that drives the session.
 */
final class SessionOrders {
    /** Obeyed before {@link #due}: a reset is of the epoch to which the clocks belong. */
    private SessionClocks clocks;
    /** A reset, a detach or an end; null for none. */
    private SessionCommand due;

    /** Takes a command, in the state in which the session is. */
    void take(final SessionCommand command, final SessionState state) {
        if (isEndDue()) {
            return;
        }
        if (command instanceof SessionCommand.Clocks its) {
            if (takesClocks(state)) {
                clocks = its.fresh();
            }
        } else if (command instanceof SessionCommand.Reset) {
            if (due == null && takesReset(state)) {
                due = command;
            }
        } else if (command instanceof SessionCommand.Detach) {
            clocks = null;
            due = state == SessionState.DETACHED ? null : command;
        } else if (command instanceof SessionCommand.End) {
            clocks = null;
            due = command;
        }
    }

    /** A session that is about to detach does that first; then nothing is left of its hub's orders. */
    private boolean takesClocks(final SessionState state) {
        return !isDetachDue() && (state.isPutBack() || state == SessionState.DETACHED);
    }

    /**
     * One reset under way serves for two. A hub that has come back orders resets of a connection's assets before it has
     * taken up each of them; those are not for a session that still rests.
     */
    private boolean takesReset(final SessionState state) {
        return state != SessionState.RESETTING && (state != SessionState.DETACHED || clocks != null);
    }

    /** Whether there is nothing to obey. */
    boolean isEmpty() {
        return due == null && clocks == null;
    }

    /** Takes the clocks to go on with; null for none. */
    SessionClocks takeClocks() {
        final SessionClocks fresh = clocks;
        clocks = null;
        return fresh;
    }

    boolean isResetDue() {
        return due instanceof SessionCommand.Reset;
    }

    boolean isDetachDue() {
        return due instanceof SessionCommand.Detach;
    }

    boolean isEndDue() {
        return due instanceof SessionCommand.End;
    }

    /** The reset is obeyed; a detach that came instead of it is still due. */
    void resetObeyed() {
        due = isResetDue() ? null : due;
    }

    /** The detach is obeyed. An end stays due for ever. */
    void detachObeyed() {
        due = null;
    }
}
