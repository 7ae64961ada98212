package io.takt.recording.format;

import org.agrona.DirectBuffer;

/** The events of a run, record by record; to be written or to be read. Assets go by number, as they joined. */
public interface Records {
    /**
     * An asset joins, for the first time or once more.
     *
     * @param asset its number: the next free one, or the one that its name has already.
     * @param entry what it has declared.
     */
    void onAsset(int asset, AssetEntry entry);

    /**
     * An asset has sent a message.
     *
     * @param asset    its number.
     * @param channel  index of the channel.
     * @param stampNs  when.
     * @param sequence number of the message.
     * @param buffer   that holds it, during this call.
     * @param index    of its first byte.
     * @param length   in bytes.
     */
    void onSent(int asset, int channel, long stampNs, long sequence, DirectBuffer buffer, int index, int length);

    /**
     * A message was delivered to an asset.
     *
     * @param asset      its number.
     * @param input      index of the link.
     * @param deliveryNs when.
     * @param sequence   number that its sender gave it.
     * @param stepEndNs  end of the step that got it, or where steps vary its start and one granularity; 0 for a
     *                   retroactive one.
     */
    void onDelivered(int asset, int input, long deliveryNs, long sequence, long stepEndNs);

    /**
     * A process has taken the place of the asset's: what that had sent with later stamps is void.
     *
     * @param asset   its number.
     * @param stampNs the time.
     */
    void onVoid(int asset, long stampNs);

    /**
     * An asset was put back to its start.
     *
     * @param asset its number.
     */
    void onReset(int asset);

    /**
     * All of an asset is known up to a time.
     *
     * @param asset  its number.
     * @param timeNs the time, inclusive.
     */
    void onFrontier(int asset, long timeNs);

    /**
     * An asset has left, or was lost.
     *
     * @param asset  its number.
     * @param timeNs T_i.
     * @param isLost whether it went without an order to leave.
     */
    void onGone(int asset, long timeNs, boolean isLost);
}
