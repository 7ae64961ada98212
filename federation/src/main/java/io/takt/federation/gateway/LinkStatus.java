package io.takt.federation.gateway;

/**
 * How the link to a child is.
 *
 * @param federate    name of the child.
 * @param isUp        whether there is a connection, and the child's end of it is heard.
 * @param roundTripNs smoothed, in ns of wall time; 0 before it was measured.
 * @param byUdp       whether clocks go by UDP.
 * @param why         it is not up, in one line; null while it is.
 */
public record LinkStatus(String federate, boolean isUp, long roundTripNs, boolean byUdp, String why) {
}
