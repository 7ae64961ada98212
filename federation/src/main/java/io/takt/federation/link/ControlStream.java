package io.takt.federation.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * One end of the ordered lines between a child and its parent, over as many connections as it takes: each line is kept
 * until the other end has it, and is sent again on the next connection. So a lost connection loses and doubles nothing.
 *
 * <p>A line about senders is true only when the mirrors of their logs know it. So the stream can be held until these
 * have begun on a connection. Where a child closes its mirrors and opens them again on one connection, what it has not
 * taken of its parent's lines comes again behind the records.
 *
 * <p>Pure state, owned by one thread.
 */
public final class ControlStream {
    /** The other end's fault where {@link #isFlooded}. */
    public static final String FLOODED = "it sends lines without end, and not the records that belong before them";

    /** The other end does not take any of it for so long that this end must be protected. */
    private static final int MOST_KEPT_BYTES = 64 * 1024 * 1024;

    private static final int OBJECT_BYTES = 128;

    /** Takes a frame behind its number. */
    @FunctionalInterface
    public interface Taker {
        /**
         * Takes it.
         *
         * @param kind    CONTROL, PLACE or TIME.
         * @param payload the rest.
         * @throws IOException when no end of a link says that.
         */
        void take(MuxFrame kind, ByteBuffer payload) throws IOException;
    }

    private record Kept(long number, ByteBuffer frame) {
    }

    private record Early(MuxFrame kind, ByteBuffer payload) {
        /** With the objects themselves, so that many short ones count. */
        long bytes() {
            return payload.capacity() + OBJECT_BYTES;
        }
    }

    private final Deque<Kept> kept = new ArrayDeque<>();
    /** At a child: came while this is held. */
    private final Deque<Early> early = new ArrayDeque<>();
    private long keptBytes;
    private long earlyBytes;
    private long sent;
    /** Number of the newest frame that was sent on this connection, or that the other end had before. */
    private long sentHere;
    private long got;
    private boolean isHeld;
    /** Number of the last frame that is not held. */
    private long heldAfter;
    private Consumer<ByteBuffer> out;

    /**
     * A line of the control protocol.
     *
     * @param line without a line feed.
     */
    public void sendLine(final String line) {
        final byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        send(MuxFrame.CONTROL, ByteBuffer.allocate(Long.BYTES + bytes.length).putLong(sent + 1).put(bytes).flip());
    }

    /**
     * Where the child stands in its parent, before the line that says so.
     *
     * @param place of the child.
     */
    public void sendPlace(final LinkPlace place) {
        send(MuxFrame.PLACE, ByteBuffer.allocate(4 * Long.BYTES).putLong(sent + 1).putLong(place.epoch())
            .putLong(place.parentNs()).putLong(place.ownNs()).flip());
    }

    /**
     * The own time, before a line that is true only with it.
     *
     * @param epoch  of the run.
     * @param timeNs of this end.
     */
    public void sendTime(final long epoch, final long timeNs) {
        send(MuxFrame.TIME, ByteBuffer.allocate(3 * Long.BYTES).putLong(sent + 1).putLong(epoch).putLong(timeNs)
            .flip());
    }

    private void send(final MuxFrame kind, final ByteBuffer payload) {
        sent++;
        final ByteBuffer frame = kind.with(payload);
        kept.add(new Kept(sent, frame));
        keptBytes += frame.remaining();
        sendKept();
    }

    private void sendKept() {
        final long upTo = isHeld ? heldAfter : sent;
        if (out == null || sentHere >= upTo) {
            return;
        }
        final long from = sentHere;
        sentHere = upTo;
        for (final Kept each : kept) {
            if (each.number > from && each.number <= upTo && out != null) {
                out.accept(each.frame.duplicate());
            }
        }
    }

    /** From now on nothing is sent that has a number, but for lines before a {@link #holdAfter}; all is kept. */
    public void hold() {
        isHeld = true;
    }

