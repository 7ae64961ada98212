package io.takt.asset;

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

    /** Leaves the hub: this asset bounds the core no longer. Does nothing when it has left before. */
    @Override
    void close();
}
