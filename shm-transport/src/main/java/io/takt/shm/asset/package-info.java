/**
 * The asset runtime: sessions at a hub, driven by callbacks or by polling, over shared-memory clocks.
 *
 * <p>{@link io.takt.shm.asset.AssetSession} takes an asset's steps, and its {@link io.takt.shm.asset.SessionLife}
 * begins, resets and ends it; {@link io.takt.shm.asset.AssetAgent} drives many of them on one thread,
 * {@link io.takt.shm.asset.PolledSession} one on the thread of its user.
 */
package io.takt.shm.asset;