    /**
     * Holds lines from now on. Those before go out on each connection: among them is the answer without which the other
     * end does not know of mirrors, and would open none.
     */
    public void holdAfter() {
        isHeld = true;
        heldAfter = sent;
    }

    /** The other end opens mirrors: lines that it may not have taken for want of them are sent again, behind those. */
    public void holdAgain() {
        isHeld = true;
        sentHere = kept.isEmpty() ? sent : kept.peek().number - 1;
    }

    /** Sends the lines that were kept meanwhile. */
    public void release() {
        isHeld = false;
        sendKept();
    }

    /** {@return whether more is kept than an end that lives leaves open} */
    public boolean isOverfull() {
        return keptBytes > MOST_KEPT_BYTES;
    }

    /** {@return whether more has come than belongs before the records that are waited for} */
    public boolean isFlooded() {
        return earlyBytes > MOST_KEPT_BYTES;
    }

    /** {@return number of the newest frame that has come} */
    public long got() {
        return got;
    }

    /**
     * There is a connection.
     *
     * @param otherGot number of the newest frame that the other end has got; those after it are sent again.
     * @param newOut   takes frames.
     * @throws IOException when the other end speaks of frames that were never sent.
     */
    public void connect(final long otherGot, final Consumer<ByteBuffer> newOut) throws IOException {
        forget(otherGot);
        out = newOut;
        sentHere = otherGot;
        sendKept();
    }

    /** The connection is gone; lines from now on are kept for the next one. */
    public void disconnect() {
        out = null;
        forgetEarly();
    }

    /**
     * The other end has got frames.
     *
     * @param number of the newest of them.
     * @throws IOException when no such frame was sent.
     */
    public void forget(final long number) throws IOException {
        if (number < 0 || number > sent) {
            throw new IOException("the other end has got " + number + " lines, and " + sent + " were sent");
        }
        while (!kept.isEmpty() && kept.peek().number <= number) {
            keptBytes -= kept.remove().frame.remaining();
        }
    }

    /**
     * At a child: a CONTROL, PLACE or TIME frame has come. It is taken now if it is new, or, while this is held, later.
     *
     * @param kind    of the frame.
     * @param payload with its number.
     * @param taker   takes it.
     * @throws IOException when one before it is missing, or by the taker.
     */
    public void onFrame(final MuxFrame kind, final ByteBuffer payload, final Taker taker) throws IOException {
        final Early frame = new Early(kind, ByteBuffer.allocate(payload.remaining()).put(payload).flip());
        early.add(frame);
        earlyBytes += frame.bytes();
        takeEarly(taker);
    }

    /**
     * Takes the frames that came while this was held, if it is not now.
     *
     * @param taker takes them.
     * @throws IOException as above.
     */
    public void takeEarly(final Taker taker) throws IOException {
        while (!early.isEmpty() && !isHeld) {
            final Early next = early.remove();
            earlyBytes -= next.bytes();
            if (isNew(next.payload)) {
                taker.take(next.kind, next.payload);
            }
        }
    }

    /** At a child: the parent opens its mirrors, too, and sends again behind them what has come before that. */
    public void forgetEarly() {
        early.clear();
        earlyBytes = 0;
    }

    /**
     * A CONTROL, PLACE or TIME frame has come; its number is read from the payload.
     *
     * @param payload of the frame.
     * @return whether it is new; a frame that came before is passed over.
     * @throws IOException when one before it is missing.
     */
    public boolean isNew(final ByteBuffer payload) throws IOException {
        final long number = payload.remaining() < Long.BYTES ? -1 : payload.getLong();
        if (number <= 0 || number > got + 1) {
            throw new IOException("a line is missing: number " + number + " after " + got);
        }
        if (number <= got) {
            return false;
        }
        got = number;
        if (out != null) {
            out.accept(MuxFrame.CONTROL_ACK.with(ByteBuffer.allocate(Long.BYTES).putLong(got).flip()));
        }
        return true;
    }
}
