/**
 * The asset runtime: sessions at a hub, driven by callbacks or by polling, over shared-memory clocks.
 *
 * <p>{@link io.takt.shm.asset.AssetSession} is the asset's state machine; {@link io.takt.shm.asset.AssetAgent} drives
 * many of them on one thread, {@link io.takt.shm.asset.PolledSession} one on the thread of its user.
 */
package io.takt.shm.asset;
