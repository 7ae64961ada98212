package io.takt.shm.message;

import java.util.Collection;
import java.util.PriorityQueue;
import org.agrona.collections.LongArrayQueue;

/**
 * Gated messages of one sender that their receiver has taken in and not used yet, in the order in which it gets them.
 *
 * <p>Nearly always that is the order in which they were sent. Where this is known, they stay unread in the sender's
 * log; otherwise they are taken in, and only their positions are kept here. A message is copied if jitter delivers it
 * before one that was taken in earlier, or if the sender needs its room.
 *
 * <pre>
 *               ┌ TAKEN_IN ◄── UNREAD
 *   poll ◄──────┤
 *               └ COPIED, a heap
 * </pre>
 *
 * <p>Owned by the thread that drives the receiver.
 */
final class Lane implements Comparable<Lane> {
    private static final long NOTHING = -1;

    private enum Place { NOWHERE, UNREAD, TAKEN_IN, COPIED }

    /** Selects messages. */
    interface Condition {
        boolean holds(long deliveryNs, long stampNs, long position);
    }

    private final Source source;
    private final boolean isUntilEnd;
    private final Pool pool;
    private final PriorityQueue<Pending> copied = new PriorityQueue<>();
    /** The messages that are taken in: their positions, and their delivery times. */
    private final LongArrayQueue positions = new LongArrayQueue(NOTHING);
    private final LongArrayQueue deliveriesNs = new LongArrayQueue(NOTHING);
    /** Delivery and stamp of the last message that came in order. */
    private long lastDeliveryNs;
    private long lastStampNs;
    /** Place, times and number of the next message, where there is one. */
    private Place next = Place.NOWHERE;
    private long nextDeliveryNs;
    private long nextStampNs;
    private long nextSequence;

    /** A lane whose messages belong to the step in whose course they are delivered, or else to the next one. */
    Lane(final Source source, final boolean isUntilEnd, final Pool pool) {
        this.source = source;
        this.isUntilEnd = isUntilEnd;
        this.pool = pool;
    }

    Source source() {
        return source;
    }

    /** Takes in a message behind those in the log that were taken in before. */
    void add(final long position, final long stampNs, final long deliveryNs) {
        final boolean isLate = deliveryNs < lastDeliveryNs || deliveryNs == lastDeliveryNs && stampNs < lastStampNs;
        if (isLate && !positions.isEmpty()) {
            copied.add(copy(position, deliveryNs));
            settle();
            return;
        }
        lastDeliveryNs = deliveryNs;
        lastStampNs = stampNs;
        positions.offerLong(position);
        deliveriesNs.offerLong(deliveryNs);
        if (next != Place.TAKEN_IN) {
            settle();
        }
    }

    /** There may be something new unread. */
    void look() {
        if (next == Place.NOWHERE || next == Place.COPIED) {
            settle();
        }
    }

    /** Whether the next message belongs to a step. */
    boolean isDue(final long fromNs, final long toNs) {
        return next != Place.NOWHERE && nextDeliveryNs <= dueUpToNs(fromNs, toNs);
    }

    /**
     * The last time of a grid to which the receiver may go before the next message is due: there the step begins that
     * gets it. The largest long without a message.
     */
    long untilNextNs(final long fromNs, final long granularityNs) {
        if (next == Place.NOWHERE) {
            return Long.MAX_VALUE;
        }
        final long awayNs = nextDeliveryNs - fromNs;
        if (isUntilEnd) {
            return fromNs + (awayNs - 1) / granularityNs * granularityNs;
        }
        final long beyondNs = awayNs % granularityNs;
        final long untilNs = nextDeliveryNs - beyondNs;
        return beyondNs == 0 || untilNs > Long.MAX_VALUE - granularityNs ? untilNs : untilNs + granularityNs;
    }

