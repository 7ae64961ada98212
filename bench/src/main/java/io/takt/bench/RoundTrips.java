package io.takt.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.DatagramChannel;

/** Plain datagrams by a relay and back, one after the other: how long the way is in truth. */
final class RoundTrips implements AutoCloseable {
    /** As long as a clock of Takt, sealed. */
    private static final int BYTES = 80;
    private static final int LEAST = 9;

    private final DatagramChannel here = DatagramChannel.open();
    private final DatagramChannel there = DatagramChannel.open();
    private final Thread echo = new Thread(this::echo, "takt-bench-echo");

    /** Opens a port of the relay, which is not started yet, for itself. */
    RoundTrips(final Relay relay) throws IOException {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        there.bind(new InetSocketAddress(loopback, 0));
        here.connect(new InetSocketAddress(loopback,
            relay.port(((InetSocketAddress) there.getLocalAddress()).getPort())));
        echo.setDaemon(true);
        echo.start();
    }

    /** The median over a time, in ns; the relay passes on already. */
    double median(final long overNs) throws IOException {
        final ByteBuffer datagram = ByteBuffer.allocateDirect(BYTES);
        final Samples tripsNs = new Samples();
        final long startNs = System.nanoTime();
        for (int trips = 0; trips < LEAST || System.nanoTime() - startNs < overNs; trips++) {
            final long fromNs = System.nanoTime();
            here.write(datagram.clear());
            here.read(datagram.clear());
            tripsNs.add(System.nanoTime() - fromNs);
        }
        return tripsNs.median();
    }

    private void echo() {
        final ByteBuffer datagram = ByteBuffer.allocateDirect(BYTES);
        try {
            while (there.isOpen()) {
                final SocketAddress from = there.receive(datagram.clear());
                there.send(datagram.flip(), from);
            }
        } catch (final AsynchronousCloseException e) {
            // This is the end.
            return;
        } catch (final IOException e) {
            throw new UncheckedIOException("datagrams cannot be received or sent", e);
        }
    }

    @Override
    public void close() throws IOException {
        here.close();
        there.close();
    }
}
