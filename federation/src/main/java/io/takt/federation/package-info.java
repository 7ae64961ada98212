/** A hub as an asset of another hub: found by the daemon as {@link io.takt.hub.daemon.TreeLinks}. */
package io.takt.federation;
