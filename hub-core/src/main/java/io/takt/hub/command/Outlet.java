package io.takt.hub.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * What is on its way to standard error, in order. Its reader may stop reading, so only a thread of the outlet's own
 * writes there, and nobody who prints waits for it: what does not find room any more is dropped, and counted. Who has
 * much to print, and may wait, asks for room before. May be used from any thread.
 */
public final class Outlet extends OutputStream {
    /** From then on, in bytes, those who may wait do so. */
    static final int ROOM = 1 << 16;

    /** Far more than what all may print who do not wait for room, or have just found it. */
    static final int LIMIT = 1 << 22;

    private final OutputStream stream;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private int writing;
    private long takenNs;
    private long dropped;
    private boolean started;

    Outlet(final OutputStream stream) {
        this.stream = stream;
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
            pending.writeBytes(("\ntakt: " + dropped + " bytes of output were dropped here, since nobody read them\n")
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

    /** Waits until there is room, for as long as it takes; for threads that nobody waits for. */
    synchronized void awaitRoom() throws InterruptedException {
        while (size() >= ROOM) {
            wait();
        }
    }

    /** Waits until all is written, for a while only; not at all when nothing was taken for so long already. */
    synchronized void drain(final Duration atMost) throws InterruptedException {
        final long startNs = System.nanoTime();
        while (size() > 0) {
            final long sinceNs = writing > 0 && takenNs < startNs ? takenNs : startNs;
            final long leftMs = atMost.minusNanos(System.nanoTime() - sinceNs).toMillis();
            if (leftMs <= 0) {
                return;
            }
            wait(leftMs);
        }
    }

    private void writeAll() {
        try {
            while (true) {
                final byte[] bytes = take();
                try {
                    stream.write(bytes);
                    stream.flush();
                } catch (final IOException e) {
                    continue; // nobody reads it any more, and there is nowhere else to say so
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All that is pending; what was taken before is written by then. */
    private synchronized byte[] take() throws InterruptedException {
        writing = 0;
        notifyAll();
        while (pending.size() == 0) {
            wait();
        }
        final byte[] bytes = pending.toByteArray();
        pending.reset();
        writing = bytes.length;
        takenNs = System.nanoTime();
        return bytes;
    }
}
