package io.takt.federation.gateway;

import io.takt.federation.link.MuxReader;
import io.takt.federation.link.Wire;
import io.takt.shm.host.TcpTable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * A TCP connection that has come to a gateway: first of an unknown sender, then of a child's session. Owned by the
 * gateway's thread.
 */
final class Arrival {
    private final Wire wire;
    private final InetSocketAddress at;
    private final InetSocketAddress from;
    private final long cameAtNs;
    private final Unanswered unanswered = new Unanswered(Wire.GONE_AFTER_NS);
    private ChildSession session;
    private long linkId;
    private volatile SocketAddress datagramsTo;
    private volatile int waiting;
    private volatile boolean isShown;
    private volatile long heardNs;
    private boolean isOver;

    Arrival(final Wire wire, final InetSocketAddress at, final InetSocketAddress from, final long cameAtNs) {
        this.wire = wire;
        this.at = at;
        this.from = from;
        this.cameAtNs = cameAtNs;
        this.heardNs = cameAtNs;
    }

    Wire wire() {
        return wire;
    }

    InetSocketAddress from() {
        return from;
    }

    /** The address of the machine that it comes from. */
    String host() {
        return from.getAddress().getHostAddress();
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

    /**
     * Whether the child's machine has not answered for so long that it is gone.
     *
     * @param isHeard whether the child is.
     * @param look    that has begun.
     */
    boolean isMachineGone(final boolean isHeard, final ConnectionLook look, final long nowNs) {
        if (isHeard) {
            waiting = 0;
        } else {
            final TcpTable table = look.table();
            waiting = table.unanswered(at, from);
            isShown = table.isThere();
        }
        return unanswered.isGone(waiting, nowNs);
    }

    /** Takes what has come over TCP; false when the other end has closed the connection. */
    boolean receive(final MuxReader.Listener listener, final long nowNs) throws IOException {
        final long before = wire.pieces();
        final boolean isOpen = wire.receive(listener);
        heardNs = wire.pieces() == before ? heardNs : nowNs;
        return isOpen;
    }

    /** From any thread: whether the child was heard over TCP lately. */
    boolean isHeard(final long withinNs, final long nowNs) {
        return nowNs - heardNs < withinNs;
    }

    /** From any thread: whether, as far as this system tells, the machine has answered all that it was asked. */
    boolean isAnswered(final long nowNs) {
        return nowNs - cameAtNs > Wire.GONE_AFTER_NS && waiting == 0 && isShown;
    }

    boolean isOver() {
        return isOver;
    }

    void over() {
        isOver = true;
    }
}
