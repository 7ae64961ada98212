package io.takt.hub.control;

import io.takt.shm.control.ControlLine;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Takes connections on the hub's control socket and turns lines into requests. One thread of its own, which sleeps
 * until there is something to do; the hub's thread is never held up by a slow or stopped peer.
 */
public final class ControlServer implements AutoCloseable {
    /** Where requests go. Called on the server's thread. */
    public interface Handler {
        /**
         * Requests of a connection have been read, and are about to be given.
         */
        default void onRead() {
            // Not every handler cares.
        }

        /**
         * A connection asks for something.
         *
         * @param connection number of the connection.
         * @param request    what.
         */
        void onRequest(int connection, Request request);

        /**
         * A connection has sent a line that is no request. It is answered in its turn, like a request.
         *
         * @param connection number of the connection.
         * @param id         that it gave itself, as far as that can be told; else 0.
         * @param error      one line.
         */
        void onMalformed(int connection, long id, String error);

        /**
         * A connection has ended, by its process's wish or by its death.
         *
         * @param connection number of the connection.
         */
        void onClosed(int connection);

        /**
         * Connections cannot be taken; they wait until they can. Existing ones go on. Told once a minute at most.
         *
         * @param why one line.
         */
        default void onTrouble(final String why) {
            // Not every handler cares.
        }

        /**
         * The server cannot go on; all its connections are closed.
         *
         * @param cause why.
         */
        void onFailed(Throwable cause);
    }

    /**
     * Connections that wait to be taken: the kernel makes net.core.somaxconn of it (4096 unless it was set), if that is
     * less. A connect beyond waits, or fails with EAGAIN if it must not.
     */
    private static final int BACKLOG = 65_535;

    /** More than the unread bytes that a socket holds. */
    private static final int MOST_ROUNDS = 256;

    /** Small, so that a flood of requests is noticed before much of it is under way. */
    private static final int READ_BYTES = 8 * 1024;

    /** At most so much is written at once. */
    private static final int WRITE_BYTES = 64 * 1024;

    /** Takes a connection. */
    interface Acceptor {
        /** The next one that waits; null when none does. */
        SocketChannel accept(ServerSocketChannel server) throws IOException;
    }

    /** Makes the line to send; null for the end of the connection. */
    private record Outgoing(int connection, Supplier<? extends FromHub> message) {
    }

    private final Selector selector;
    private final ServerSocketChannel server;
    private final SelectionKey accepting;
    private final Acceptor acceptor;
    private final NanoClock clock;
    private final AcceptPause pause = new AcceptPause();
    private final Handler handler;
    private final Map<Integer, Connection> connections = new HashMap<>();
    private final Queue<Outgoing> outgoing = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> whenAllIsRead = new ConcurrentLinkedQueue<>();
    private final ByteBuffer input = ByteBuffer.allocateDirect(READ_BYTES);
    private final ByteBuffer output = ByteBuffer.allocateDirect(WRITE_BYTES);
    /** Connections with lines that are still to be written. */
    private final Set<Connection> told = new LinkedHashSet<>();
    private final Thread thread;
    private int lastConnection;
    private volatile int open;
    private volatile boolean closing;

    private ControlServer(final Selector selector, final ServerSocketChannel server, final Handler handler,
        final Acceptor acceptor, final NanoClock clock) throws IOException {
        this.selector = selector;
        this.server = server;
        this.accepting = server.register(selector, SelectionKey.OP_ACCEPT);
        this.handler = handler;
        this.acceptor = acceptor;
        this.clock = clock;
        this.thread = new Thread(this::serve, "takt-control");
        this.thread.setDaemon(true);
    }

    /**
     * Opens the socket and begins to serve.
     *
     * @param directory of the hub, which exists.
     * @param handler   of requests.
     * @return the running server.
     * @throws IOException when the socket cannot be opened.
     */
    public static ControlServer start(final HubDirectory directory, final Handler handler) throws IOException {
        return start(directory, handler, ServerSocketChannel::accept, SystemNanoClock.INSTANCE);
    }

