package io.takt.dis.gateway;

import io.takt.dis.gateway.Counters.Count;
import io.takt.dis.pdu.Header;
import io.takt.dis.pdu.PduKind;
import io.takt.dis.time.DisStamp;
import io.takt.dis.time.SenderClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * PDUs on their way from the exercise into steps: duplicates and states out of order are dropped, each other one gets
 * the simulation time of its stamp, and is kept until the step that has this time. Memory is bounded: what exceeds it
 * is dropped, and what is known of senders and entities is forgotten when there are too many. For one thread.
 */
final class Inbox implements PduHandler {
    /** Networks do not keep a PDU longer; an entity whose stamps are older for longer has a new clock. */
    static final long MOST_DISORDER_NS = 10_000_000_000L;
    static final int MOST_KEPT_BYTES = 32 << 20;
    /** So many old states in a row, each newer than the one before, are of a new clock. */
    private static final int STATES_OF_NEW_CLOCK = 3;
    private static final int BYTES_BESIDE = 64;
    private static final int MOST_ENTITIES = 100_000;
    private static final int MOST_SENDERS = 10_000;
    private static final int DUPLICATE_SLOTS = 1 << 16;

    private final ExerciseClock clock;
    private final GatewayOptions options;
    private final Counters counters;
    private final Duplicates duplicates = new Duplicates(DUPLICATE_SLOTS);
    private final Long2ObjectHashMap<Newest> newest = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<SenderClock> senders = new Long2ObjectHashMap<>();
    private final PriorityQueue<Kept> kept =
        new PriorityQueue<>(Comparator.comparingLong(Kept::timeNs).thenComparingLong(Kept::order));
    private long order;
    private int keptBytes;

    /** The newest state of an entity. */
    private static final class Newest {
        private SenderClock clock;
        private int stamp;
        private long arrivalNs;
        /** States in a row that were older, each newer than the one before, and the stamp of the last of them. */
        private int older;
        private int olderStamp;
    }

    private record Kept(ByteBuffer pdu, long timeNs, long order) {
    }

    /** Takes the PDUs of a step. */
    @FunctionalInterface
    interface Handler {
        /** A PDU, and its stamp, which lies within the step; false where it was dropped. */
        boolean onPdu(ByteBuffer pdu, long stampNs) throws IOException;
    }

    Inbox(final ExerciseClock clock, final GatewayOptions options, final Counters counters) {
        this.clock = clock;
        this.options = options;
        this.counters = counters;
    }

    @Override
    public void onPdu(final ByteBuffer from, final int index, final int length, final long arrivalNs) {
        final int stamp = Header.stamp(from, index);
        if (duplicates.isOne(from, index, length, arrivalNs)) {
            counters.add(Count.DUPLICATE);
        } else if (Header.kind(from, index) == PduKind.ENTITY.number()
            && isOutOfOrder(Header.sender(from, index), Header.entity(from, index), stamp, arrivalNs)) {
            counters.add(Count.OUT_OF_ORDER);
        } else if (keptBytes + length + BYTES_BESIDE > MOST_KEPT_BYTES) {
            counters.add(Count.FULL);
        } else {
            final long wallNs = sender(Header.sender(from, index)).timeNs(stamp, arrivalNs);
            final ByteBuffer pdu = ByteBuffer.allocate(length).put(0, from, index, length);
            kept.add(new Kept(pdu, clock.simulationNs(wallNs), order++));
            keptBytes += length + BYTES_BESIDE;
        }
    }

    /** A sender that is found to have a new clock is known anew, and so are all of its entities. */
    private boolean isOutOfOrder(final int sender, final long entity, final int stamp, final long arrivalNs) {
        Newest last = newest.get(entity);
        if (last == null) {
            if (newest.size() == MOST_ENTITIES) {
                newest.clear();
            }
            last = new Newest();
            newest.put(entity, last);
        } else if (last.clock == senders.get(sender) && DisStamp.compare(stamp, last.stamp) < 0) {
            last.older = last.older > 0 && DisStamp.compare(stamp, last.olderStamp) > 0 ? last.older + 1 : 1;
            last.olderStamp = stamp;
            if (last.older < STATES_OF_NEW_CLOCK && arrivalNs - last.arrivalNs <= MOST_DISORDER_NS) {
                return true;
            }
            senders.remove(sender);
        }
        last.clock = sender(sender);
        last.stamp = stamp;
        last.arrivalNs = arrivalNs;
        last.older = 0;
        return false;
    }

    private SenderClock sender(final int sender) {
        SenderClock known = senders.get(sender);
        if (known == null) {
            if (senders.size() == MOST_SENDERS) {
                senders.clear();
            }
            known = new SenderClock(options.believedNs());
            senders.put(sender, known);
        }
        return known;
    }

    /** Hands over the PDUs of a step, in the order of their times. */
    void drain(final long fromNs, final long toNs, final Handler handler) throws IOException {
        while (!kept.isEmpty() && kept.peek().timeNs <= toNs) {
            final Kept next = kept.remove();
            keptBytes -= next.pdu.limit() + BYTES_BESIDE;
            final boolean isLate = next.timeNs <= fromNs;
            if (isLate && options.isLateDropped()) {
                counters.add(Count.LATE);
            } else {
                final boolean isDelivered = handler.onPdu(next.pdu, Math.max(next.timeNs, fromNs + 1));
                counters.add(Count.DELIVERED, isDelivered ? 1 : 0);
                counters.add(Count.DELIVERED_LATE, isDelivered && isLate ? 1 : 0);
            }
        }
    }

    /** Drops what is kept: the simulation has stood. */
    void clear() {
        counters.add(Count.STANDING, kept.size());
        kept.clear();
        keptBytes = 0;
    }
}
