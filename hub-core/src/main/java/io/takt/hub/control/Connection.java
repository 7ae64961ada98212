package io.takt.hub.control;

import io.takt.shm.control.ControlLine;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.LineAssembler;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * One peer of the control socket. A peer that does not read its answers, or asks faster than it is answered,
 * is not read from either, so it cannot make the hub's memory grow. Owned by the server's thread.
 */
final class Connection {
    /** Longest request line, in bytes; the longest request is that of a child hub with thousands of hubs below it. */
    private static final int LONGEST_REQUEST = 1024 * 1024;

    /** Requests without a reply from which on a peer is not read from. */
    private static final int MOST_UNANSWERED = 64;

    /** Unread bytes from which on a peer is not read from. */
    private static final int MOST_PENDING = 1024 * 1024;

    private final int number;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final LineAssembler lines = new LineAssembler(LONGEST_REQUEST);
    /** The server's, for the bytes of one write. */
    private final ByteBuffer output;
    private final ArrayDeque<ByteBuffer> pending = new ArrayDeque<>();
    private long pendingBytes;
    private int unanswered;

    Connection(final int number, final SocketChannel channel, final SelectionKey key, final ByteBuffer output) {
        this.number = number;
        this.channel = channel;
        this.key = key;
        this.output = output;
    }

    int number() {
        return number;
    }

    /** Takes the bytes that have come; false when the connection is over. */
    boolean read(final ByteBuffer buffer, final ControlServer.Handler handler) {
        try {
            buffer.clear();
            if (channel.read(buffer) < 0) {
                return false;
            }
            handler.onRead();
            if (!lines.accept(buffer.flip(), line -> onLine(line, handler))) {
                send(Reply.refused(0, "a line is longer than " + LONGEST_REQUEST + " bytes; goodbye"));
                write();
                return false;
            }
            updateInterest();
            return true;
        } catch (final IOException e) {
            return false;
        }
    }

    private void onLine(final String line, final ControlServer.Handler handler) {
        if (line.isBlank()) {
            return;
        }
        unanswered++;
        final Request request;
        try {
            request = ControlLine.readRequest(line);
        } catch (final ControlLine.MalformedLineException e) {
            handler.onMalformed(number, e.id(), e.getMessage());
            return;
        }
        handler.onRequest(number, request);
    }

    /** A message for the next {@link #write}: answers to many requests are written at once. */
    void send(final FromHub message) {
        final ByteBuffer line = ControlLine.write(message);
        pendingBytes += line.remaining();
        pending.add(line);
        if (message instanceof Reply) {
            unanswered--;
        }
    }

    /** Sends as much as the socket takes and keeps the rest. */
    void write() {
        try {
            boolean takesMore = true;
            while (takesMore && !pending.isEmpty()) {
                fillOutput();
                drop(channel.write(output));
                takesMore = !output.hasRemaining();
            }
            updateInterest();
        } catch (final IOException e) {
            // The peer hears nothing any more. Its earlier lines are still to be read, up to the end: a leave perhaps.
            pending.clear();
            pendingBytes = 0;
            updateInterest();
        }
    }

    private void fillOutput() {
        output.clear();
        final Iterator<ByteBuffer> lines = pending.iterator();
        while (output.hasRemaining() && lines.hasNext()) {
            final ByteBuffer line = lines.next();
            output.put(line.slice(line.position(), Math.min(line.remaining(), output.remaining())));
        }
        output.flip();
    }

    /** These bytes have been written. */
    private void drop(final int bytes) {
        pendingBytes -= bytes;
        for (int left = bytes; left > 0;) {
            final ByteBuffer line = pending.element();
            final int ofLine = Math.min(left, line.remaining());
            left -= ofLine;
            line.position(line.position() + ofLine);
            if (!line.hasRemaining()) {
                pending.remove();
            }
        }
    }

    private void updateInterest() {
        final boolean reads = pendingBytes <= MOST_PENDING && unanswered <= MOST_UNANSWERED;
        key.interestOps((reads ? SelectionKey.OP_READ : 0) | (pending.isEmpty() ? 0 : SelectionKey.OP_WRITE));
    }

    void close() {
        key.cancel();
        try {
            channel.close();
        } catch (final IOException e) {
            // Closed is what it was to be.
        }
    }
}
