package io.takt.asset;

import io.takt.asset.message.Channels;

/** An asset that has joined a hub, whichever way it takes its turns. */
public interface JoinedAsset extends AutoCloseable {
    /**
     * The asset's name.
     *
     * @return as it joined.
     */
    String name();

    /**
     * T_i.
     *
     * @return nanoseconds of simulation time.
     */
    long timeNs();

    /**
     * What the asset sends and receives.
     *
     * @return the same object always; one without channels when the asset has none.
     */
    Channels channels();

    /**
     * Leaves the hub: this asset bounds the core no longer. Does nothing when it has left before. In the middle of a
     * turn of a polled asset, or after what drives the asset has thrown, this is no leave, and the asset is lost to the
     * hub; {@link HubConnection#leave} takes it out at any moment.
     */
    @Override
    void close();
}
