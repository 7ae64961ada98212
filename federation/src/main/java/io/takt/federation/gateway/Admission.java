package io.takt.federation.gateway;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Takes so many connections a second at most: those beyond wait in the kernel, and do not keep the thread awake. One
 * that the system cannot give, for want of descriptors, counts as well, for it is offered again at once.
 */
final class Admission {
    /** A handshake costs about a millisecond of the gateway's thread, on which the clocks wait. */
    static final int MOST_A_SECOND = 100;

    /** Takes a connection from the kernel; null when there is none. */
    @FunctionalInterface
    interface Accepts {
        SocketChannel accept() throws IOException;
    }

    private final IntConsumer interest;
    private long sinceNs;
    private int count;

    /**
     * All are taken for now.
     *
     * @param interest of the selector in connections.
     * @param nowNs    wall time.
     */
    Admission(final IntConsumer interest, final long nowNs) {
        this.interest = interest;
        this.sinceNs = nowNs;
    }

    /** Null when there is none, or none is to be taken now. */
    SocketChannel next(final Accepts from) throws IOException {
        if (count >= MOST_A_SECOND) {
            interest.accept(0);
            return null;
        }
        count++;
        final SocketChannel channel = from.accept();
        count -= channel == null ? 1 : 0;
        return channel;
    }

    /** Called now and then. */
    void tick(final long nowNs) {
        if (nowNs - sinceNs >= TimeUnit.SECONDS.toNanos(1)) {
            sinceNs = nowNs;
            count = 0;
            interest.accept(SelectionKey.OP_ACCEPT);
        }
    }
}
