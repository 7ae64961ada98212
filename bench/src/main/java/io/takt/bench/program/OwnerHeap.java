package io.takt.bench.program;

import java.util.Arrays;

/**
 * A list of events with one place for each owner: his new prediction takes the place of the old one. A heap in place,
 * of four children to a node. For one thread.
 */
final class OwnerHeap {
    private static final int CHILDREN = 4;

    private final Ties ties;
    private final int[] heap;
    /** When each of the heap is due, in the order of the heap. */
    private final long[] due;
    private final int[] position;

    /** The order of owners whose events are due at the same tick. */
    interface Ties {
        /** Whether the one comes before the other at this tick. */
        boolean isBefore(int one, int other, long time);
    }

    /** None of them is ever due. */
    OwnerHeap(final int owners, final Ties ties) {
        this.ties = ties;
        heap = new int[owners];
        due = new long[owners];
        position = new int[owners];
        Arrays.fill(due, Long.MAX_VALUE);
        for (int i = 0; i < owners; i++) {
            heap[i] = i;
            position[i] = i;
        }
    }

    /** The owner of the first event. */
    int first() {
        return heap[0];
    }

    /** When it is due. */
    long firstDue() {
        return due[0];
    }

    /** Gives one his place by when his event is due now. */
    void put(final int one, final long time) {
        int hole = position[one];
        while (hole > 0 && isBefore(one, time, (hole - 1) / CHILDREN)) {
            put(hole, heap[(hole - 1) / CHILDREN], due[(hole - 1) / CHILDREN]);
            hole = (hole - 1) / CHILDREN;
        }
        for (int begin = hole * CHILDREN + 1; begin < heap.length; begin = hole * CHILDREN + 1) {
            int least = begin;
            for (int child = begin + 1; child < Math.min(begin + CHILDREN, heap.length); child++) {
                if (isBefore(heap[child], due[child], least)) {
                    least = child;
                }
            }
            if (isBefore(one, time, least)) {
                break;
            }
            put(hole, heap[least], due[least]);
            hole = least;
        }
        put(hole, one, time);
    }

    private void put(final int where, final int one, final long time) {
        heap[where] = one;
        due[where] = time;
        position[one] = where;
    }

    /** Whether one that is due at a time comes before that at a place of the heap. Ticks are seldom equal. */
    private boolean isBefore(final int one, final long time, final int where) {
        return time != due[where] ? time < due[where]
            : time != Long.MAX_VALUE && ties.isBefore(one, heap[where], time);
    }
}
