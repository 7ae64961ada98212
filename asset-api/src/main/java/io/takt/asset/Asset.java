package io.takt.asset;

import io.takt.asset.message.Channels;

/**
 * A simulator, called back by {@link HubConnection#run()}.
 *
 * <p>All methods are called on the thread that is in {@code run()}, one at a time, for all assets of that connection.
 * The hub waits for as long as they take in wall time: an asset may compute for minutes or stop in a debugger. Other
 * assets of the same connection wait, too; give an asset that computes long a connection and a thread of its own.
 *
 * <p>A method that throws ends {@code run()} with that exception, after telling the hub that the asset has failed.
 */
@FunctionalInterface
public interface Asset {
    /**
     * Simulates from one time to the next. When this returns, the asset's clock stands at {@code toNs}.
     *
     * @param fromNs the asset's time T_i, in nanoseconds of simulation time.
     * @param toNs   T_i + ΔT_i, never later than the core's time. Where steps vary: how far it may go, which is not
     *               beyond the next delivery; {@link JoinedAsset#stepTo} makes the step shorter.
     * @throws Exception to report that the simulator has failed.
     */
    void step(long fromNs, long toNs) throws Exception;

    /**
     * Called once, before anything else, with the asset's handle: it tells times and the scenario's seed, and can end
     * the run.
     *
     * @param self this asset's place at its hub; may be kept.
     * @throws Exception to report that the simulator has failed.
     */
    default void joined(final JoinedAsset self) throws Exception {
    }

    /**
     * Called once, before the asset starts, to take outputs and to subscribe to inputs.
     *
     * @param channels what the asset sends and receives.
     * @throws Exception to report that the simulator has failed.
     */
    default void connect(final Channels channels) throws Exception {
    }

    /**
     * Called once before the hub counts the asset as ready, and again in each reset, after {@link #reset}. A message
     * that is sent here belongs to the dawn of time, when {@code timeNs} is 0, else to the first step.
     *
     * @param timeNs the time at which the asset starts: 0, or the core's time for one that joined later.
     * @throws Exception to report that the simulator has failed.
     */
    default void start(final long timeNs) throws Exception {
    }

    /**
     * Puts the simulator back into its state before the first step; the next step starts at 0. A simulator that keeps
     * state must implement this, or it takes its old state into the new run.
     *
     * @throws Exception to report that the simulator has failed.
     */
    default void reset() throws Exception {
    }

    /**
     * Called once after the last step, when the run has ended in good order or failed; {@link #stop(RunEnd)} tells
     * which. Not called for an asset that was itself lost or taken out ({@link HubConnection#leave},
     * {@link JoinedAsset#leave}, {@link HubConnection#close}), nor when the hub was lost.
     *
     * @throws Exception to report that the simulator has failed.
     */
    default void stop() throws Exception {
    }

    /**
     * Called by the runtime when the run has ended, with the way in which it has. Unless it is overridden it calls
     * {@link #stop()}; an asset implements one of both.
     *
     * @param end as it was meant to, or failed, and why.
     * @throws Exception to report that the simulator has failed.
     */
    default void stop(final RunEnd end) throws Exception {
        stop();
    }
}
