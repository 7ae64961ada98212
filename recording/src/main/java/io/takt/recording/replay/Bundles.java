package io.takt.recording.replay;

import java.util.ArrayDeque;

/**
 * Which messages of an asset have to be sent in one step. Within a step stamps come in any order, but the numbers of
 * messages go up from step to step: so no step may end between the stamps of two messages of which the later one has
 * the earlier stamp.
 *
 * <p>Messages of one granularity are always together. Owned by one thread.
 */
final class Bundles {
    private final long granularityNs;
    private final ArrayDeque<Bundle> bundles = new ArrayDeque<>();

    /**
     * Some messages that follow each other.
     *
     * @param afterNs on the grid of the asset's steps: all stamps are later. Before 0 for the dawn of time.
     * @param toNs    on the grid: no stamp is later.
     */
    record Bundle(long afterNs, long toNs) {
        /** Of the step that sends it, at least. */
        long lengthNs() {
            return toNs - afterNs;
        }
    }

    /** No messages. */
    Bundles(final long granularityNs) {
        this.granularityNs = granularityNs;
    }

    /** The message with the next number. */
    void add(final long stampNs) {
        long afterNs = Math.floorDiv(stampNs - 1, granularityNs) * granularityNs;
        long toNs = afterNs + granularityNs;
        while (!bundles.isEmpty() && bundles.peekLast().toNs > afterNs) {
            final Bundle last = bundles.pollLast();
            afterNs = Math.min(afterNs, last.afterNs);
            toNs = Math.max(toNs, last.toNs);
        }
        bundles.add(new Bundle(afterNs, toNs));
    }

    /** The one to be sent next; null when there is none. */
    Bundle first() {
        return bundles.peek();
    }

    /** Removes those that end by a time, at which a step has ended. Says how long the longest is; 0 for none. */
    long takeUpTo(final long timeNs) {
        long longestNs = 0;
        while (!bundles.isEmpty() && bundles.peek().toNs <= timeNs) {
            longestNs = Math.max(longestNs, bundles.poll().lengthNs());
        }
        return longestNs;
    }

    /** Removes those that end after a time, at which a step has ended: they are void. */
    void removeAfter(final long timeNs) {
        while (!bundles.isEmpty() && bundles.peekLast().toNs > timeNs) {
            bundles.pollLast();
        }
    }
}
