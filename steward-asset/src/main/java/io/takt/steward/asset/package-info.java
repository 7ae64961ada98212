/**
 * A steward as an asset of a hub: {@link io.takt.steward.asset.StewardAsset}. Its author writes a physics, and what
 * messages mean to it.
 */
package io.takt.steward.asset;
