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
 * @param page     the way to the page of a parent with an address; null until it was reached, and of one on this host,
 *                 which is found by its name.
 */
public record ParentStatus(String hub, String address, String name, boolean attached, String why, long timeNs,
    PageWay page) {
}
