package io.takt.hub.daemon;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.TappedJoin;

/** Hears of every change of state, in order, on a thread of its own that may take its time. */
public interface HubListener {
    /**
     * The hub has changed its state.
     *
     * @param state  the new one.
     * @param timeNs T_c.
     * @param reason why, where there is something to say; else null.
     */
    default void onState(final HubState state, final long timeNs, final String reason) {
        // Not every listener cares.
    }

    /**
     * An asset has changed its state.
     *
     * @param asset  its name.
     * @param state  the new one.
     * @param timeNs T_i.
     * @param pid    its process; 0 when it does not say.
     * @param detail where there is something to say; else null.
     */
    default void onAsset(final String asset, final AssetState state, final long timeNs, final long pid,
        final String detail) {
        // Not every listener cares.
    }

    /**
     * An asset has joined a hub that keeps all messages until this listener has read them; told before its state.
     *
     * @param asset who, and where its messages are.
     */
    default void onTapped(final TappedJoin asset) {
        // Not every listener reads messages.
    }

    /**
     * There is something that the run may come to grief of.
     *
     * @param what in one line.
     */
    default void onWarning(final String what) {
        // Not every listener cares.
    }

    /**
     * An asset is lost. Told after its change of state, if it had joined.
     *
     * @param asset  its name.
     * @param how    when and why, such as {@code at 1.2s: its connection closed without a leave}.
     * @param sequel what follows, in words; null when the run ends with it.
     */
    default void onLost(final String asset, final String how, final String sequel) {
        // Not every listener cares.
    }

    /**
     * An asset that was lost is to be started again; told after its loss.
     *
     * @param asset   its name.
     * @param tries   how often it has been lost, this time included.
     * @param pauseNs wall time to wait before.
     */
    default void onRestart(final String asset, final int tries, final long pauseNs) {
        // Not every listener launches.
    }
}
