package io.takt.recording.format;

import io.takt.shm.message.LogTap;

/**
 * The events of a run, record by record; to be written or to be read: the records of the assets' logs, and which assets
 * join and go. Assets go by number, as they joined.
 */
public interface Records extends LogTap.Listener {
    /**
     * An asset joins, for the first time or once more.
     *
     * @param asset its number: the next free one, or the one that its name has already.
     * @param entry what it has declared.
     */
    void onAsset(int asset, AssetEntry entry);

    /**
     * An asset has left, or was lost.
     *
     * @param asset  its number.
     * @param timeNs T_i.
     * @param isLost whether it went without an order to leave.
     */
    void onGone(int asset, long timeNs, boolean isLost);
}
