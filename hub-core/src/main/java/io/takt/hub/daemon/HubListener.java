package io.takt.hub.daemon;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;

/** Hears of every change of state, in order, on a thread of its own that may take its time. */
public interface HubListener {
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
