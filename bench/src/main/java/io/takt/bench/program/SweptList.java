package io.takt.bench.program;

import java.util.concurrent.locks.LockSupport;

/**
 * Every prediction is pushed, and stale ones are cleared out of all that is not due yet: by a thread of its own,
 * beside the simulation, or by the same, for comparison. Events that are due before the horizon are in a heap. Events
 * that are due later are in no order and belong to the sweeper, which takes out stale events meanwhile, and those that
 * will be near when the horizon moves on.
 *
 * <p>The two threads hand each other all that they share, by one volatile field; only the counts of collisions are read
 * by the sweeper while the other writes them. Its readings are no older than the handover, so every event that it finds
 * stale is stale; see {@link EventList#isStale}.
 */
final class SweptList implements EventList {
    /** Of what lies far off the part between these comes near at a time. */
    private static final int LEAST_PART = 16;
    private static final int MOST_PART = 4;
    private static final int LOOKS = 1_000;

    private final int[] count;
    private final EventArrays near = new EventArrays();
    private final Thread sweeper;
    /** All that is due before is near. */
    private long horizon;
    /** An event that is put in and due before is near at once. */
    private long nextHorizon;
    private long width;
    private int longest;
    private long cleared;
    /** Events that were put in for later since the last time. */
    private EventArrays fresh = new EventArrays();

    // Handed to and fro.
    private final EventArrays far = new EventArrays();
    private final EventArrays ready = new EventArrays();
    private EventArrays added = new EventArrays();
    private long until;
    private int removed;
    private volatile boolean sweeping;
    private volatile boolean closed;

    /** The first horizon is a guess. */
    SweptList(final int[] count, final boolean beside, final long width) {
        this.count = count;
        this.width = width;
        if (beside) {
            sweeper = new Thread(this::loop, "sweeper");
            sweeper.setDaemon(true);
            sweeper.start();
        } else {
            sweeper = null;
        }
    }

    @Override
    public void put(final int owner, final long due, final long event) {
        final long canaries = EventList.canaries(event, count);
        if (due < nextHorizon) {
            near.push(due, event, canaries);
        } else {
            fresh.add(due, event, canaries);
        }
    }

    @Override
    public long firstDue() {
        while (near.size() == 0 || near.due(0) >= horizon) {
            moveOn();
        }
        return near.due(0);
    }

    @Override
    public long firstEvent() {
        return near.event(0);
    }

    @Override
    public boolean firstIsStale() {
        return near.isStale(0, count);
    }

    @Override
    public int takeFirst() {
        near.pop();
        return -1;
    }

    @Override
    public int longest() {
        return longest;
    }

    @Override
    public long cleared() {
        return cleared;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(sweeper);
    }

    private void moveOn() {
        if (sweeper == null) {
            handOver();
            sweep();
        } else {
            for (int looks = 0; sweeping; looks++) {
                if (looks < LOOKS) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
        }
        longest = Math.max(longest, near.size() + fresh.size() + far.size() + ready.size() + removed);
        cleared += removed;
        removed = 0;
        for (int i = 0; i < ready.size(); i++) {
            if (ready.isStale(i, count)) {
                cleared++;
            } else {
                near.push(ready, i);
            }
        }
        if (ready.size() < far.size() / LEAST_PART) {
            width *= 2;
        } else if (ready.size() > far.size() / MOST_PART) {
            width = Math.max(1, width / 2);
        }
        ready.truncate(0);
        horizon = Math.max(horizon, until);
        if (sweeper != null) {
            handOver();
            sweeping = true;
            LockSupport.unpark(sweeper);
        }
    }

    private void handOver() {
        final EventArrays empty = added;
        added = fresh;
        fresh = empty;
        until = horizon + width;
        nextHorizon = until;
    }

    private void loop() {
        while (!closed) {
            if (sweeping) {
                sweep();
                sweeping = false;
            } else {
                LockSupport.park(this);
            }
        }
    }

    private void sweep() {
        int kept = 0;
        final int all = far.size();
        for (int i = 0; i < all; i++) {
            if (far.isStale(i, count)) {
                removed++;
            } else if (far.due(i) < until) {
                ready.add(far, i);
            } else {
                far.move(i, kept++);
            }
        }
        far.truncate(kept);
        for (int i = 0; i < added.size(); i++) {
            if (added.isStale(i, count)) {
                removed++;
            } else if (added.due(i) < until) {
                ready.add(added, i);
            } else {
                far.add(added, i);
            }
        }
        added.truncate(0);
    }
}
