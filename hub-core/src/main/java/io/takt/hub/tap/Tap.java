package io.takt.hub.tap;

import io.takt.asset.TaktException;
import io.takt.shm.host.HubDirectory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Listens to the messages of a hub's assets, until the hub ends. A thread of its own reads them. It waits neither for
 * the caller that takes them nor for the hub, and no asset waits for it. Messages that are not taken in time are
 * dropped and counted.
 */
public final class Tap implements AutoCloseable {
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int IDLE_SHARE = 4;

    /** For messages until they are delivered, and for events that are read and not taken yet. */
    private static final long MOST_REMEMBERED_BYTES = 32L << 20;
    private static final long MOST_WAITING_BYTES = 16L << 20;

    private final TapQueue queue = new TapQueue(MOST_WAITING_BYTES);
    private final TapOrder order;
    private final TapLink link;
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean killed;
    private volatile String ending;
    private volatile TaktException failure;

    private Tap(final HubDirectory directory, final TapFilter filter, final int mostBytes,
        final Consumer<String> notices) {
        this.order = new TapOrder(filter, mostBytes, MOST_REMEMBERED_BYTES, queue::add);
        this.link = new TapLink(directory, filter, order, notices);
        this.thread = new Thread(this::read, "takt-tap");
        this.thread.setDaemon(true);
    }

    /**
     * Begins to listen.
     *
     * @param directory of the hub.
     * @param filter    which messages are told.
     * @param mostBytes of each message so many bytes at most.
     * @param notices   hears what a person may want to know, in lines; on any thread.
     * @return the tap.
     * @throws TaktException when there is no hub, or it does not answer; in one line.
     */
    public static Tap open(final HubDirectory directory, final TapFilter filter, final int mostBytes,
        final Consumer<String> notices) {
        final Tap tap = new Tap(directory, filter, mostBytes, notices);
        tap.thread.start();
        return tap;
    }

    private void read() {
        try {
            TapLink.State state = TapLink.State.LISTENING;
            while (!closed && state != TapLink.State.ENDED && state != TapLink.State.KILLED) {
                final long startNs = System.nanoTime();
                state = link.doWork();
                if (order.doWork() == 0) {
                    // However many logs there are, to look at them in vain takes a small part of a processor.
                    LockSupport.parkNanos(Math.max(PAUSE_NS, IDLE_SHARE * (System.nanoTime() - startNs)));
                } else if (!order.hasMore()) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
            order.hubIsGone();
            while (!closed && order.doWork() > 0) {
                Thread.onSpinWait();
            }
            killed = state == TapLink.State.KILLED;
            ending = link.ending();
        } catch (final TaktException e) {
            failure = e;
        } catch (final RuntimeException | Error e) {
            failure = new TaktException("the tap has failed: " + e, e);
        } finally {
            try {
                link.close();
            } finally {
                queue.end();
            }
        }
    }

    /**
     * Takes events that were read; waits for them, but not for ever.
     *
     * @param into     takes it.
     * @param atMost   so many events.
     * @param atMostMs so long, in milliseconds of wall time.
     * @return false when there is nothing and nothing will come.
     * @throws InterruptedException when the calling thread is interrupted.
     * @throws TaktException        when the tap has failed.
     */
    public boolean take(final List<TapEvent> into, final int atMost, final long atMostMs)
        throws InterruptedException {
        final boolean isMore = queue.take(into, atMost, atMostMs);
        if (!isMore && failure != null) {
            throw failure;
        }
        return isMore;
    }

    /** {@return how the hub has ended, in one line; null while it has not} */
    public String ending() {
        return ending;
    }

    /** {@return whether the hub has not ended in order, but was killed} */
    public boolean isHubKilled() {
        return killed;
    }

    /** Listens no more. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
