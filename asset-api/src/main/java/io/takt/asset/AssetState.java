package io.takt.asset;

/**
 * Where an asset is in its life, as its hub sees it. The ordinal is the value of the asset's state counter in shared
 * memory, so the order of these constants is part of that contract.
 */
public enum AssetState {
    /** The asset has joined and has clocks; it bounds the core, and is not stepping yet. */
    JOINED,
    /** The asset can step; the hub waits for others. */
    READY,
    /** The asset steps whenever rule (a) allows it. */
    RUNNING,
    /** The asset said that it leaves; it bounds the core no longer. */
    LEFT,
    /** The asset's process is gone, or its simulator failed, without a word of leave. */
    LOST
}
