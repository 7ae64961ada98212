package io.takt.hub.core;

import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.waiting.Doorbell;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads that drive assets, in processes of their own, and the doorbells on which they sleep. Owned by the hub's
 * thread.
 */
final class Threads {
    private final HubClocks clocks;
    private final List<Entry> entries = new ArrayList<>();
    private Doorbell[] doorbells = {};
    private int lastNumber;

    private record Entry(int connection, ThreadClocks clocks, Doorbell doorbell) {
    }

    Threads(final HubClocks clocks) {
        this.clocks = clocks;
    }

    /** A thread of a connection; the reply says where it sleeps, and where the core does. */
    Reply add(final int connection, final long id, final long epoch, final CoreDoorbell core) {
        final ThreadClocks added;
        try {
            added = clocks.allocateThread(epoch, ++lastNumber);
        } catch (final IllegalStateException e) {
            return Reply.refused(id, e.getMessage());
        }
        entries.add(new Entry(connection, added, added.sleep().doorbell()));
        listDoorbells();
        final int[] coreIds = core.counterIds();
        return new Reply(id, true, null, null, new Reply.Doorbell(added.sleep().counterId(),
            added.activity().counterId(), coreIds[0], coreIds[1]), null);
    }

    /** The thread that sleeps on a counter; null when no thread of the connection does. */
    ThreadClocks sleepingOn(final Integer counterId, final int connection) {
        for (final Entry entry : entries) {
            if (counterId != null && entry.connection == connection && entry.clocks.sleep().counterId() == counterId) {
                return entry.clocks;
            }
        }
        return null;
    }

    /** A forked child of which the hub knows nothing may drive the threads of this connection. */
    void withholdAllOf(final int connection) {
        for (final Entry entry : entries) {
            if (entry.connection == connection) {
                clocks.withhold(entry.clocks);
            }
        }
    }

    /** The connection has ended. */
    void removeAllOf(final int connection) {
        entries.removeIf(entry -> {
            if (entry.connection == connection) {
                clocks.free(entry.clocks);
            }
            return entry.connection == connection;
        });
        listDoorbells();
    }

    /** For rings, which are many more than changes. */
    private void listDoorbells() {
        doorbells = entries.stream().map(Entry::doorbell).toArray(Doorbell[]::new);
    }

    /** Wakes those who sleep for a time that the core has reached; their clocks say which that is. */
    void ring(final long coreTimeNs) {
        Doorbell.ringReached(doorbells, coreTimeNs);
    }

    /** Wakes all, whatever they sleep for: they may wait for an asset that has gone. */
    void ringAll() {
        for (final Doorbell doorbell : doorbells) {
            doorbell.ring();
        }
    }
}
