/**
 * What the author of a simulator sees: an {@link io.takt.asset.Asset} and its steps, the connection to a hub, and
 * rule (a) by which an asset counts up its time. Nothing here touches shared memory or sockets.
 */
package io.takt.asset;
