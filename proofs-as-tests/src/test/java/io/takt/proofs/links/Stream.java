package io.takt.proofs.links;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** One end of a connection: bytes come in order, each as late as the network has it. */
final class Stream extends SocketChannel implements Selection.Watched {
    /** A kernel takes no more than this before it was read. */
    private static final int MOST_UNDER_WAY = 256 * 1024;

    private static final long NEVER = Long.MAX_VALUE;

    private final Sockets host;
    private final InetSocketAddress local;
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private InetSocketAddress remote;
    private Stream other;
    private long connectedAtNs = NEVER;
    private boolean isPending;
    private boolean isConnected;
    private long lastNs = Long.MIN_VALUE;
    private int underWay;
    private String broken;
    private long brokenAtNs = NEVER;

    /** Null is the end. */
    private record Piece(ByteBuffer bytes, long atNs) {
    }

    Stream(final Sockets host, final InetSocketAddress local, final InetSocketAddress remote) {
        super(host);
        this.host = host;
        this.local = local;
        this.remote = remote;
        this.isConnected = remote != null;
    }

    InetSocketAddress local() {
        return local;
    }

    /** The other end is there from then on. */
    void tie(final Stream otherEnd, final long atNs) {
        other = otherEnd;
        connectedAtNs = atNs;
    }

    void arrive(final byte[] bytes, final long atNs) {
        lastNs = Math.max(lastNs, atNs);
        underWay += bytes == null ? 0 : bytes.length;
        pieces.add(new Piece(bytes == null ? null : ByteBuffer.wrap(bytes), lastNs));
    }

    /** From then on nothing comes or goes any more. */
    void breaks(final String why, final long atNs) {
        if (broken == null) {
            broken = why;
            brokenAtNs = atNs;
            connectedAtNs = Math.min(connectedAtNs, atNs);
        }
    }

    /** Each end notices it at a moment of its own. */
    void breakBoth(final String why) {
        final World world = host.world();
        breaks(why, world.nowNs() + world.choices().below(1_000_000));
        if (other != null) {
            other.breaks(why, world.nowNs() + world.choices().below(1_000_000));
        }
    }

    private long nowNs() {
        return host.world().nowNs();
    }

    private void requireWhole() throws IOException {
        if (broken != null && nowNs() >= brokenAtNs) {
            // As the system's own: other types of error say that the other host does not answer.
            throw new SocketException(broken);
        }
    }

    @Override
    public int ready(final int interest, final long nowNs) {
        if (nowNs >= brokenAtNs) {
            return interest;
        }
        int ready = isPending && nowNs >= connectedAtNs ? SelectionKey.OP_CONNECT : 0;
        if (isConnected) {
            ready |= !pieces.isEmpty() && pieces.peek().atNs <= nowNs ? SelectionKey.OP_READ : 0;
            ready |= other.underWay < MOST_UNDER_WAY ? SelectionKey.OP_WRITE : 0;
        }
        return ready & interest;
    }

    @Override
    public long nextNs() {
        return Math.min(brokenAtNs, isPending ? connectedAtNs : pieces.isEmpty() ? NEVER : pieces.peek().atNs);
    }

    @Override
    public boolean connect(final SocketAddress to) {
        remote = (InetSocketAddress) to;
        isPending = true;
        host.world().network().connect(this, remote);
        return false;
    }

    @Override
    public boolean finishConnect() throws IOException {
        requireWhole();
        if (isPending && nowNs() >= connectedAtNs) {
            isPending = false;
            isConnected = true;
        }
        return isConnected;
    }

    @Override
    public boolean isConnected() {
        return isConnected;
    }

    @Override
    public boolean isConnectionPending() {
        return isPending;
    }

    @Override
    public int read(final ByteBuffer into) throws IOException {
        requireWhole();
        final Piece next = pieces.peek();
        if (next == null || next.atNs > nowNs()) {
            return 0;
        }
        if (next.bytes == null) {
            return -1;
        }
        // Cut anywhere, as by a real one.
        final int length = Math.min(1 + host.world().choices().below(next.bytes.remaining()), into.remaining());
        into.put(next.bytes.slice().limit(length));
        next.bytes.position(next.bytes.position() + length);
        underWay -= length;
        if (!next.bytes.hasRemaining()) {
            pieces.remove();
        }
        return length;
    }

    @Override
    public int write(final ByteBuffer from) throws IOException {
        requireWhole();
        if (!other.isOpen()) {
            throw new IOException("Broken pipe");
        }
        final byte[] bytes = new byte[Math.min(from.remaining(), Math.max(0, MOST_UNDER_WAY - other.underWay))];
        from.get(bytes);
        if (bytes.length > 0) {
            host.world().network().send(other, bytes);
        }
        return bytes.length;
    }

    @Override
    public long read(final ByteBuffer[] into, final int offset, final int length) {
        throw new UnsupportedOperationException("one buffer at a time");
    }

    @Override
    public long write(final ByteBuffer[] from, final int offset, final int length) {
        throw new UnsupportedOperationException("one buffer at a time");
    }

    @Override
    public SocketChannel bind(final SocketAddress address) {
        return this;
    }

    @Override
    public <T> SocketChannel setOption(final SocketOption<T> name, final T value) {
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
    public SocketChannel shutdownInput() {
        return this;
    }

    @Override
    public SocketChannel shutdownOutput() {
        return this;
    }

    @Override
    public Socket socket() {
        throw new UnsupportedOperationException("no socket of this machine");
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return remote;
    }

    @Override
    public SocketAddress getLocalAddress() {
        return local;
    }

    @Override
    protected void implCloseSelectableChannel() {
        if (other != null && broken == null) {
            host.world().network().end(other);
        }
    }

    @Override
    protected void implConfigureBlocking(final boolean block) {
        // Never waits.
    }
}
