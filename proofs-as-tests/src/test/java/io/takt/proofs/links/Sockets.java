package io.takt.proofs.links;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.UnknownHostException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;

/** The sockets of one host in a {@link World}. */
final class Sockets extends SelectorProvider {
    private final World world;
    private final InetAddress address;
    private final List<AutoCloseable> open = new ArrayList<>();

    /** Of the host with this number. */
    Sockets(final World world, final int number) {
        this.world = world;
        try {
            address = InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number});
        } catch (final UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    World world() {
        return world;
    }

    InetSocketAddress local(final int port) {
        return new InetSocketAddress(address, port == 0 ? world.network().newPort() : port);
    }

    InetAddress address() {
        return address;
    }

    /** The kernel of a process that is killed closes what it had open. */
    void closeAll() {
        for (final AutoCloseable each : open) {
            try {
                each.close();
            } catch (final Exception e) {
                throw new IllegalStateException(e);
            }
        }
        open.clear();
    }

    private <T extends AutoCloseable> T opened(final T channel) {
        open.add(channel);
        return channel;
    }

    @Override
    public AbstractSelector openSelector() {
        return opened(new Selection(this));
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() {
        return opened(new Listener(this));
    }

    @Override
    public SocketChannel openSocketChannel() {
        return opened(new Stream(this, local(0), null));
    }

    @Override
    public DatagramChannel openDatagramChannel() {
        return opened(new Post(this));
    }

    @Override
    public DatagramChannel openDatagramChannel(final ProtocolFamily family) {
        return openDatagramChannel();
    }

    @Override
    public Pipe openPipe() {
        throw new UnsupportedOperationException("links have no pipes");
    }
}
