package io.takt.federation.remote;

/**
 * Where a parent listens.
 *
 * @param host name or number; a name is looked up anew for each connection.
 * @param port of TCP and of UDP.
 */
public record ParentAddress(String host, int port) {
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
