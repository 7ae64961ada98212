/** A child hub on another host than its parent: the end of the link that connects. */
package io.takt.federation.remote;
