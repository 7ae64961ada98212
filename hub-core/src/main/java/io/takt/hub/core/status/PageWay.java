package io.takt.hub.core.status;

/**
 * The way from one hub to the live page of another one, to which it is linked.
 *
 * @param address host and port of the page, as they are reached from here; null where it cannot be reached.
 * @param why     why not, and what would help, in one line; null where it can.
 */
public record PageWay(String address, String why) {
}
