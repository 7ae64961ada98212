package io.takt.dis.gateway;

import io.takt.dis.pdu.Header;
import io.takt.dis.reckoning.DeadReckoning;
import io.takt.dis.reckoning.Motion;
import io.takt.dis.reckoning.UpdateRule;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.TreeMap;

/** The entities of the hub: which of their states go to the exercise, and when again. For one thread. */
final class SentEntities {
    /** Of an appearance: the entity takes part no longer. */
    private static final int DEACTIVATED = 1 << 23;
    private static final int APPEARANCE = 84;

    private final UpdateRule rule;
    private final DeadReckoning reckoning = new DeadReckoning();
    private final Motion motion = new Motion();
    private final TreeMap<Long, Sent> entities = new TreeMap<>();

    /** The last state that was sent, and when; the last one that was known. */
    private static final class Sent {
        private ByteBuffer pdu;
        private long timeNs;
        private ByteBuffer known;
        private long knownNs;
    }

    /** Sends states. */
    @FunctionalInterface
    interface Sender {
        /** A state, and the simulation time of it. */
        void send(ByteBuffer pdu, long timeNs) throws IOException;
    }

    SentEntities(final UpdateRule rule) {
        this.rule = rule;
    }

    static boolean isDeactivated(final ByteBuffer pdu) {
        return (pdu.getInt(APPEARANCE) & DEACTIVATED) != 0;
    }

    /** A new state of an entity of the hub. */
    void offer(final ByteBuffer pdu, final long timeNs, final Sender sender) throws IOException {
        final Sent entity = entities.computeIfAbsent(Header.entity(pdu, 0), id -> new Sent());
        entity.known = pdu;
        entity.knownNs = timeNs;
        if (entity.pdu == null || rule.isDue(entity.pdu, entity.timeNs, pdu, timeNs)) {
            entity.pdu = pdu;
            entity.timeNs = timeNs;
            sender.send(pdu, timeNs);
        }
        if (isDeactivated(pdu)) {
            entities.remove(Header.entity(pdu, 0));
        }
    }

    /** States that were sent a heartbeat ago go again, as far on as they are now. */
    void repeat(final long nowNs, final Sender sender) throws IOException {
        for (final Sent each : entities.values()) {
            if (rule.isHeartbeatDue(each.timeNs, nowNs)) {
                motion.read(each.known, 0);
                reckoning.advance(motion, (nowNs - each.knownNs) / 1e9);
                final ByteBuffer pdu = ByteBuffer.allocate(each.known.limit()).put(0, each.known, 0,
                    each.known.limit());
                motion.write(pdu, 0);
                each.pdu = pdu;
                each.timeNs = nowNs;
                each.known = pdu;
                each.knownNs = nowNs;
                sender.send(pdu, nowNs);
            }
        }
    }

    void clear() {
        entities.clear();
    }
}
