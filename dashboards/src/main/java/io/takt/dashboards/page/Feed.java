package io.takt.dashboards.page;

import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.view.HubView;
import io.takt.hub.view.RecentView;
import io.takt.shm.host.TcpTable;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Asks the hub how it stands: five times a second while pages are open, else once, for the history of the last ten
 * minutes. All pages get the same moments; one that is slow leaves some out. The last moment is how the hub has ended.
 */
final class Feed implements AutoCloseable {
    static final int A_SECOND = 5;
    /** That are open at once. */
    static final int MOST_PAGES = 32;

    private static final long EVERY_NS = TimeUnit.SECONDS.toNanos(1) / A_SECOND;
    private static final long RATES_OVER_NS = TimeUnit.SECONDS.toNanos(3);

    private final Supplier<HubStatus> hub;
    private final Supplier<HubStatus> glance;
    private final Patience patience;
    private final RecentView recent = new RecentView(RATES_OVER_NS);
    private final History history = new History();
    private final Happenings happenings = new Happenings();
    private final Set<Viewer> pages = new HashSet<>();
    private long number;
    private Moment moment;
    /** The last look at the hub is due, or done. */
    private boolean isClosing;
    private boolean isLast;
    private boolean isClosed;

    /**
     * How the hub stood once.
     *
     * @param number  of the moment, ascending.
     * @param wallMs  when that was, since 1970.
     * @param view    null while the hub does not answer.
     * @param trouble why it does not, in one line; null while it does.
     */
    record Moment(long number, long wallMs, HubView view, String trouble) {
        boolean isWholeSecond() {
            return number % A_SECOND == 0;
        }
    }

    /**
     * With pages, in wall time.
     *
     * @param readNs one that reads nothing for longer is dropped.
     * @param endNs  so long at most they have, when the feed is closed, to hear how the hub has ended.
     */
    record Patience(long readNs, long endNs) {
    }

    /** The hub is asked for a glance while no page is open. */
    Feed(final Supplier<HubStatus> hub, final Supplier<HubStatus> glance, final Patience patience) {
        this.hub = hub;
        this.glance = glance;
        this.patience = patience;
        final Thread thread = new Thread(this::ask, "takt-page");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * A page is open, served by the calling thread.
     *
     * @param local  end of its connection.
     * @param remote the page's end.
     * @return to be given back; null when there are too many.
     */
    synchronized Viewer open(final InetSocketAddress local, final InetSocketAddress remote) {
        if (pages.size() == MOST_PAGES) {
            return null;
        }
        final Viewer viewer = new Viewer(local, remote, System.nanoTime());
        pages.add(viewer);
        notifyAll();
        return viewer;
    }

    /** A page is gone; called by the thread that has served it. */
    synchronized void leave(final Viewer viewer) {
        viewer.leave();
        pages.remove(viewer);
        notifyAll();
    }

    synchronized int pages() {
        return pages.size();
    }

    private void dropThoseThatDoNotRead() {
        final List<Viewer> open;
        synchronized (this) {
            open = List.copyOf(pages);
        }
        if (!open.isEmpty()) {
            open.forEach(Viewer::mark);
            final TcpTable connections = TcpTable.ofSystem();
            open.forEach(viewer -> viewer.drop(System.nanoTime(), patience.readNs, connections));
        }
    }

    History history() {
        return history;
    }

    Happenings happenings() {
        return happenings;
    }

    /**
     * Waits for the next moment.
     *
     * @param after the number of the one before; 0 for any.
     * @return null when there will be none.
     */
    synchronized Moment next(final long after) throws InterruptedException {
        while (!isClosed && !isLast && !isAfter(after)) {
            wait();
        }
        return !isClosed && isAfter(after) ? moment : null;
    }

    private boolean isAfter(final long number) {
        return moment != null && moment.number > number;
    }

    /** {@return the last moment; null before the first} */
    synchronized Moment last() {
        return moment;
    }

    private void ask() {
        try {
            look(false);
            while (pause()) {
                look(false);
            }
            look(true);
        } catch (final InterruptedException e) {
            // Closed.
        }
    }

    private void look(final boolean last) {
        final long next = next(last);
        final long wallMs = System.currentTimeMillis();
        Moment asked;
        try {
            asked = new Moment(next, wallMs, recent.take((pages() > 0 ? hub : glance).get()), null);
        } catch (final TaktException e) {
            asked = new Moment(next, wallMs, null, e.getMessage());
        }
        if (asked.view != null && asked.isWholeSecond()) {
            history.add(asked.view, wallMs);
            happenings.add(asked.view.status(), wallMs);
        }
        publish(asked, last);
        if (asked.isWholeSecond()) {
            dropThoseThatDoNotRead();
        }
    }

    /** Without pages only the whole seconds, and one for the end. */
    private synchronized long next(final boolean last) {
        number += !pages.isEmpty() && !last ? 1 : A_SECOND - number % A_SECOND;
        return number;
    }

    private synchronized void publish(final Moment asked, final boolean last) {
        // A page that is closed for another reason than the hub's end has nothing more to say.
        moment = last && (asked.view == null || !asked.view.status().state().isEnd()) ? moment : asked;
        isLast = last;
        notifyAll();
    }

    /** Longer without pages; the first that opens ends it. False when there is only the end to be told. */
    private synchronized boolean pause() throws InterruptedException {
        final long beganNs = System.nanoTime();
        long leftNs = 1;
        while (!isClosing && leftNs > 0) {
            leftNs = (!pages.isEmpty() ? EVERY_NS : A_SECOND * EVERY_NS) - (System.nanoTime() - beganNs);
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(leftNs, 0));
        }
        return !isClosing;
    }

    /** Pages hear how the hub has ended, if it has and they read. */
    @Override
    public synchronized void close() {
        if (isClosing) {
            return;
        }
        isClosing = true;
        notifyAll();
        final long beganNs = System.nanoTime();
        try {
            for (long leftNs = patience.endNs; !pages.isEmpty() && leftNs > 0;
                leftNs = patience.endNs - (System.nanoTime() - beganNs)) {
                TimeUnit.NANOSECONDS.timedWait(this, leftNs);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        isClosed = true;
        notifyAll();
    }
}
