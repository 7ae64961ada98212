/** The place of a child hub among its parent's assets: the lines about it on the parent's control socket. */
package io.takt.federation.place;
