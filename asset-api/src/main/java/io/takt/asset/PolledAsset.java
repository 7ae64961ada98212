package io.takt.asset;

import java.time.Duration;

/**
 * A simulator that asks for its turns instead of being called back:
 *
 * <pre>{@code
 * for (Turn turn = radar.await(); turn != Turn.STOP; turn = radar.await()) {
 *     switch (turn) {
 *         case STEP -> model.advance(radar.timeNs(), radar.nextNs());
 *         case RESET -> model.reset();
 *         default -> throw new IllegalStateException("no such turn: " + turn);
 *     }
 *     radar.commit();
 * }
 * }</pre>
 *
 * <p>One thread at a time may use a polled asset; it need not be the same as that of other assets of the connection.
 * The asset is ready, and the hub may start, from the first {@link #poll} or {@link #await}.
 */
public interface PolledAsset extends JoinedAsset {
    /** The work that is due now. */
    enum Turn {
        /** Simulate from {@link #timeNs()} to {@link #nextNs()}, or less far, then {@link #commit()}. */
        STEP,
        /**
         * There is no turn yet; only {@link #poll} and the bounded {@link #await(Duration)} say so. The core is not far
         * enough, or messages were handed over, or the clock counted up while the asset has nothing to do; the next
         * call may find a turn.
         */
        WAIT,
        /** Put the simulator back to its start, then {@link #commit()}; the clock then stands at 0. */
        RESET,
        /** The hub has stopped, or this asset has left; there are no more turns. */
        STOP
    }

    /**
     * The end of the step under way: T_i + ΔT_i, or where steps vary the farthest end that T_c, the gates and the next
     * delivery allow; {@link #stepTo} makes it shorter. Between steps, and in the handlers of messages before a step
     * that varies, the earliest end of the step.
     *
     * @return nanoseconds of simulation time.
     */
    long nextNs();

    /**
     * Looks for a turn, without blocking. Asking again before the commit gives the same turn again.
     *
     * @return what there is to be done.
     * @throws HubLostException when the hub's process is gone.
     */
    Turn poll();

    /**
     * Waits for a turn, as long as it takes.
     *
     * @return what there is to be done; never {@link Turn#WAIT}.
     * @throws HubLostException     when the hub's process is gone.
     * @throws InterruptedException when the thread is interrupted.
     */
    Turn await() throws InterruptedException;

    /**
     * Waits for a turn, at most so long.
     *
     * @param atMost wall time.
     * @return what there is to be done; {@link Turn#WAIT} when the time is over.
     * @throws HubLostException     when the hub's process is gone.
     * @throws InterruptedException when the thread is interrupted.
     */
    Turn await(Duration atMost) throws InterruptedException;

    /**
     * How the run has ended, after {@link Turn#STOP}; before, that it goes on.
     *
     * @return never null; one that has {@linkplain RunEnd#hasEnded() not ended} while this asset takes part, and where
     *     the run goes on after this asset has left.
     */
    RunEnd end();

    /**
     * Says that the turn is done: publishes the new time after a step, or answers a reset.
     *
     * @throws IllegalStateException when there is no turn to commit.
     */
    void commit();
}
