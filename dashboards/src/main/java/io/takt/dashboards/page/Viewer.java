package io.takt.dashboards.page;

import io.takt.shm.host.TcpTable;
import java.net.InetSocketAddress;

/**
 * The thread that serves an open page, and since when the page reads nothing of what is written to it. The kernels of
 * both ends take minutes of what a small hub has to tell, so a thread that gets on with its writing says little: where
 * the system shows what was not read, that counts.
 */
final class Viewer {
    private final Thread thread = Thread.currentThread();
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private long written;
    /** Of it, before the system's connections were read last. */
    private long marked;
    private long read;
    private long sinceNs;
    private boolean isWriting;
    /** It was dropped, or its thread serves it no more. */
    private boolean isOver;

    /** Of a connection with these ends, at this time of {@link System#nanoTime}. */
    Viewer(final InetSocketAddress local, final InetSocketAddress remote, final long nowNs) {
        this.local = local;
        this.remote = remote;
        this.sinceNs = nowNs;
    }

    /** It begins to write. */
    synchronized void begin(final long nowNs) {
        if (written == read) {
            sinceNs = nowNs;
        }
        isWriting = true;
    }

    /** So many bytes are written. */
    synchronized void end(final long bytes) {
        written += bytes;
        isWriting = false;
    }

    /** The system's connections are about to be read; what is written from now on may be in there or not. */
    synchronized void mark() {
        marked = written;
    }

    /**
     * Whether the page has read nothing for longer, although there is something to read; then it is dropped.
     *
     * @param connections that were read after {@link #mark}.
     */
    boolean drop(final long nowNs, final long patienceNs, final TcpTable connections) {
        return drop(nowNs, patienceNs, connections.unread(local, remote));
    }

    /** Its thread goes on to other work: from now on that is not to be interrupted. */
    synchronized void leave() {
        isOver = true;
    }

    /** An interrupt closes the channel that the thread writes to, now or next. */
    synchronized boolean drop(final long nowNs, final long patienceNs, final long unread) {
        final long newRead = isWriting ? read : marked - unread;
        if (newRead > read || !isWriting && unread == 0) {
            read = newRead;
            sinceNs = nowNs;
        }
        final boolean isStuck = (isWriting || unread > 0) && nowNs - sinceNs > patienceNs;
        final boolean isDropped = isStuck && !isOver;
        if (isDropped) {
            isOver = true;
            thread.interrupt();
        }
        return isDropped;
    }
}
