package io.takt.shm.message;

/**
 * The pieces of a log that a receiver has read and not given back, and by which time each of them is used. Room is
 * given back by pieces, so that the head moves seldom.
 *
 * <p>Owned by the thread that drives the receiver.
 */
final class Pieces {
    static final long NOTHING = -1;

    /** Pieces in the used part of the ring. */
    private static final int SHARE = 8;

    /** Places for ends. Two ends are at least a piece apart, so a ring never has as many, even if it grows. */
    private static final int MOST = 16 * SHARE;

    private final MessageLog log;
    private int piece;
    /** The latest delivery of all that was read so far. */
    private long latestDeliveryNs = NOTHING;
    /** The ends of pieces in order, and the time by which all before each is delivered; from {@link #first} on. */
    private final long[] ends = new long[MOST];
    private final long[] deliveriesNs = new long[MOST];
    private int first;
    private int count;
    private long lastEnd;

    Pieces(final MessageLog log, final long position) {
        this.log = log;
        this.piece = log.used() / SHARE;
        this.lastEnd = position;
    }

    /** A message that is read is delivered then. */
    void noteDelivery(final long deliveryNs) {
        latestDeliveryNs = Math.max(latestDeliveryNs, deliveryNs);
    }

    /** All before a position has been read, and {@link #noteDelivery} said when it is delivered. */
    void read(final long position) {
        if (position - lastEnd >= piece) {
            end(position);
        }
    }

    private void end(final long position) {
        final int index = first + count++ & MOST - 1;
        ends[index] = position;
        deliveriesNs[index] = latestDeliveryNs;
        lastEnd = position;
        piece = log.used() / SHARE;
    }

    /** Nothing is left that was read before a position. */
    void forget(final long position) {
        count = 0;
        lastEnd = position;
        latestDeliveryNs = NOTHING;
    }

    /** Whether there is a piece that ends behind a position. */
    boolean isAnyAfter(final long position) {
        while (count > 0 && ends[first] <= position) {
            drop();
        }
        return count > 0;
    }

    /** Where the first one ends. */
    long firstEnd() {
        return ends[first];
    }

    /** The time by which all before the first end is delivered, or all that was read where there is no piece. */
    long deliveryNs() {
        return count > 0 ? deliveriesNs[first] : latestDeliveryNs;
    }

    void drop() {
        first = first + 1 & MOST - 1;
        count--;
    }

    /** Drops the pieces that are wholly delivered by a time. Says where they end; {@link #NOTHING} for none. */
    long dropDelivered(final long upToNs) {
        long end = NOTHING;
        while (count > 0 && deliveriesNs[first] <= upToNs) {
            end = ends[first];
            drop();
        }
        return end;
    }
}
