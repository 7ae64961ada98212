package io.takt.shm.asset;

import io.takt.asset.Asset;
import io.takt.asset.JoinedAsset;

/** A callback asset on its session, in a slot of {@link HostedAssets}. Owned by the thread that drives it. */
final class Hosted {
    private final AssetSession session;
    private final Asset asset;
    private final JoinedAsset handle;
    private int slot;
    private boolean connected;
    private boolean gone;

    Hosted(final AssetSession session, final Asset asset, final JoinedAsset handle) {
        this.session = session;
        this.asset = asset;
        this.handle = handle;
    }

    AssetSession session() {
        return session;
    }

    Asset asset() {
        return asset;
    }

    JoinedAsset handle() {
        return handle;
    }

    int slot() {
        return slot;
    }

    void slot(final int newSlot) {
        slot = newSlot;
    }

    /** Whether its first callbacks have been made, or are being made. */
    boolean isConnected() {
        return connected;
    }

    void connects() {
        connected = true;
    }

    /** Whether it has no more turns. */
    boolean isGone() {
        return gone;
    }

    void goes() {
        gone = true;
    }

    /** Whether it has a look in every cycle: not a time of the core alone counts for it. */
    boolean isVisited() {
        return session.hasInterval() || session.endpoint() != null;
    }

    /** T_c for which it is to be visited. */
    long wantedNs() {
        return gone || isVisited() ? AssetThread.NO_TIME : session.wantedNs();
    }
}
