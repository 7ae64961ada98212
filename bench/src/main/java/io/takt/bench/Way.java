package io.takt.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;

/**
 * The connection between a hub and its child hub.
 *
 * @param listen   host and port at which the parent listens; null where both share memory.
 * @param address  host and port at which the child finds it; null likewise.
 * @param isKeyed  whether they need a key, as all but loopback does.
 * @param atParent beginning of the command lines of all processes at the parent's end.
 * @param atChild  likewise at the child's.
 */
record Way(String listen, String address, boolean isKeyed, List<String> atParent, List<String> atChild) {
    private static final String LOOPBACK = "127.0.0.1:";

    /** Memory, on the same host. */
    static Way inMemory() {
        return new Way(null, null, false, List.of(), List.of());
    }

    /** TLS and UDP over loopback. */
    static Way overLoopback() throws IOException {
        final String both = LOOPBACK + freePort();
        return new Way(both, both, false, List.of(), List.of());
    }

    /** The same by a relay, which is not started yet. */
    static Way through(final Relay relay, final List<String> prefix) throws IOException {
        final int parent = freePort();
        return new Way(LOOPBACK + parent, LOOPBACK + relay.port(parent), false, prefix, prefix);
    }

    /** From the first of two machines to the second. */
    static Way between(final TwoMachines machines) throws IOException {
        final String both = machines.address(0) + ":" + freePort();
        return new Way(both, both, true, machines.prefix(0), machines.prefix(1));
    }

    /** A port of this host that nothing uses. */
    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }
}
