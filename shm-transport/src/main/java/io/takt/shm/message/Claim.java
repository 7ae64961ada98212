package io.takt.shm.message;

import io.takt.shm.ring.RingWriter;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The message that an asset writes in its place in the log, or in memory of its own where it needs no place: at most
 * one at a time. The asset keeps the buffer, so it is the same one when the message moves.
 *
 * <p>Owned by the thread that drives the asset.
 */
final class Claim {
    private static final byte[] NOTHING = new byte[0];

    private final AtomicBuffer log;
    private final UnsafeBuffer message = new UnsafeBuffer(NOTHING);
    private byte[] own = NOTHING;
    private Object owner;
    private int at;
    private int length;
    private long stampNs;

    Claim(final AtomicBuffer log) {
        this.log = log;
    }

    /** Opens a claim at a place in the log, or without one for {@link RingWriter#NO_ROOM}. */
    MutableDirectBuffer open(final Object newOwner, final int newAt, final int newLength, final long newStampNs) {
        owner = newOwner;
        at = newAt;
        length = newLength;
        stampNs = newStampNs;
        if (at == RingWriter.NO_ROOM) {
            takeOwn();
        } else {
            message.wrap(log, at, length);
        }
        return message;
    }

    private void takeOwn() {
        if (own.length < length) {
            own = new byte[length];
        }
        message.wrap(own, 0, length);
    }

    /** Leaves its place in the log to another record. */
    void move() {
        if (owner != null && at != RingWriter.NO_ROOM) {
            final int from = at;
            at = RingWriter.NO_ROOM;
            takeOwn();
            log.getBytes(from, own, 0, length);
        }
    }

    /** The claim is over, and writing into its buffer reaches nothing that others see. */
    void close() {
        if (owner != null) {
            owner = null;
            message.wrap(NOTHING);
        }
    }

    boolean isOpen() {
        return owner != null;
    }

    boolean isOpenedBy(final Object output) {
        return owner == output;
    }

    /** Where the message is in the log; {@link RingWriter#NO_ROOM} where it has no place there. */
    int at() {
        return at;
    }

    int length() {
        return length;
    }

    long stampNs() {
        return stampNs;
    }

    DirectBuffer message() {
        return message;
    }
}
