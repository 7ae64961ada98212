/**
 * What the author of a simulator sees: an {@link io.takt.asset.Asset} and its steps, the connection to a hub, and
 * what lets a step begin: rule (a), by which an asset counts up its time, and the gates of its message inputs. Nothing
 * here touches shared memory or sockets.
 */
package io.takt.asset;
