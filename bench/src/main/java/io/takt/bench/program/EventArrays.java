package io.takt.bench.program;

import java.util.Arrays;

/** Predicted events in no order, or in that of a heap of four children to a node. For one thread at a time. */
final class EventArrays {
    private static final int CHILDREN = 4;

    private long[] dues = new long[64];
    private long[] events = new long[64];
    private long[] canaries = new long[64];
    private int size;

    int size() {
        return size;
    }

    long due(final int at) {
        return dues[at];
    }

    long event(final int at) {
        return events[at];
    }

    boolean isStale(final int at, final int[] count) {
        return EventList.isStale(events[at], canaries[at], count);
    }

    /** Puts one in at the end. */
    void add(final long due, final long event, final long canary) {
        final int at = grow();
        dues[at] = due;
        events[at] = event;
        canaries[at] = canary;
    }

    /** Likewise, one of others. */
    void add(final EventArrays from, final int at) {
        add(from.dues[at], from.events[at], from.canaries[at]);
    }

    /** Puts one in, in the order of the heap. */
    void push(final long due, final long event, final long canary) {
        int hole = grow();
        while (hole > 0 && isBefore(due, event, (hole - 1) / CHILDREN)) {
            move((hole - 1) / CHILDREN, hole);
            hole = (hole - 1) / CHILDREN;
        }
        set(hole, due, event, canary);
    }

    /** Likewise, one of others. */
    void push(final EventArrays from, final int at) {
        push(from.dues[at], from.events[at], from.canaries[at]);
    }

    /** Takes out the first of the heap. */
    void pop() {
        size--;
        sift(0, size);
    }

    /** Takes out those that are stale, and leaves the others in their order, which is not that of a heap. */
    int keepFresh(final int[] count) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (!isStale(i, count)) {
                move(i, kept++);
            }
        }
        final int removed = size - kept;
        size = kept;
        return removed;
    }

    /** Makes a heap of them. */
    void heapify() {
        for (int i = (size - 2) / CHILDREN; i >= 0; i--) {
            sift(i, i);
        }
    }

    /** Moves one to another's place. */
    void move(final int from, final int to) {
        dues[to] = dues[from];
        events[to] = events[from];
        canaries[to] = canaries[from];
    }

    /** Keeps only so many. */
    void truncate(final int to) {
        size = to;
    }

    private int grow() {
        if (size == dues.length) {
            dues = Arrays.copyOf(dues, 2 * size);
            events = Arrays.copyOf(events, 2 * size);
            canaries = Arrays.copyOf(canaries, 2 * size);
        }
        return size++;
    }

    /** Puts the one at a place where the heap has a hole, or below. */
    private void sift(final int where, final int from) {
        final long due = dues[from];
        final long event = events[from];
        final long canary = canaries[from];
        int hole = where;
        for (int begin = hole * CHILDREN + 1; begin < size; begin = hole * CHILDREN + 1) {
            int least = begin;
            for (int child = begin + 1; child < Math.min(begin + CHILDREN, size); child++) {
                if (isBefore(dues[child], events[child], least)) {
                    least = child;
                }
            }
            if (isBefore(due, event, least)) {
                break;
            }
            move(least, hole);
            hole = least;
        }
        set(hole, due, event, canary);
    }

    private void set(final int at, final long due, final long event, final long canary) {
        dues[at] = due;
        events[at] = event;
        canaries[at] = canary;
    }

    private boolean isBefore(final long due, final long event, final int where) {
        return due != dues[where] ? due < dues[where] : event < events[where];
    }
}
