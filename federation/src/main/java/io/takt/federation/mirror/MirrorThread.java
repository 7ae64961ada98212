package io.takt.federation.mirror;

import io.takt.asset.TaktException;
import io.takt.asset.WaitStrategy;
import io.takt.shm.message.Mirror;
import io.takt.shm.waiting.Parker;
import io.takt.shm.waiting.Waiter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Drives the mirrors of one direction between two hubs of this host. It sleeps in the memory of the hub where the
 * originals are, whose senders wake it. Readers that make room in a mirror ring at the other hub, where the thread of
 * the other direction sleeps; that one passes it on.
 *
 * <p>Mirrors may be polled by other threads as well, see {@link #sync}; one at a time has them.
 */
final class MirrorThread implements Parker {
    /** Announced instead of a time: no core reaches it. */
    private static final long NO_TIME = Long.MAX_VALUE - 1;

    private static final int MOST_RECORDS = 1_000;
    private static final long LONGEST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final List<Mirror> mirrors;
    private final MirrorHub originals;
    private final Consumer<String> fails;
    private final Thread thread;
    private volatile MirrorThread sibling;
    private volatile boolean waitsForRoom;
    private volatile boolean closed;
    private volatile boolean hasFailed;

    /** A thread that has not begun; {@code fails} hears once, on any thread, that nothing more is mirrored, and why. */
    MirrorThread(final String name, final List<Mirror> mirrors, final MirrorHub originals,
        final Consumer<String> fails) {
        this.mirrors = mirrors;
        this.originals = originals;
        this.fails = fails;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
    }

    /** Begins; the other thread is that of the other direction. */
    void start(final MirrorThread other) {
        sibling = other;
        thread.start();
    }

    private void run() {
        final Waiter waiter = new Waiter(WaitStrategy.ADAPTIVE, this);
        try {
            while (!closed && !hasFailed) {
                if (poll()) {
                    waiter.worked();
                } else {
                    waiter.idle();
                }
            }
        } catch (final RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(final Throwable why) {
        synchronized (this) {
            if (closed || hasFailed) {
                return;
            }
            hasFailed = true;
        }
        fails.accept(why instanceof TaktException ? why.getMessage() : "it was not understood: " + why);
    }

    private synchronized boolean poll() {
        boolean isAny = false;
        boolean isFull = false;
        for (int i = 0; i < mirrors.size() && !closed && !hasFailed; i++) {
            isAny |= mirrors.get(i).poll(MOST_RECORDS);
            isFull |= mirrors.get(i).isBlocked();
        }
        waitsForRoom = isFull;
        return isAny;
    }

    /**
     * From any thread: mirrors the records that were there at the call, as far as there is room. A change that makes
     * readers wait needs none, see {@link io.takt.shm.message.MirrorSource}.
     */
    void sync() {
        try {
            while (poll()) {
                Thread.onSpinWait();
            }
        } catch (final RuntimeException | Error e) {
            fail(e);
        }
    }

    /** From any thread: whether all that there is is mirrored, or nothing will be any more. */
    synchronized boolean isDone() {
        return closed || hasFailed || mirrors.stream().noneMatch(mirror -> mirror.isBlocked() || mirror.hasWork());
    }

    /** From any thread: whether something has no room, and will be mirrored when there is some. */
    synchronized boolean isBlocked() {
        return !closed && !hasFailed && mirrors.stream().anyMatch(Mirror::isBlocked);
    }

    @Override
    public long idleForNs() {
        return 0;
    }

    @Override
    public synchronized void announce() {
        originals.doorbell().announce(NO_TIME);
        for (int i = 0; i < mirrors.size() && !closed; i++) {
            mirrors.get(i).announce(originals.number(), sibling.originals.number());
        }
    }

    @Override
    public void sleep() {
        originals.doorbell().sleep(NO_TIME, LONGEST_SLEEP_NS);
        // Readers of the other direction's mirrors ring here.
        if (sibling.waitsForRoom) {
            sibling.originals.doorbell().ring();
        }
    }

    @Override
    public synchronized void withdraw() {
        for (int i = 0; i < mirrors.size() && !closed; i++) {
            mirrors.get(i).withdraw();
        }
        originals.doorbell().withdraw();
    }

    synchronized boolean hasEnded() {
        return closed && !thread.isAlive();
    }

    /** Nothing is mirrored any more. */
    synchronized void close() {
        if (!closed) {
            closed = true;
            mirrors.forEach(Mirror::close);
            originals.doorbell().ring();
        }
    }
}
