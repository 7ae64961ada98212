/** The names that hubs, assets and channels may have. */
package io.takt.asset.name;
