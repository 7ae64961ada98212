/** The place of a child hub among its parent's assets: what is said of it by the parent's control socket. */
package io.takt.federation.place;
