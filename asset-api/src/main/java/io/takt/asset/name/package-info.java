/** What a hub, an asset or a channel may be called. */
package io.takt.asset.name;
