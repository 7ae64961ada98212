package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.shm.control.FromHub;

/** Where a hub's logic puts what it has to say. Called on the hub's thread; must not block. */
public interface Outbox {
    /**
     * Sends a line to a connection; one that has ended meanwhile is no error.
     *
     * @param connection number of the connection.
     * @param message    what to say.
     */
    void send(int connection, FromHub message);

    /**
     * Ends a connection, whatever is at its other end; one that has ended meanwhile is no error.
     *
     * @param connection number of the connection.
     */
    void hangUp(int connection);

    /**
     * The hub has changed its state.
     *
     * @param state  the new one.
     * @param timeNs T_c.
     * @param reason why, where there is something to say; else null.
     */
    void onState(HubState state, long timeNs, String reason);

    /**
     * An asset has changed its state.
     *
     * @param asset  its name.
     * @param state  the new one.
     * @param timeNs T_i.
     * @param pid    its process; 0 when it does not say.
     * @param detail where there is something to say; else null.
     */
    void onAsset(String asset, AssetState state, long timeNs, long pid, String detail);

    /**
     * An asset has joined a hub that {@linkplain HubMachine#keepMessages keeps all messages}; told before its state.
     *
     * @param asset who, and where its messages are.
     */
    default void onTapped(final TappedJoin asset) {
        // Told to those who read messages.
    }

    /**
     * A run begins from 0 with gates at steps' ends that no configuration names, so that they have not been judged yet.
     * That may take seconds, so it is not done here.
     *
     * @param gates all that there are.
     */
    default void onGates(final RunGates gates) {
        // Told to those who warn people.
    }

    /**
     * Something that makes the run another than it was meant to be, and does not end it.
     *
     * @param what it is, in one line.
     */
    default void onWarning(final String what) {
        // Told to people.
    }

    /**
     * An asset is lost. Told after its change of state, if it had joined.
     *
     * @param asset  its name.
     * @param how    when and why, such as {@code at 1.2s: its connection closed without a leave}.
     * @param sequel what follows, in words; null when the run ends with it.
     */
    default void onLost(final String asset, final String how, final String sequel) {
        // Told to those who launch programs, or tell people.
    }

    /**
     * An asset that was lost is to be started again; told after its loss.
     *
     * @param asset   its name.
     * @param tries   how often it has been lost, this time included.
     * @param pauseNs wall time to wait before.
     */
    default void onRestart(final String asset, final int tries, final long pauseNs) {
        // Told to those who launch programs.
    }
}
