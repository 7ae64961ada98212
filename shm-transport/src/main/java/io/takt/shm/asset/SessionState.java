package io.takt.shm.asset;

/**
 * The states of an asset's session at a hub: {@link AssetSession} steps, and {@link SessionLife} does the rest.
 *
 * <pre>
 *   (joined)   ┌──────── commit ─────────┐
 *      ▼       ▼                         │
 *   AWAITING_TURN ── poll ──────────► STEPPING
 *      │  ▲   ▲ └─── Reset ──► RESETTING ── commit ──► AWAITING_CLOCKS
 *      │  │   └──────────────────── Clocks ───────────────┘   │
 *      │  └─ Clocks, of the hub that has come back ─┐         │
 *      └──── Detach ──────────────────────────► DETACHED ◄────┘ Detach
 *
 *   AWAITING_TURN, AWAITING_CLOCKS, DETACHED ── End ──► ENDED
 * </pre>
 *
 * <p>The words with a capital are {@link SessionCommand}s. A command that comes in the middle of a turn, which is a
 * step or a reset, waits for its commit. An End that comes while the clock passes or is retained makes the turn STOP at
 * once, still in AWAITING_TURN; the next poll leads to ENDED.
 */
enum SessionState {
    /** The asset has nothing to do before T_c, a gate or its interval allows the next step. */
    AWAITING_TURN,

    /** The asset's step has begun: its messages are handed over, and the simulator computes. */
    STEPPING,

    /** The simulator is to go back to its start. */
    RESETTING,

    /** The simulator is at its start; the hub allocates clocks for the new epoch once all are. */
    AWAITING_CLOCKS,

    /** The hub is gone, and the session rests where it stands until another hub has taken it up. */
    DETACHED,

    /** No more turns come. */
    ENDED;

    /** The run goes on: T_c decides about the next step. */
    boolean steps() {
        return this == AWAITING_TURN || this == STEPPING;
    }

    /** A step or a reset has been given, and is not committed. */
    boolean isInTurn() {
        return this == STEPPING || this == RESETTING;
    }

    /** The session goes on when it gets fresh clocks. */
    boolean isWithoutClocks() {
        return this == AWAITING_CLOCKS || this == DETACHED;
    }

    /** The simulator is at its start, or on its way there, and has no clock for that yet. */
    boolean isPutBack() {
        return this == RESETTING || this == AWAITING_CLOCKS;
    }

    /** Whether the drawing has an arrow from here to there. */
    boolean leadsTo(final SessionState next) {
        return switch (this) {
            case AWAITING_TURN -> next == STEPPING || next == RESETTING || next == DETACHED || next == ENDED;
            case STEPPING -> next == AWAITING_TURN;
            case RESETTING -> next == AWAITING_CLOCKS;
            case AWAITING_CLOCKS -> next == AWAITING_TURN || next == DETACHED || next == ENDED;
            case DETACHED -> next == AWAITING_TURN || next == ENDED;
            case ENDED -> false;
        };
    }
}
