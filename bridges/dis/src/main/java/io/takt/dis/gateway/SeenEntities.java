package io.takt.dis.gateway;

import io.takt.dis.pdu.Header;
import io.takt.dis.reckoning.DeadReckoning;
import io.takt.dis.reckoning.Motion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** The entities of the exercise, reckoned on from their last states to the end of each step. For one thread. */
final class SeenEntities {
    /** An entity that is silent for longer is gone: 2.4 heartbeats of 5 s, as the standard has it. */
    static final long GONE_AFTER_NS = 12_000_000_000L;
    static final int MOST = 10_000;

    private final DeadReckoning reckoning = new DeadReckoning();
    private final Motion motion = new Motion();
    private final TreeMap<Long, Seen> entities = new TreeMap<>();
    /** The entity with which the next step begins, so that each has its turn where steps have no time for all. */
    private long first = Long.MIN_VALUE;

    private record Seen(ByteBuffer pdu, long timeNs) {
    }

    /**
     * A state as it would be when it is reckoned on for the last time. Velocities change evenly, and all else stays
     * within bounds, so one whose numbers are finite now and then has finite ones in between.
     */
    ByteBuffer last(final ByteBuffer pdu) {
        return reckoned(pdu, GONE_AFTER_NS);
    }

    /** A state as it is some time later. */
    ByteBuffer reckoned(final ByteBuffer pdu, final long forNs) {
        motion.read(pdu, 0);
        reckoning.advance(motion, forNs / 1e9);
        final ByteBuffer now = ByteBuffer.allocate(pdu.limit()).put(0, pdu, 0, pdu.limit());
        motion.write(now, 0);
        return now;
    }

    /** A new state; false where there are too many entities. */
    boolean add(final ByteBuffer pdu, final long timeNs) {
        final long entity = Header.entity(pdu, 0);
        if (SentEntities.isDeactivated(pdu)) {
            entities.remove(entity);
        } else if (entities.size() < MOST || entities.containsKey(entity)) {
            entities.put(entity, new Seen(pdu, timeNs));
        } else {
            return false;
        }
        return true;
    }

    /** There is a newer state of this entity, which is of no use. */
    void forget(final ByteBuffer newer) {
        entities.remove(Header.entity(newer, 0));
    }

    /**
     * Hands over a state of each entity, as of now, while there is time; one that is dropped is forgotten until its
     * next state. False where there was no time for all; then the next call goes on from there.
     */
    boolean reckon(final long nowNs, final BooleanSupplier hasTime, final Inbox.Handler handler) throws IOException {
        final long from = first;
        return reckon(entities.tailMap(from), nowNs, hasTime, handler)
            && reckon(entities.headMap(from), nowNs, hasTime, handler);
    }

    private boolean reckon(final SortedMap<Long, Seen> some, final long nowNs, final BooleanSupplier hasTime,
        final Inbox.Handler handler) throws IOException {
        final Iterator<Map.Entry<Long, Seen>> each = some.entrySet().iterator();
        while (each.hasNext()) {
            final Map.Entry<Long, Seen> next = each.next();
            final Seen entity = next.getValue();
            if (nowNs - entity.timeNs > GONE_AFTER_NS) {
                each.remove();
                continue;
            }
            if (!hasTime.getAsBoolean()) {
                first = next.getKey();
                return false;
            }
            if (!handler.onPdu(reckoned(entity.pdu, nowNs - entity.timeNs), nowNs)) {
                each.remove();
            }
        }
        return true;
    }

    void clear() {
        entities.clear();
        first = Long.MIN_VALUE;
    }
}