    static ControlServer start(final HubDirectory directory, final Handler handler, final Acceptor acceptor,
        final NanoClock clock) throws IOException {
        final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(directory.socket()), BACKLOG);
            server.configureBlocking(false);
            final ControlServer control = new ControlServer(Selector.open(), server, handler, acceptor, clock);
            control.thread.start();
            return control;
        } catch (final IOException e) {
            server.close();
            throw new IOException("cannot open the control socket " + directory.socket() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Sends a line. Any thread may call; it never blocks.
     *
     * @param connection number of the connection; one that has ended is no error.
     * @param message    what to say.
     */
    public void send(final int connection, final FromHub message) {
        send(connection, () -> message);
    }

    /**
     * Sends a line that is long to make: the server's thread makes it. Any thread may call; it never blocks.
     *
     * @param connection number of the connection; one that has ended is no error, and nothing is made for it.
     * @param message    makes it.
     */
    public void send(final int connection, final Supplier<? extends FromHub> message) {
        outgoing.add(new Outgoing(connection, message));
        selector.wakeup();
    }

    /**
     * Ends a connection from this side, after the lines that were sent before. Any thread may call; it never blocks.
     * The handler is told of the end as of any other.
     *
     * @param connection number of the connection; one that has ended is no error.
     */
    public void hangUp(final int connection) {
        send(connection, (Supplier<FromHub>) null);
    }

    /** {@return how many connections are open} */
    public int openConnections() {
        return open;
    }

    /**
     * Does something once the handler has been given everything that was sent before now. From a peer that asks faster
     * than it is answered, nothing is read meanwhile, and that is not waited for. Any thread may call.
     *
     * @param then done on the server's thread, unless that ends before.
     */
    public void whenAllIsRead(final Runnable then) {
        whenAllIsRead.add(then);
        selector.wakeup();
    }

    private void serve() {
        try {
            ControlLine.prepare();
            while (!closing) {
                selector.select(this::onReady, pause.leftMs(clock.nanoTime()));
                if (pause.isOver(clock.nanoTime())) {
                    accepting.interestOps(SelectionKey.OP_ACCEPT);
                }
                deliver();
                catchUp();
            }
            deliver();
        } catch (final IOException | RuntimeException | Error e) {
            handler.onFailed(e);
        } finally {
            connections.values().forEach(Connection::close);
            closeQuietly();
        }
    }

    /** Each round reads a little of every connection. A peer that never stops holds this up for a while only. */
    private void catchUp() throws IOException {
        while (!whenAllIsRead.isEmpty()) {
            final int due = whenAllIsRead.size(); // one that comes meanwhile counts from later on
            for (int round = 0; round < MOST_ROUNDS && selector.selectNow(this::onReady) > 0; round++) {
                deliver();
            }
            for (int i = 0; i < due; i++) {
                whenAllIsRead.remove().run();
            }
            deliver();
        }
    }

    private void onReady(final SelectionKey key) {
        if (key.channel() == server) {
            accept();
            return;
        }
        final Connection connection = (Connection) key.attachment();
        if (key.isReadable() && !connection.read(input, handler)) {
            end(connection);
        } else if (key.isWritable()) {
            connection.write();
        }
    }

    private void accept() {
        try {
            final SocketChannel channel = acceptor.accept(server);
            if (channel != null) {
                begin(channel);
            }
        } catch (final IOException e) {
            accepting.interestOps(0);
            if (pause.begin(clock.nanoTime())) {
                handler.onTrouble("the control socket cannot take another connection: " + e.getMessage()
                    + "; processes that connect wait until it can (ulimit -n says how many files may be open)");
            }
        }
    }

    private void begin(final SocketChannel channel) throws IOException {
        final SelectionKey key;
        try {
            channel.configureBlocking(false);
            key = channel.register(selector, SelectionKey.OP_READ);
        } catch (final IOException e) {
            channel.close();
            throw e;
        }
        final int number = ++lastConnection;
        final Connection connection = new Connection(number, channel, key, output);
        key.attach(connection);
        connections.put(number, connection);
        open = connections.size();
    }

    private void deliver() {
        for (Outgoing next = outgoing.poll(); next != null; next = outgoing.poll()) {
            final Connection connection = connections.get(next.connection);
            if (connection != null && next.message == null) {
                writeTold();
                end(connection);
            } else if (connection != null) {
                connection.send(next.message.get());
                told.add(connection);
            }
        }
        writeTold();
    }

    private void writeTold() {
        told.forEach(Connection::write);
        told.clear();
    }

    private void end(final Connection connection) {
        connection.close();
        connections.remove(connection.number());
        open = connections.size();
        handler.onClosed(connection.number());
    }

    /** Ends all connections and waits for the server's thread. Lines that were sent before are still written. */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeQuietly() {
        try {
            server.close();
            selector.close();
        } catch (final IOException e) {
            // Closed is what they were to be.
        }
    }
}
