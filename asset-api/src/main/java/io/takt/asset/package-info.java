/**
 * The part of Takt that the author of a simulator sees: an {@link io.takt.asset.Asset} and its steps, and the
 * connection to a hub. Nothing here touches shared memory or sockets.
 */
package io.takt.asset;
