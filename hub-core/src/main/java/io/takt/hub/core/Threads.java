package io.takt.hub.core;

import io.takt.asset.RefusalCode;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.message.MessageLog;
import io.takt.shm.ring.DamageException;
import io.takt.shm.waiting.Doorbell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.ArrayUtil;
import org.agrona.collections.Int2IntCounterMap;

/**
 * The threads that drive assets, in processes of their own, and the doorbells on which they sleep. Owned by the hub's
 * thread.
 */
final class Threads {
    /** One is enough for a thread with all of its assets; others are for threads that are about to join at once. */
    private static final int MOST_UNUSED = 256;

    private final HubClocks clocks;
    private final Epoch epoch;
    private final CoreDoorbell core;
    /** By the counter on which a thread sleeps. */
    private final Map<Integer, Entry> entries = new HashMap<>();
    private final Map<Integer, List<Entry>> byConnection = new HashMap<>();
    /** The same entries by place. */
    private final List<Entry> placed = new ArrayList<>();
    /** By the same places, for rings, which are many more than changes. */
    private Doorbell[] doorbells = {};
    private int lastNumber;
    /** By connection: how many of its doorbells no asset has joined with. */
    private final Int2IntCounterMap unused = new Int2IntCounterMap(0);

    /** The thread of a doorbell. */
    private static final class Entry {
        private final int connection;
        private final ThreadClocks clocks;
        private final Doorbell doorbell;
        private int place;
        private boolean isUsed;

        Entry(final int connection, final ThreadClocks clocks, final int place) {
            this.connection = connection;
            this.clocks = clocks;
            this.doorbell = clocks.sleep().doorbell();
            this.place = place;
        }
    }

    /** None yet; the doorbell is the one on which the hub's own thread sleeps. */
    Threads(final HubClocks clocks, final Epoch epoch, final CoreDoorbell core) {
        this.clocks = clocks;
        this.epoch = epoch;
        this.core = core;
    }

    /** A thread of a connection; the reply says where it sleeps, and where the core does. */
    Reply add(final int connection, final long id) {
        if (unused.get(connection) == MOST_UNUSED) {
            return Reply.refused(id, RefusalCode.NO_ROOM, "this connection has " + MOST_UNUSED + " doorbells with which"
                + " no asset has joined; join with one of them before you ask for more");
        }
        final ThreadClocks added;
        try {
            added = clocks.allocateThread(epoch.number(), ++lastNumber);
        } catch (final IllegalStateException e) {
            return Reply.refused(id, e.getMessage());
        }
        final Entry entry = new Entry(connection, added, placed.size());
        entries.put(added.sleep().counterId(), entry);
        byConnection.computeIfAbsent(connection, key -> new ArrayList<>()).add(entry);
        placed.add(entry);
        doorbells = ArrayUtil.add(doorbells, entry.doorbell);
        unused.incrementAndGet(connection);
        final int[] coreIds = core.counterIds();
        return Reply.doorbell(id, new Reply.Doorbell(added.sleep().counterId(),
            added.activity().counterId(), coreIds[0], coreIds[1]));
    }

    /** An asset has joined whose thread sleeps on a counter; null when no thread of the connection does. */
    ThreadClocks joinedOn(final Integer counterId, final int connection) {
        final Entry entry = entries.get(counterId);
        if (entry == null || entry.connection != connection) {
            return null;
        }
        if (!entry.isUsed) {
            entry.isUsed = true;
            unused.decrementAndGet(connection);
        }
        return entry.clocks;
    }

    /** A forked child of which the hub knows nothing may drive the threads of this connection. */
    void withholdAllOf(final int connection) {
        byConnection.getOrDefault(connection, List.of()).forEach(entry -> clocks.withhold(entry.clocks));
    }

    /** The connection has ended. The cost does not grow with the number of other connections. */
    void removeAllOf(final int connection) {
        final List<Entry> ended = byConnection.remove(connection);
        if (ended != null) {
            ended.forEach(this::remove);
            doorbells = Arrays.copyOf(doorbells, placed.size());
            unused.remove(connection);
        }
    }

    /** The last one takes its place. */
    private void remove(final Entry entry) {
        clocks.free(entry.clocks);
        entries.remove(entry.clocks.sleep().counterId());
        final Entry last = placed.remove(placed.size() - 1);
        if (last != entry) {
            placed.set(entry.place, last);
            doorbells[entry.place] = last.doorbell;
            last.place = entry.place;
        }
    }

    /** Wakes the threads that sleep for a time that the core has reached; their clocks say which that is. */
    void ring(final long coreTimeNs) {
        Doorbell.ringReached(doorbells, coreTimeNs);
    }

    /** Wakes the threads that sleep for a sender whose presence or frontier has changed. */
    void ringReadersOf(final MessageLog log) {
        Doorbell.fence();
        try {
            log.slots().forEachSleeper(this::ringOne);
        } catch (final DamageException e) {
            // By the sender perhaps, which is gone; its readers tell that when they read.
            ringAll();
        }
    }

    /** Wakes the thread of a sender that waits for room, after a reader has given some back. */
    void ringWriterOf(final MessageLog log) {
        Doorbell.fence();
        log.slots().ifSenderWaits(this::ringOne);
    }

    /** A log names counters that a process has written there: one that is no thread's doorbell is passed over. */
    private void ringOne(final long counterId) {
        final Entry entry = counterId == (int) counterId ? entries.get((int) counterId) : null;
        if (entry != null) {
            entry.doorbell.ring();
        }
    }

    /** Wakes all threads: a run begins, or all clocks are new. */
    void ringAll() {
        Doorbell.ringReached(doorbells, Long.MAX_VALUE);
    }
}
