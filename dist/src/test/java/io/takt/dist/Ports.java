package io.takt.dist;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for programs that are to be found there again after they were killed. They are none of those that a system
 * gives away by itself, so that no other connection has one meanwhile; and JVMs of tests whose process ids follow each
 * other begin 101 ports apart.
 */
final class Ports {
    private static final int FIRST = 25_000;
    private static final int COUNT = 7_000;
    private static final int APART = 101;
    private static final AtomicInteger NEXT =
        new AtomicInteger((int) (ProcessHandle.current().pid() * APART % COUNT));

    private Ports() {
    }

    /** One of the loopback interface that can be had by TCP and UDP, and was not given before. */
    static int free() {
        for (int tries = 0; tries < COUNT; tries++) {
            final int port = FIRST + NEXT.getAndIncrement() % COUNT;
            if (isFree(port)) {
                return port;
            }
        }
        throw new AssertionError("no port is free from " + FIRST + " to " + (FIRST + COUNT - 1));
    }

    private static boolean isFree(final int port) {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket tcp = new ServerSocket(port, 1, loopback);
            DatagramSocket udp = new DatagramSocket(port, loopback)) {
            return tcp.isBound() && udp.isBound();
        } catch (final IOException e) {
            return false;
        }
    }
}
