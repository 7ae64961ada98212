package io.takt.federation.remote;

import io.takt.federation.link.LinkHost;
import io.takt.federation.link.MuxReader;
import io.takt.federation.link.Wire;
import io.takt.federation.tls.TlsSession;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * One connection to the parent, from the first try on: TCP, and the socket for datagrams beside it. Owned by the link's
 * thread, but for the datagrams.
 */
final class Dial implements AutoCloseable {
    /** Begins to connect a channel that does not block. */
    interface Connector {
        /** Whether it is connected at once, as some kernels do on loopback. */
        boolean connect(SocketChannel channel, InetSocketAddress to) throws IOException;
    }

    private final InetSocketAddress parent;
    private final long startedNs;
    private final SocketChannel channel;
    private final DatagramChannel datagrams;
    private final SelectionKey datagramKey;
    private final Wire wire;
    private long heardNs;
    private boolean hasSaidHello;
    private boolean isWelcome;

    /**
     * Begins to connect.
     *
     * @throws IOException when that fails at once.
     */
    Dial(final Selector selector, final InetSocketAddress parent, final TlsSession tls, final LinkHost host)
        throws IOException {
        this(selector, parent, tls, host, SocketChannel::connect);
    }

    Dial(final Selector selector, final InetSocketAddress parent, final TlsSession tls, final LinkHost host,
        final Connector connector) throws IOException {
        this.parent = parent;
        startedNs = host.nowNs();
        heardNs = startedNs;
        channel = host.sockets().openSocketChannel();
        DatagramChannel opened = null;
        try {
            opened = host.sockets().openDatagramChannel(parent.getAddress() instanceof Inet6Address
                ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
            opened.configureBlocking(false);
            datagrams = opened;
            datagramKey = datagrams.register(selector, SelectionKey.OP_READ, this);
            channel.configureBlocking(false);
            final SelectionKey selected = channel.register(selector, SelectionKey.OP_CONNECT, this);
            wire = new Wire(channel, tls, selected);
            if (connector.connect(channel, parent)) {
                wire.flush();
            }
        } catch (final IOException e) {
            channel.close();
            if (opened != null) {
                opened.close();
            }
            throw e;
        }
    }

    Wire wire() {
        return wire;
    }

    /** Where the parent's name leads. */
    InetAddress at() {
        return parent.getAddress();
    }

    long startedNs() {
        return startedNs;
    }

    /** Takes what has come over TCP; false when the parent has closed the connection. */
    boolean receive(final MuxReader.Listener listener, final long nowNs) throws IOException {
        final long before = wire.pieces();
        final boolean isOpen = wire.receive(listener);
        heardNs = wire.pieces() == before ? heardNs : nowNs;
        return isOpen;
    }

    /** When the parent was heard over TCP last; before the first time, when this was started. */
    long heardNs() {
        return heardNs;
    }

    boolean isWelcome() {
        return isWelcome;
    }

    void welcome() {
        isWelcome = true;
    }

    boolean hasSaidHello() {
        return hasSaidHello;
    }

    void saidHello() {
        hasSaidHello = true;
    }

    /** Goes on as far as the network does. */
    void connect() throws IOException {
        if (channel.isConnectionPending() && channel.finishConnect()) {
            wire.flush();
        }
    }

    boolean isConnected() {
        return channel.isConnected();
    }

    /** From any thread: sends a datagram, or loses it. */
    void send(final ByteBuffer datagram) {
        try {
            datagrams.send(datagram, parent);
        } catch (final IOException e) {
            // Lost, as on any network: the next one says more.
            datagram.clear();
        }
    }

    /** From any thread: takes a datagram that is there; false when there is none. */
    boolean receive(final ByteBuffer datagram) {
        try {
            return datagrams.receive(datagram) != null;
        } catch (final IOException e) {
            // A port that does not answer; TCP says what there is to say of that.
            return false;
        }
    }

    /** By the link's thread: whether it is woken by datagrams. */
    void hearDatagrams(final boolean isWanted) {
        if (datagramKey.isValid()) {
            datagramKey.interestOps(isWanted ? SelectionKey.OP_READ : 0);
        }
    }

    @Override
    public void close() {
        wire.close();
        datagramKey.cancel();
        try {
            datagrams.close();
        } catch (final IOException e) {
            // There is nothing left to lose.
            return;
        }
    }
}
