package io.takt.federation.gateway;

import io.takt.federation.link.ClockPort;
import io.takt.federation.link.Wire;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * A TCP connection that has come to a gateway: first of an unknown sender, then of a child's session. Owned by the
 * gateway's thread.
 */
final class Arrival {
    private final Wire wire;
    private final InetSocketAddress from;
    private final long cameAtNs;
    private ChildSession session;
    private long linkId;
    private volatile SocketAddress datagramsTo;
    private boolean hasToldOfTcp;
    private boolean isOver;

    Arrival(final Wire wire, final InetSocketAddress from, final long cameAtNs) {
        this.wire = wire;
        this.from = from;
        this.cameAtNs = cameAtNs;
    }

    Wire wire() {
        return wire;
    }

    InetSocketAddress from() {
        return from;
    }

    long cameAtNs() {
        return cameAtNs;
    }

    /** Null until the child has proved itself and said hello. */
    ChildSession session() {
        return session;
    }

    void begin(final ChildSession newSession, final long newLinkId) {
        session = newSession;
        linkId = newLinkId;
    }

    long linkId() {
        return linkId;
    }

    /** From any thread: where the newest authentic datagram came from; null before the first. */
    SocketAddress datagramsTo() {
        return datagramsTo;
    }

    void datagramsFrom(final SocketAddress newest) {
        if (!newest.equals(datagramsTo)) {
            datagramsTo = newest;
        }
    }

    /** Whether the child is to be told of as one whose datagrams do not get through; once. */
    boolean tellsOfTcp(final long nowNs, final long afterNs) {
        final ClockPort port = session.clock().port();
        if (hasToldOfTcp || nowNs - cameAtNs < afterNs || !port.isHeard(afterNs, nowNs) || port.isByUdp()) {
            return false;
        }
        hasToldOfTcp = true;
        return true;
    }

    boolean isOver() {
        return isOver;
    }

    void over() {
        isOver = true;
    }
}
