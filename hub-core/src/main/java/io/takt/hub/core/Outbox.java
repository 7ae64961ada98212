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
}
