package io.takt.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A network with a delay: everything that comes to one of its ports is passed on after a fixed time, in its order, and
 * so is the answer. All on loopback, and by one thread, which waits awake for what is due in the next two milliseconds:
 * sleep is not exact enough for that. Data for an end that is gone is lost.
 */
final class Relay implements AutoCloseable {
    /** The name of its thread, which Linux does not cut off. */
    static final String THREAD = "takt-relay";

    private static final int MOST_BYTES = 64 * 1024;
    private static final long AWAKE_WITHIN_NS = 2 * WallTime.MS;

    /** The work for a channel that has data. */
    private interface Duty {
        void take(ByteBuffer bytes) throws IOException;
    }

    private interface Delivery {
        void deliver() throws IOException;
    }

    private record Due(long atNs, Delivery delivery) {
    }

    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final long delayNs;
    private final Selector selector = Selector.open();
    /** In the order of their times, for the delay is the same for all. */
    private final Deque<Due> due = new ArrayDeque<>();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(MOST_BYTES);
    private final Thread thread = new Thread(this::run, THREAD);
    private volatile boolean closing;

    /**
     * A relay without ports.
     *
     * @param delayNs of wall time, one way.
     */
    Relay(final long delayNs) throws IOException {
        this.delayNs = delayNs;
        thread.setDaemon(true);
    }

    /**
     * Opens a port for TCP and UDP; to be told before the start.
     *
     * @param target the port of this host to which it leads.
     * @return the port.
     */
    int port(final int target) throws IOException {
        final ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(loopback, 0));
        final int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
        register(server, SelectionKey.OP_ACCEPT, any -> accept(server, target));
        final DatagramChannel front = DatagramChannel.open().bind(new InetSocketAddress(loopback, port));
        final DatagramChannel back = DatagramChannel.open().connect(new InetSocketAddress(loopback, target));
        final SocketAddress[] sender = new SocketAddress[1];
        register(front, SelectionKey.OP_READ, into -> {
            for (SocketAddress from = front.receive(into.clear()); from != null; from = front.receive(into.clear())) {
                sender[0] = from;
                final ByteBuffer datagram = copy(into);
                later(() -> back.write(datagram));
            }
        });
        register(back, SelectionKey.OP_READ, into -> {
            while (back.read(into.clear()) > 0) {
                final ByteBuffer datagram = copy(into);
                later(() -> front.send(datagram, sender[0]));
            }
        });
        return port;
    }

    /** From now on it passes on what comes. */
    Relay start() {
        thread.start();
        return this;
    }

    private void register(final SelectableChannel channel, final int ops, final Duty duty) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, ops, duty);
    }

    private static ByteBuffer copy(final ByteBuffer into) {
        return ByteBuffer.allocate(into.flip().remaining()).put(into).flip();
    }

    private void later(final Delivery delivery) {
        due.add(new Due(System.nanoTime() + delayNs, delivery));
    }

    private void accept(final ServerSocketChannel server, final int target) throws IOException {
        final SocketChannel below = server.accept();
        if (below == null) {
            return;
        }
        final SocketChannel above = SocketChannel.open();
        try {
            above.connect(new InetSocketAddress(loopback, target));
            pass(below, above);
            pass(above, below);
        } catch (final IOException e) {
            // The target does not listen.
            above.close();
            below.close();
        }
    }

    private void pass(final SocketChannel from, final SocketChannel into) throws IOException {
        from.setOption(StandardSocketOptions.TCP_NODELAY, true);
        register(from, SelectionKey.OP_READ, buffer -> {
            if (!isOpenAfterReading(from, buffer.clear())) {
                from.close();
                later(into::close);
                return;
            }
            final ByteBuffer piece = copy(buffer);
            later(() -> {
                while (piece.hasRemaining() && into.isOpen()) {
                    into.write(piece);
                }
            });
        });
    }

    private static boolean isOpenAfterReading(final SocketChannel from, final ByteBuffer into) {
        try {
            return from.read(into) >= 0;
        } catch (final IOException e) {
            // Its end was killed.
            return false;
        }
    }

    private void run() {
        try {
            while (!closing) {
                turn();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("the relay can work no more", e);
        }
    }

    private void turn() throws IOException {
        final long leftNs = due.isEmpty() ? Long.MAX_VALUE : due.peek().atNs - System.nanoTime();
        if (leftNs <= AWAKE_WITHIN_NS) {
            selector.selectNow();
        } else {
            selector.select(due.isEmpty() ? 0 : leftNs / WallTime.MS - 1);
        }
        for (final SelectionKey key : selector.selectedKeys()) {
            attempt(() -> ((Duty) key.attachment()).take(bytes));
        }
        selector.selectedKeys().clear();
        while (!due.isEmpty() && System.nanoTime() - due.peek().atNs >= 0) {
            attempt(due.poll().delivery);
        }
    }

    private static void attempt(final Delivery delivery) {
        try {
            delivery.deliver();
        } catch (final IOException e) {
            // Nothing listens there, or not any more: a network loses that.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        closing = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (final SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
