package io.takt.hub.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Output on its way to standard error, in order. Its reader may stop reading, so only a thread of the outlet's own
 * writes there, and printing threads do not wait for it: output that finds no room is dropped, and counted. A thread
 * with much to print, which may wait, asks for room before. May be used from any thread.
 */
public final class Outlet extends OutputStream {
    /** From this many bytes on, threads that may wait do so. Little, because the messages of the end come after it. */
    static final int ROOM = 1 << 14;

    /** So much is written at once, in bytes: a reader that takes so much now and then has not stopped reading. */
    static final int PIECE = 1 << 12;

    /** Far more than all threads print that do not wait for room, or have just found it. */
    static final int LIMIT = 1 << 22;

    private final OutputStream stream;
    private final NanoClock clock;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private int writing;
    private long movedNs;
    private long dropped;
    private boolean started;

    Outlet(final OutputStream stream) {
        this(stream, SystemNanoClock.INSTANCE);
    }

    Outlet(final OutputStream stream, final NanoClock clock) {
        this.stream = stream;
        this.clock = clock;
    }

    @Override
    public void write(final int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(final byte[] bytes, final int from, final int count) {
        // Once something was dropped, the rest of its line is of no use either.
        if (size() + count > LIMIT || dropped > 0 && size() >= ROOM) {
            dropped += count;
            return;
        }
        if (dropped > 0) {
            pending.writeBytes(("\ntakt: " + dropped + " bytes of output were dropped here, since they were not read\n")
                .getBytes(StandardCharsets.UTF_8));
            dropped = 0;
        }
        pending.write(bytes, from, count);
        if (!started) {
            started = true;
            final Thread writer = new Thread(this::writeAll, "takt-stderr");
            writer.setDaemon(true);
            writer.start();
        }
        notifyAll();
    }

    private int size() {
        return pending.size() + writing;
    }

    /** Nothing is on its way. */
    synchronized boolean isEmpty() {
        return size() == 0;
    }

    /** Waits until there is room, for as long as it takes; for threads that no other waits for. */
    synchronized void awaitRoom() throws InterruptedException {
        while (size() >= ROOM) {
            wait();
        }
    }

    /**
     * Waits until all is written; but no longer once nothing has been taken for a while, a while before the call too.
     *
     * @param still  so long a reader may take nothing.
     * @param atMost so long it may take in all.
     */
    synchronized void drain(final Duration still, final Duration atMost) throws InterruptedException {
        final long startNs = clock.nanoTime();
        while (size() > 0) {
            final long nowNs = clock.nanoTime();
            final long sinceNs = writing > 0 ? movedNs : startNs;
            final long leftNs =
                Math.min(still.toNanos() - (nowNs - sinceNs), atMost.toNanos() - (nowNs - startNs));
            if (leftNs <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        }
    }

    private void writeAll() {
        try {
            while (true) {
                final byte[] bytes = take();
                try {
                    writeInPieces(bytes);
                } catch (final IOException e) {
                    continue; // it is not read any more, and there is nowhere else to say so
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeInPieces(final byte[] bytes) throws IOException {
        for (int from = 0; from < bytes.length; from += PIECE) {
            final int count = Math.min(PIECE, bytes.length - from);
            stream.write(bytes, from, count);
            stream.flush();
            moved(count);
        }
    }

    private synchronized void moved(final int count) {
        writing -= count;
        movedNs = clock.nanoTime();
        notifyAll();
    }

    /** All that is pending; earlier output is written by then. */
    private synchronized byte[] take() throws InterruptedException {
        writing = 0;
        notifyAll();
        while (pending.size() == 0) {
            wait();
        }
        final byte[] bytes = pending.toByteArray();
        pending.reset();
        writing = bytes.length;
        movedNs = clock.nanoTime();
        return bytes;
    }
}
