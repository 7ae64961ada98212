package io.takt.proofs.links;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** A port of a host, for connections. */
final class Listener extends ServerSocketChannel implements Selection.Watched {
    private final Sockets host;
    private final Deque<Offer> offers = new ArrayDeque<>();
    private InetSocketAddress at;

    private record Offer(Stream stream, long atNs) {
    }

    Listener(final Sockets host) {
        super(host);
        this.host = host;
    }

    Sockets host() {
        return host;
    }

    void offer(final Stream stream, final long atNs) {
        offers.add(new Offer(stream, atNs));
    }

    @Override
    public int ready(final int interest, final long nowNs) {
        return !offers.isEmpty() && offers.peek().atNs <= nowNs ? interest & SelectionKey.OP_ACCEPT : 0;
    }

    @Override
    public long nextNs() {
        return offers.isEmpty() ? Long.MAX_VALUE : offers.peek().atNs;
    }

    @Override
    public ServerSocketChannel bind(final SocketAddress local, final int backlog) {
        at = host.local(((InetSocketAddress) local).getPort());
        host.world().network().listen(at, this);
        return this;
    }

    @Override
    public <T> ServerSocketChannel setOption(final SocketOption<T> name, final T value) {
        return this;
    }

    @Override
    public <T> T getOption(final SocketOption<T> name) {
        return null;
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    @Override
    public ServerSocket socket() {
        throw new UnsupportedOperationException("no socket of this machine");
    }

    @Override
    public SocketChannel accept() {
        return ready(SelectionKey.OP_ACCEPT, host.world().nowNs()) == 0 ? null : offers.remove().stream;
    }

    @Override
    public SocketAddress getLocalAddress() {
        return at;
    }

    @Override
    protected void implCloseSelectableChannel() {
        host.world().network().forget(at, this);
        offers.forEach(offer -> offer.stream.breakBoth("Connection reset by peer"));
        offers.clear();
    }

    @Override
    protected void implConfigureBlocking(final boolean block) {
        // Never waits.
    }
}
