package io.takt.federation.gateway;

import io.takt.shm.host.TcpTable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A look at the connections of this system, now and then. It reads all that there are; so one look serves all children,
 * and nothing is read while each of them is heard. Owned by the gateway's thread.
 */
final class ConnectionLook {
    static final long EVERY_NS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<TcpTable> system;
    private long atNs;
    /** Null until a child needs it. */
    private TcpTable table;

    /** The first look is due a while after this time. */
    ConnectionLook(final Supplier<TcpTable> system, final long nowNs) {
        this.system = system;
        this.atNs = nowNs;
    }

    /** Whether it is time for a new one; then it begins. */
    boolean begins(final long nowNs) {
        if (nowNs - atNs < EVERY_NS) {
            return false;
        }
        atNs = nowNs;
        table = null;
        return true;
    }

    /** {@return all connections, as they are in this look} */
    TcpTable table() {
        if (table == null) {
            table = system.get();
        }
        return table;
    }
}