    /** Takes the next message out, to be given back to the pool before the one after it; null when there is none. */
    Pending poll() {
        final Pending message = switch (next) {
            case NOWHERE -> null;
            case UNREAD -> source.read(pool.inHand());
            case TAKEN_IN -> source.view(positions.pollLong(), deliveriesNs.pollLong(), pool.inHand());
            case COPIED -> copied.poll();
        };
        settle();
        return message;
    }

    /** Whether the next message is unread, and so all are; the usual case. */
    boolean isUnread() {
        return next == Place.UNREAD && copied.isEmpty();
    }

    /** Up to which delivery messages belong to a step. */
    long dueUpToNs(final long fromNs, final long toNs) {
        return isUntilEnd ? toNs : fromNs;
    }

    /** Finds out which message is the next. */
    void settle() {
        if (!positions.isEmpty()) {
            next(Place.TAKEN_IN, deliveriesNs.peekLong(), source.takenIn(positions.peekLong()));
        } else if (source.hasUnread(this)) {
            next(Place.UNREAD, source.unreadDeliveryNs(), source.unread());
        } else {
            next = Place.NOWHERE;
        }
        final Pending first = copied.peek();
        if (first != null
            && (next == Place.NOWHERE || compare(first.deliveryNs(), first.stampNs(), first.sequence()) < 0)) {
            next(Place.COPIED, first.deliveryNs(), first.stampNs(), first.sequence());
        }
    }

    private void next(final Place place, final long deliveryNs, final LogRecord record) {
        next(place, deliveryNs, record.stampNs(), record.sequence());
    }

    private void next(final Place place, final long deliveryNs, final long stampNs, final long sequence) {
        next = place;
        nextDeliveryNs = deliveryNs;
        nextStampNs = stampNs;
        nextSequence = sequence;
    }

    /** Compares a message of the same sender with the next one. */
    private int compare(final long deliveryNs, final long stampNs, final long sequence) {
        final int byTime = compareTimes(deliveryNs, stampNs);
        return byTime != 0 ? byTime : Long.compare(sequence, nextSequence);
    }

    private int compareTimes(final long deliveryNs, final long stampNs) {
        return deliveryNs != nextDeliveryNs ? Long.compare(deliveryNs, nextDeliveryNs)
            : Long.compare(stampNs, nextStampNs);
    }

    /** Compares the next messages by the order in which a receiver gets them; both lanes have one. */
    @Override
    public int compareTo(final Lane other) {
        final int byTime = -compareTimes(other.nextDeliveryNs, other.nextStampNs);
        if (byTime != 0) {
            return byTime;
        }
        final int bySender = source == other.source ? 0 : source.compareSender(other.source);
        return bySender != 0 ? bySender : Long.compare(nextSequence, other.nextSequence);
    }

    /** Copies the messages that were taken in before a position: their room is about to be given back. */
    void copyUpTo(final long position) {
        while (!positions.isEmpty() && positions.peekLong() < position) {
            copied.add(copy(positions.pollLong(), deliveriesNs.pollLong()));
        }
        settle();
    }

    /** Counts the copied messages between two positions of the log. */
    long copied(final long from, final long upTo) {
        return count(copied, from, upTo);
    }

    static long count(final Collection<Pending> some, final long from, final long upTo) {
        long count = 0;
        for (final Pending message : some) {
            count += message.position() >= from && message.position() < upTo ? 1 : 0;
        }
        return count;
    }

    private Pending copy(final long position, final long deliveryNs) {
        return source.copy(position, deliveryNs, pool);
    }

    /** Takes out those for which a condition holds. */
    void removeIf(final Condition condition) {
        pool.removeFrom(copied, message -> message.meets(condition));
        for (int left = positions.size(); left > 0; left--) {
            final long position = positions.pollLong();
            final long deliveryNs = deliveriesNs.pollLong();
            if (!condition.holds(deliveryNs, source.stampNs(position), position)) {
                positions.offerLong(position);
                deliveriesNs.offerLong(deliveryNs);
            }
        }
        settle();
    }
}
