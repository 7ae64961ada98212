package io.takt.federation.remote;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Where a parent listens.
 *
 * @param host  name or number; a name is looked up anew for each connection.
 * @param port  of TCP and of UDP.
 * @param names looks up the name.
 */
public record ParentAddress(String host, int port, Names names) {
    /** Finds the address of a host; called on a thread that does nothing else, and for a number on the link's. */
    @FunctionalInterface
    public interface Names {
        /**
         * The address now.
         *
         * @param host name or number.
         * @return an address.
         * @throws UnknownHostException when there is none.
         */
        InetAddress find(String host) throws UnknownHostException;
    }

    /**
     * As this system knows the name.
     *
     * @param host name or number.
     * @param port of TCP and of UDP.
     */
    public ParentAddress(final String host, final int port) {
        this(host, port, InetAddress::getByName);
    }

    /** {@return whether no name service is asked for it} */
    boolean isNumber() {
        return host.contains(":") || host.matches("[0-9.]+");
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
