package io.takt.shm.control;

import io.takt.asset.HubLostException;
import io.takt.asset.TaktException;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * One end of a control connection: asks, and hears events. Any thread may ask; events come on the client's own daemon
 * thread.
 *
 * <p>As long as this process lives the hub sees the connection open, however long the process is stopped; when either
 * end dies, the kernel tells the other at once.
 */
public final class ControlClient implements HubControl {
    /** At most so much is written at once. */
    private static final int WRITE_BYTES = 16 * 1024;

    /** A hub that is written to for so long is not waited for any more; its process may be stopped. */
    private static final Duration LAST_LINES_WITHIN = Duration.ofSeconds(1);

    private static final Listener DEAF = new Listener() {
        @Override
        public void onEvent(final Event event) {
            // There is no listener.
        }

        @Override
        public void onEnd() {
            // Each request that waits is told by its future.
        }
    };

    private final SocketChannel channel;
    private final Listener listener;
    private final String hub;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, Asked> asked = new ConcurrentHashMap<>();
    private final ExecutorService writer;
    private final Queue<ByteBuffer> lines = new ConcurrentLinkedQueue<>();
    /** Owned by the writer. */
    private final ByteBuffer output = ByteBuffer.allocate(WRITE_BYTES);
    private final AtomicInteger unwritten = new AtomicInteger();
    private volatile boolean isWaiting;
    private volatile boolean isWriting;
    private volatile boolean ended;

    private record Asked(CompletableFuture<Reply> reply, Consumer<Reply> inOrder) {
    }

    private ControlClient(final SocketChannel channel, final String hub, final Listener listener) {
        this.channel = channel;
        this.hub = hub;
        this.listener = listener;
        this.writer = Executors.newSingleThreadExecutor(task -> daemon(task, "takt-control-out-" + hub));
    }

    /**
     * Connects for commands only.
     *
     * @param directory of the hub.
     * @return the connection.
     * @throws HubLostException when no hub answers there.
     */
    public static ControlClient connect(final HubDirectory directory) {
        return connect(directory, DEAF);
    }

    /**
     * Connects.
     *
     * @param directory of the hub.
     * @param listener  of events.
     * @return the connection.
     * @throws HubLostException when no hub answers there.
     */
    public static ControlClient connect(final HubDirectory directory, final Listener listener) {
        final SocketChannel channel;
        try {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        } catch (final IOException e) {
            throw new TaktException("this system gives no Unix-domain sockets: " + e.getMessage(), e);
        }
        try {
            channel.connect(UnixDomainSocketAddress.of(directory.socket()));
        } catch (final IOException e) {
            closeQuietly(channel);
            throw new HubLostException("no hub named '" + directory.hub() + "' is running (nothing answers at "
                + directory.socket() + ")", e);
        }
        final ControlClient client = new ControlClient(channel, directory.hub(), listener);
        daemon(client::readLines, "takt-control-in-" + directory.hub()).start();
        return client;
    }

