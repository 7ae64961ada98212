package io.takt.conform;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/** The control socket of the kit's hub; it does something only while it is {@linkplain #poll polled}. */
final class Control {
    /** A connection of the program's. */
    static final class Connection {
        private final SocketChannel channel;
        private final StringBuilder text = new StringBuilder();
        private final Deque<ByteBuffer> toSend = new ArrayDeque<>();
        private boolean hasEnded;

        Connection(final SocketChannel channel) {
            this.channel = channel;
        }

        /** Whether the program has closed it, or has ended. */
        boolean hasEnded() {
            return hasEnded;
        }

        boolean isAllSent() {
            return toSend.isEmpty();
        }
    }

    /** Takes what comes. */
    interface Listener {
        void onLine(Connection connection, String line) throws IOException;

        void onEnd(Connection connection);
    }

    private static final int MOST = 1 << 16;

    private final ServerSocketChannel server;
    private final Path socket;
    private final List<Connection> connections = new ArrayList<>();
    private final ByteBuffer bytes = ByteBuffer.allocate(MOST);
    private final RandomGenerator pieces;

    private Control(final ServerSocketChannel server, final Path socket, final RandomGenerator pieces) {
        this.server = server;
        this.socket = socket;
        this.pieces = pieces;
    }

    /** Listens. {@code pieces}: lines come in pieces of random length; null for whole ones. */
    static Control listen(final Path socket, final RandomGenerator pieces) throws IOException {
        Files.deleteIfExists(socket);
        final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        server.configureBlocking(false);
        return new Control(server, socket, pieces);
    }

    List<Connection> connections() {
        return connections;
    }

    /** One look at everything. */
    void poll(final Listener listener) throws IOException {
        for (SocketChannel next = server.accept(); next != null; next = server.accept()) {
            next.configureBlocking(false);
            connections.add(new Connection(next));
        }
        for (final Connection connection : List.copyOf(connections)) {
            read(connection, listener);
            write(connection);
        }
    }

    private void read(final Connection connection, final Listener listener) throws IOException {
        while (!connection.hasEnded && connection.channel.isOpen()) {
            bytes.clear();
            int count;
            try {
                count = connection.channel.read(bytes);
            } catch (final IOException e) {
                count = -1;
            }
            if (count == 0) {
                return;
            }
            if (count < 0) {
                connection.hasEnded = true;
                connection.channel.close();
                listener.onEnd(connection);
                return;
            }
            connection.text.append(new String(bytes.array(), 0, count, StandardCharsets.ISO_8859_1));
            for (int feed = connection.text.indexOf("\n"); feed >= 0; feed = connection.text.indexOf("\n")) {
                final String line = new String(connection.text.substring(0, feed)
                    .getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
                connection.text.delete(0, feed + 1);
                if (!line.isEmpty()) {
                    listener.onLine(connection, line);
                }
            }
        }
    }

    void send(final Connection connection, final String line) throws IOException {
        connection.toSend.add(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
        write(connection);
    }

    private void write(final Connection connection) throws IOException {
        boolean goesOn = true;
        while (goesOn && !connection.toSend.isEmpty() && connection.channel.isOpen()) {
            final ByteBuffer next = connection.toSend.peek();
            final int limit = next.limit();
            if (pieces != null) {
                next.limit(Math.min(limit, next.position() + 1 + pieces.nextInt(60)));
            }
            try {
                goesOn = connection.channel.write(next) > 0 && pieces == null;
            } catch (final IOException e) {
                connection.toSend.clear();
                return;
            }
            next.limit(limit);
            if (!next.hasRemaining()) {
                connection.toSend.remove();
            }
        }
    }

    /** As when the process of the hub dies: nothing is said, and the socket's file stays. */
    void die() throws IOException {
        server.close();
        for (final Connection connection : connections) {
            connection.channel.close();
        }
    }

    void close() throws IOException {
        die();
        Files.deleteIfExists(socket);
    }
}
