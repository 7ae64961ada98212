package io.takt.federation.gateway;

import io.takt.federation.link.Wire;
import io.takt.shm.host.TcpTable;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A TCP connection that has come to a gateway: first of an unknown sender, then of a child's session. Owned by the
 * gateway's thread.
 */
final class Arrival {
    /** All connections of the system are read for that. */
    private static final long LOOK_EVERY_NS = TimeUnit.SECONDS.toNanos(1);

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
    private long lookedAtNs;
    private boolean isOver;

    Arrival(final Wire wire, final InetSocketAddress at, final InetSocketAddress from, final long cameAtNs) {
        this.wire = wire;
        this.at = at;
        this.from = from;
        this.cameAtNs = cameAtNs;
        this.lookedAtNs = cameAtNs;
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

    /**
     * Whether the child's machine has not answered for so long that it is gone; looks at that now and then.
     *
     * @param isHeard whether the child is.
     */
    boolean isMachineGone(final boolean isHeard, final long nowNs) {
        if (nowNs - lookedAtNs < LOOK_EVERY_NS) {
            return false;
        }
        lookedAtNs = nowNs;
        if (isHeard) {
            waiting = 0;
        } else {
            final TcpTable table = TcpTable.ofSystem();
            waiting = table.unanswered(at, from);
            isShown = table.isThere();
        }
        return unanswered.isGone(waiting, nowNs);
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
