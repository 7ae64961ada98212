package io.takt.proofs.links;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.MembershipKey;
import java.nio.channels.SelectionKey;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Set;

/** A port of a host, for datagrams: each has the delay that the network gives it, and may overtake others. */
final class Post extends DatagramChannel implements Selection.Watched {
    private final Sockets host;
    private final PriorityQueue<Letter> letters = new PriorityQueue<>(Comparator.comparingLong(Letter::atNs));
    private InetSocketAddress at;

    private record Letter(InetSocketAddress from, byte[] bytes, long atNs) {
    }

    Post(final Sockets host) {
        super(host);
        this.host = host;
    }

    void arrive(final InetSocketAddress from, final byte[] bytes, final long atNs) {
        letters.add(new Letter(from, bytes, atNs));
    }

    @Override
    public int ready(final int interest, final long nowNs) {
        return !letters.isEmpty() && letters.peek().atNs <= nowNs ? interest & SelectionKey.OP_READ : 0;
    }

    @Override
    public long nextNs() {
        return letters.isEmpty() ? Long.MAX_VALUE : letters.peek().atNs;
    }

    private InetSocketAddress at() {
        if (at == null) {
            bind(host.local(0));
        }
        return at;
    }

    @Override
    public DatagramChannel bind(final SocketAddress local) {
        at = host.local(((InetSocketAddress) local).getPort());
        host.world().network().receive(at, this);
        return this;
    }

    @Override
    public SocketAddress receive(final ByteBuffer into) {
        if (letters.isEmpty() || letters.peek().atNs > host.world().nowNs()) {
            return null;
        }
        final Letter letter = letters.remove();
        into.put(letter.bytes);
        return letter.from;
    }

    @Override
    public int send(final ByteBuffer from, final SocketAddress to) {
        final byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        host.world().network().send(at(), (InetSocketAddress) to, bytes);
        return bytes.length;
    }

    @Override
    protected void implCloseSelectableChannel() {
        host.world().network().forget(at(), this);
    }

    @Override
    protected void implConfigureBlocking(final boolean block) {
        // Never waits.
    }

    @Override
    public <T> DatagramChannel setOption(final SocketOption<T> name, final T value) {
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
    public SocketAddress getLocalAddress() {
        return at();
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("links send to addresses, and receive from any");
    }

    @Override
    public DatagramSocket socket() {
        throw unused();
    }

    @Override
    public boolean isConnected() {
        return false;
    }

    @Override
    public DatagramChannel connect(final SocketAddress to) {
        throw unused();
    }

    @Override
    public DatagramChannel disconnect() {
        throw unused();
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return null;
    }

    @Override
    public int read(final ByteBuffer into) {
        throw unused();
    }

    @Override
    public long read(final ByteBuffer[] into, final int offset, final int length) {
        throw unused();
    }

    @Override
    public int write(final ByteBuffer from) {
        throw unused();
    }

    @Override
    public long write(final ByteBuffer[] from, final int offset, final int length) {
        throw unused();
    }

    @Override
    public MembershipKey join(final InetAddress group, final NetworkInterface by) {
        throw unused();
    }

    @Override
    public MembershipKey join(final InetAddress group, final NetworkInterface by, final InetAddress source) {
        throw unused();
    }
}
