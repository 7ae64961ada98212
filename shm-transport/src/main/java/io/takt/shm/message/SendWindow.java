package io.takt.shm.message;

import io.takt.asset.SimTime;

/**
 * The stamps that an asset may give to messages now, and the thread that may send them.
 *
 * <pre>
 *   CLOSED ── openBeforeFirstStep(0) ──► DAWN ─┐
 *   CLOSED ── openBeforeFirstStep(t) ──► STEP ─┼── close ──► CLOSED
 *   CLOSED, STEP ──── open ────────────► STEP ─┘
 * </pre>
 *
 * <p>A reset opens it anew from any state. Owned by the thread that drives the asset.
 */
final class SendWindow {
    /** The states of sending. The state is read off {@link #untilNs} alone, so the two cannot contradict each other. */
    enum State {
        /** No step is under way: nothing. */
        CLOSED,
        /** Before the first step of an asset that starts at 0: messages with the stamp 0. */
        DAWN,
        /** In a step, or before the first one of an asset that starts later: stamps of that step. */
        STEP
    }

    private static final long NONE = -1;

    private final String asset;
    private Thread owner;
    /** Stamps are later than this, and not later than {@link #untilNs}. */
    private long afterNs;
    private long untilNs = NONE;
    private long usualStampNs;
    private long latestStampNs;
    private long steps;

    SendWindow(final String asset) {
        this.asset = asset;
    }

    State state() {
        return untilNs == NONE ? State.CLOSED : untilNs == 0 ? State.DAWN : State.STEP;
    }

    /**
     * At the dawn of time stamps are 0; messages that a later asset sends now belong to its first step, which is not
     * shorter than this one.
     */
    void openBeforeFirstStep(final long startNs, final long stepNs) {
        afterNs = startNs == 0 ? -1 : startNs;
        untilNs = startNs == 0 ? 0 : startNs + stepNs;
        usualStampNs = untilNs;
        latestStampNs = afterNs;
        owner = null;
    }

    void open(final long fromNs, final long toNs) {
        if (owner != Thread.currentThread()) {
            owner = Thread.currentThread();
        }
        steps++;
        afterNs = fromNs;
        untilNs = toNs;
        usualStampNs = toNs;
        latestStampNs = fromNs;
    }

    /** The step under way may go farther; messages without a stamp keep the usual stamp. */
    void extend(final long toNs) {
        untilNs = toNs;
    }

    /** The step under way goes less far. In a handler of retroactive messages, which cannot send, nothing changes. */
    void shorten(final long toNs) {
        untilNs = untilNs == NONE ? NONE : toNs;
    }

    void close() {
        untilNs = NONE;
    }

    /** The stamp of messages that are sent without one. */
    long usualStampNs() {
        return usualStampNs;
    }

    /** The latest stamp since it was opened; before anything was sent the time after which stamps are. */
    long latestStampNs() {
        return latestStampNs;
    }

    void noteSent(final long stampNs) {
        latestStampNs = Math.max(latestStampNs, stampNs);
    }

    /** Tells steps apart; the dawn of time and messages before the first step count as one. */
    long steps() {
        return steps;
    }

    boolean isOpenedByThisThread() {
        return owner == Thread.currentThread();
    }

    /** The first thread that sends before the first step is the one; throws for another. */
    void requireOwner(final LogOutput output) {
        final Thread caller = Thread.currentThread();
        if (owner == null) {
            owner = caller;
        } else if (owner != caller) {
            throw new IllegalStateException(output.what() + ": thread '" + caller.getName() + "' does not drive the"
                + " asset, thread '" + owner.getName() + "' does");
        }
    }

    /** Whether a message with this stamp may be sent now. */
    boolean has(final long stampNs) {
        return stampNs > afterNs && stampNs <= untilNs;
    }

    /** Throws when a message with this stamp may not be sent now. */
    void requireStamp(final LogOutput output, final long stampNs) {
        if (!has(stampNs)) {
            throw new IllegalArgumentException(output.what() + ": the stamp " + SimTime.format(stampNs) + " is outside "
                + (state() == State.DAWN ? "the dawn of time, which is 0" : "the step, which goes from "
                + SimTime.format(afterNs) + " to " + SimTime.format(untilNs)
                + "; a stamp is later than the one and not later than the other"));
        }
    }

    /** Throws when a message was sent with a later stamp than a step is to end at. */
    void requireNothingSentAfter(final long toNs, final long sentNs) {
        if (sentNs > toNs) {
            throw new IllegalArgumentException("asset '" + asset + "' has sent a message with the stamp "
                + SimTime.format(sentNs) + " in this step, so the step cannot end at " + SimTime.format(toNs));
        }
    }
}
