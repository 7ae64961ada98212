package io.takt.federation.mirror;

import io.takt.asset.TaktException;
import io.takt.asset.WaitStrategy;
import io.takt.federation.link.ControlStream;
import io.takt.federation.link.LinkHost;
import io.takt.hub.core.event.ToParent;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.waiting.Parker;
import io.takt.shm.waiting.Waiter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One end of the mirrors between a child hub and its parent on two hosts: it reads the logs of this hub whose mirrors
 * are at the other end, and writes the mirrors of those that are there.
 *
 * <p>Threads: a thread of this object sleeps at one place, in the memory of this hub. Senders whose logs it reads ring
 * there, and readers that make room in a mirror, and the thread of the network when the other end has used something.
 * It reads logs into encoders, and goes on with mirrors that had no room. The network's thread writes incoming records
 * into the mirrors at once, and is the only one that sends; it is woken for that. No wake-up is lost: the state that
 * the sleeper checks changes under this object's monitor or in shared memory before its doorbell is rung, and it looks
 * again between its announcement and its sleep.
 *
 * <p>Lines about senders in the {@link ControlStream} go behind their logs ({@link #sync}); so the stream is held while
 * there is no connection on which all mirrors have begun.
 */
public final class RemoteMirrors implements MirrorEnd, Parker {
    /** Announced instead of a time: no core reaches it. */
    private static final long NO_TIME = Long.MAX_VALUE - 1;

    private static final long LONGEST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A log that does not come to rest holds up no other. */
    private static final int MOST_POLLS = 100;

    private final boolean isChild;
    private final MirrorHub hub;
    /** Closed with this; null where the doorbell is another connection's. */
    private final HubControl own;
    private final ControlStream stream;
    private final Executor network;
    private final Consumer<String> fails;
    private final RemoteEnds ends;
    private final Waiter waiter;
    private final AtomicBoolean isFlushAsked = new AtomicBoolean();
    private final long number;
    private Consumer<ByteBuffer> out;
    private boolean isAnswered;
    private boolean isReleased;
    private volatile boolean closed;

    /** Of no thread yet, see {@link #start}. */
    RemoteMirrors(final boolean isChild, final MirrorHub hub, final HubControl own, final ControlStream stream,
        final RemoteEnds ends, final WaitStrategy waiting, final Executor network, final Consumer<String> fails) {
        this.isChild = isChild;
        this.hub = hub;
        this.own = own;
        this.stream = stream;
        this.ends = ends;
        this.number = ends.newNumber();
        this.network = network;
        this.fails = fails;
        this.waiter = new Waiter(waiting, this);
        if (isChild) {
            stream.hold();
        } else {
            stream.holdAfter();
        }
    }

    private RemoteMirrors start(final LinkHost host, final String name) {
        host.loops().of(name, this::run).start();
        return this;
    }

    /**
     * The child's end, which begins.
     *
     * @param host    the child's, in whose process this runs.
     * @param file    its counters.
     * @param cross   its ends, as it has told them.
     * @param stream  what is said in order, which is held until the mirrors have begun.
     * @param network runs a task on the link's thread.
     * @param fails   hears, on any thread, that these mirrors cannot go on, in one line.
     * @return without a connection.
     * @throws TaktException when a log is not there, or there is no doorbell.
     */
    public static RemoteMirrors ofChild(final LinkHost host, final ClockFile file, final ToParent.Cross cross,
        final ControlStream stream, final Executor network, final Consumer<String> fails) {
        final HubControl own = MirrorEnds.control(host.hub());
        try {
            return new RemoteMirrors(true, MirrorHub.of(file, MirrorEnds.doorbell(own)), own, stream,
                new RemoteEnds(cross.up(), cross.down(), host.hub().messages(), file::ring, () -> Long.MAX_VALUE,
                host.random()), host.waiting(), network, fails).start(host, "takt-mirrors");
        } catch (final RuntimeException e) {
            own.close();
            throw e;
        }
    }

    /**
     * The parent's end, which answers.
     *
     * @param host     the parent's.
     * @param child    name of the child.
     * @param crossing as the parent's hub has told it.
     * @param file     the parent's counters.
     * @param doorbell of a connection to the parent's hub that lives as long.
     * @param stream   what is said in order, which is held until the mirrors have begun.
     * @param latestNs the latest time to which a sender of the child can have come.
     * @param network  runs a task on the gateway's thread.
     * @param fails    hears, on any thread, that these mirrors cannot go on, in one line.
     * @return without a connection.
     * @throws TaktException when a log is not there.
     */
    public static RemoteMirrors ofParent(final LinkHost host, final String child, final Reply.Crossing crossing,
        final ClockFile file, final Reply.Doorbell doorbell, final ControlStream stream, final LongSupplier latestNs,
        final Executor network, final Consumer<String> fails) {
        return new RemoteMirrors(false, MirrorHub.of(file, doorbell), null, stream,
            new RemoteEnds(crossing.down(), crossing.up(), host.hub().messages(), file::ring, latestNs,
            host.random()), host.waiting(), network, fails).start(host, "takt-mirrors-" + child);
    }

    @Override
    public synchronized void connect(final Consumer<ByteBuffer> newOut, final BooleanSupplier isBusy) {
        disconnect();
        if (!closed) {
            out = newOut;
            ends.onConnected(this::send, isBusy);
            if (isChild) {
                ends.open();
                ends.sayOpen(number);
                flush();
            }
        }
    }

    private void send(final ByteBuffer frame) {
        if (out != null) {
            out.accept(frame);
        }
    }

    @Override
    public synchronized void disconnect() {
        out = null;
        isAnswered = false;
        isReleased = false;
        stream.hold();
        ends.close();
    }

    @Override
    public synchronized void onRecords(final ByteBuffer payload) throws IOException {
        if (out == null) {
            return;
        }
        try {
            final long opened = ends.openedBy(payload);
            if (!isChild && opened != RemoteEnds.NOT_OPENED) {
                stream.holdAgain();
                isReleased = false;
                ends.open();
                ends.sayOpen(opened);
                isAnswered = true;
            } else if (isChild && opened == number) {
                stream.forgetEarly();
                isAnswered = true;
            }
            if (isAnswered) {
                ends.onRecords(payload);
            } else if (!isChild) {
                throw new IOException("records come of channels that were not opened");
            }
        } catch (final RuntimeException e) {
            throw senseless(e);
        }
        goOn();
    }

    @Override
    public synchronized void onAck(final ByteBuffer payload) throws IOException {
        if (out == null) {
            return;
        }
        try {
            if (isAnswered) {
                ends.onAck(payload);
            } else if (!isChild) {
                throw new IOException("records are acknowledged of channels that were not opened");
            }
        } catch (final RuntimeException e) {
            throw senseless(e);
        }
        goOn();
    }

    private static IOException senseless(final RuntimeException why) {
        return new IOException(why instanceof TaktException ? why.getMessage()
            : "what is said of its senders makes no sense", why);
    }

    private void goOn() {
        hub.doorbell().ring();
        if (!isReleased && isAnswered && ends.haveBegun()) {
            tellAll();
            isReleased = true;
            stream.release();
        }
    }

    @Override
    public synchronized void flush() {
        isFlushAsked.set(false);
        if (out != null && ends.flush(false)) {
            hub.doorbell().ring();
        }
    }

    @Override
    public synchronized void sync() {
        try {
            if (isReleased) {
                tellAll();
            }
        } catch (final TaktException e) {
            fail(e.getMessage());
        }
    }

    private void tellAll() {
        for (int left = MOST_POLLS; left > 0 && ends.read(true); left--) {
            Thread.onSpinWait();
        }
        ends.flush(true);
    }

    @Override
    public synchronized boolean isDone() {
        return isReleased && ends.areDone();
    }

    private boolean run() {
        try {
            if (closed) {
                return false;
            }
            if (turn()) {
                waiter.worked();
            } else {
                waiter.idle();
            }
            return true;
        } catch (final TaktException e) {
            fail(e.getMessage());
        } catch (final RuntimeException | Error e) {
            fail("it was not understood: " + e);
        }
        return false;
    }

    private void fail(final String why) {
        if (!closed) {
            fails.accept(why);
        }
    }

    /** One turn of this object's thread while it is awake; returns whether there was anything to do. */
    boolean turn() {
        final boolean isAny;
        synchronized (this) {
            isAny = out != null && (ends.read(false) | ends.write());
        }
        if (isAny && isFlushAsked.compareAndSet(false, true)) {
            network.execute(this::flush);
        }
        return isAny;
    }

    @Override
    public long idleForNs() {
        return 0;
    }

    @Override
    public synchronized void announce() {
        if (!closed) {
            hub.doorbell().announce(NO_TIME);
            ends.announce(hub.number());
        }
    }

    @Override
    public void sleep() {
        hub.doorbell().sleep(NO_TIME, LONGEST_SLEEP_NS);
    }

    @Override
    public synchronized void withdraw() {
        if (!closed) {
            ends.withdraw();
            hub.doorbell().withdraw();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            disconnect();
            closed = true;
            hub.doorbell().ring();
        }
        if (own != null) {
            own.close();
        }
    }
}
