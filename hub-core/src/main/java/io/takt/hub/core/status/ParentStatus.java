package io.takt.hub.core.status;

/**
 * A hub's tie to its parent.
 *
 * @param hub      name of a parent on this host; else null.
 * @param address  where a parent on any host listens; else null.
 * @param name     of this hub in its parent.
 * @param attached whether it has its place there now.
 * @param why      why not, in one line; null while it has, or when nothing is known.
 * @param timeNs   T_parent as it is known here; 0 before the first place.
 */
public record ParentStatus(String hub, String address, String name, boolean attached, String why, long timeNs) {
}