    @Override
    public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
        final CompletableFuture<Reply> reply = send(request, inOrder);
        return () -> await(reply);
    }

    private Reply await(final CompletableFuture<Reply> reply) {
        try {
            return answerOf(reply::get);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WaitInterruptedException("interrupted while waiting for hub '" + hub + "'", e);
        }
    }

    /**
     * Asks and waits for the answer, at most so long.
     *
     * @param request is given the id to use.
     * @param atMost  wall time in which the hub could have answered, see {@link Silence}.
     * @return the reply, which may be a refusal.
     * @throws HubLostException when the hub is gone before it answered.
     * @throws TaktException    when the time is over: the hub's process lives, but does nothing.
     */
    public Reply ask(final LongFunction<Request> request, final Duration atMost) {
        final CompletableFuture<Reply> reply = send(request, answer -> { });
        final Silence silence = new Silence(SystemNanoClock.INSTANCE);
        while (silence.ns() < atMost.toNanos()) {
            try {
                return answerOf(() -> reply.get(Silence.LOOK_EVERY_NS, TimeUnit.NANOSECONDS));
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new TaktException("interrupted while waiting for hub '" + hub + "'", e);
            } catch (final TimeoutException e) {
                silence.look(isUpToHub());
            }
        }
        throw new TaktException(unanswered(hub, request.apply(0), atMost));
    }

    /** A request that was sent is carried out when the hub goes on, whether an answer is waited for or not. */
    static String unanswered(final String hub, final Request request, final Duration waited) {
        return "hub '" + hub + "' is there but has not answered for " + waited.toSeconds()
            + " s; its process may be stopped (SIGSTOP, debugger)"
            + (request instanceof Request.Status ? "" : "; when it goes on it does what was asked");
    }

    /**
     * Whether all that was said to the hub is on its way, and all that came from it was taken in: an answer that is not
     * there yet is then up to the hub.
     *
     * @return false while this process has something to do before.
     */
    public boolean isUpToHub() {
        return unwritten.get() == 0 && isWaiting;
    }

    private CompletableFuture<Reply> send(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
        final long id = ids.incrementAndGet();
        final CompletableFuture<Reply> reply = new CompletableFuture<>();
        asked.put(id, new Asked(reply, inOrder));
        write(request.apply(id));
        if (ended) {
            reply.completeExceptionally(gone());
        }
        return reply;
    }

    private interface Wait<E extends Exception> {
        Reply get() throws InterruptedException, ExecutionException, E;
    }

    private <E extends Exception> Reply answerOf(final Wait<E> wait) throws InterruptedException, E {
        try {
            return wait.get();
        } catch (final ExecutionException e) {
            throw e.getCause() instanceof TaktException known ? known
                : new TaktException("cannot use what hub '" + hub + "' answered: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void tell(final LongFunction<Request> request) {
        write(request.apply(ids.incrementAndGet()));
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    /** Writes on a thread of its own: an interrupt of the caller would close the channel in mid-write. */
    private void write(final Request request) {
        lines.add(AssetLine.write(request));
        if (unwritten.getAndIncrement() > 0) {
            return; // with those that are being written
        }
        try {
            writer.execute(this::writeAll);
        } catch (final RejectedExecutionException e) {
            // Closed by this end; each request is told so by its future.
            ended = true;
        }
    }

    /** Lines that come while others are being written are written together. */
    private void writeAll() {
        try {
            int count = unwritten.get();
            while (count > 0) {
                for (int i = 0; i < count; i++) {
                    put(lines.remove());
                }
                flush();
                count = unwritten.addAndGet(-count);
            }
        } catch (final IOException e) {
            // The reader learns it, too, and tells all that wait.
            closeQuietly(channel);
        } catch (final Throwable e) {
            // For want of memory, perhaps: the line is lost, and the hub must not take the connection for a whole one.
            closeQuietly(channel);
            throw e;
        }
    }

    private void put(final ByteBuffer line) throws IOException {
        while (line.hasRemaining()) {
            if (!output.hasRemaining()) {
                flush();
            }
            final int length = Math.min(line.remaining(), output.remaining());
            output.put(line.slice(line.position(), length));
            line.position(line.position() + length);
        }
    }

    private void flush() throws IOException {
        output.flip();
        isWriting = true;
        try {
            while (output.hasRemaining()) {
                channel.write(output);
            }
        } finally {
            isWriting = false;
        }
        output.clear();
    }

    private void readLines() {
        final LineAssembler assembler = new LineAssembler(ControlLine.MAX_BYTES);
        final ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
        final Consumer<String> take = this::take;
        try {
            boolean sound = true;
            while (sound && read(bytes) >= 0) {
                sound = assembler.accept(bytes.flip(), take);
                bytes.clear();
            }
        } catch (final IOException e) {
            // The end of the connection, however it came.
        } finally {
            ended = true;
            closeQuietly(channel);
            writer.shutdown();
            try {
                asked.values().forEach(waiting -> waiting.reply.completeExceptionally(gone()));
            } finally {
                listener.onEnd();
            }
        }
    }

    private int read(final ByteBuffer bytes) throws IOException {
        isWaiting = true;
        try {
            return channel.read(bytes);
        } finally {
            isWaiting = false;
        }
    }

    private void take(final String line) {
        try {
            final FromHub message = AssetLine.readFromHub(line);
            if (message instanceof Event event) {
                listener.onEvent(event);
            } else if (message instanceof Reply reply) {
                final Asked waiting = asked.remove(reply.id());
                if (waiting != null) {
                    answer(waiting, reply);
                }
            }
        } catch (final ControlLine.MalformedLineException e) {
            throw new TaktException("hub '" + hub + "' speaks another protocol: " + e.getMessage(), e);
        }
    }

    private static void answer(final Asked waiting, final Reply reply) {
        try {
            waiting.inOrder.accept(reply);
            waiting.reply.complete(reply);
        } catch (final RuntimeException | Error e) {
            // Each thread that waits has to hear of it, of an Error too.
            waiting.reply.completeExceptionally(e);
        }
    }

    private HubLostException gone() {
        return new HubLostException("hub '" + hub + "' is gone: its control connection has ended");
    }

    private static void closeQuietly(final SocketChannel channel) {
        try {
            channel.close();
        } catch (final IOException e) {
            // Closed is what it was to be.
        }
    }

    private static Thread daemon(final Runnable task, final String name) {
        final Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Ends the connection. Requests that were sent before are still written, if the hub takes them within a second. */
    @Override
    public void close() {
        writer.shutdown();
        final boolean interrupted = Thread.interrupted();
        try {
            awaitWritten(writer, () -> isWriting, LAST_LINES_WITHIN, SystemNanoClock.INSTANCE);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeQuietly(channel);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits for a writer that has been shut down. A delay of this process does not count as the hub's: to the hub an
     * asset whose leave is not written is lost.
     *
     * @param isUpToHub whether the writer waits for the hub.
     * @return whether all is written.
     */
    static boolean awaitWritten(final ExecutorService writer, final BooleanSupplier isUpToHub, final Duration atMost,
        final NanoClock clock) throws InterruptedException {
        final Silence silence = new Silence(clock);
        boolean isWritten = writer.awaitTermination(Silence.LOOK_EVERY_NS, TimeUnit.NANOSECONDS);
        while (!isWritten && silence.ns() < atMost.toNanos()) {
            silence.look(isUpToHub.getAsBoolean());
            isWritten = writer.awaitTermination(Silence.LOOK_EVERY_NS, TimeUnit.NANOSECONDS);
        }
        return isWritten;
    }
}
