package io.takt.hub.tap;

import io.takt.hub.tap.TapEvent.Missed;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Events that a tap has read and that are not taken yet. The tap never waits: an event without room is dropped and
 * counted, until half of the queue is free again, so that there is one gap and not many. Usable from any thread.
 */
final class TapQueue {
    private final long mostBytes;
    private final ArrayDeque<TapEvent> events = new ArrayDeque<>();
    private long bytes;
    private long missed;
    private boolean isFull;
    private boolean isEnded;

    /** Holds events of so many bytes; one that is larger has room where there is no other. */
    TapQueue(final long mostBytes) {
        this.mostBytes = mostBytes;
    }

    synchronized void add(final TapEvent event) {
        isFull |= bytes > 0 && bytes + event.footprint() > mostBytes;
        if (!isFull) {
            put(event);
        } else if (event instanceof Missed more) {
            missed += more.messages();
        } else if (event.isMessage()) {
            missed++;
        } else {
            // Voids and resets are rare, and the other events make no sense without them.
            tellMissed();
            put(event);
        }
    }

    private void tellMissed() {
        if (missed > 0) {
            put(new Missed(null, missed));
            missed = 0;
        }
    }

    private void put(final TapEvent event) {
        events.add(event);
        bytes += event.footprint();
        notifyAll();
    }

    /** Nothing comes any more. */
    synchronized void end() {
        isEnded = true;
        notifyAll();
    }

    /**
     * Takes the events that are there, at most so many; waits for the first one, but not longer than so long.
     *
     * @return false when there is nothing and nothing will come.
     */
    synchronized boolean take(final List<TapEvent> into, final int atMost, final long atMostMs)
        throws InterruptedException {
        final long startNs = System.nanoTime();
        for (long leftMs = atMostMs; events.isEmpty() && !isEnded && leftMs > 0;
            leftMs = atMostMs - (System.nanoTime() - startNs) / 1_000_000) {
            wait(leftMs);
        }
        int taken = 0;
        for (; taken < atMost && !events.isEmpty(); taken++) {
            final TapEvent event = events.remove();
            bytes -= event.footprint();
            into.add(event);
        }
        if (isFull && bytes <= mostBytes / 2) {
            isFull = false;
            tellMissed();
        }
        return taken > 0 || !events.isEmpty() || !isEnded;
    }
}
