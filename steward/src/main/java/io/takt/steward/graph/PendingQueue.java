package io.takt.steward.graph;

import java.util.Arrays;

/**
 * Slots whose newest prediction is yet to come up, in order of when it does: a heap of four children to a node. The
 * place of every slot is known, so a new prediction takes the place of the old one and no stale entries pile up. Places
 * and times are in arrays, so that moving a slot in the heap does not read it.
 */
final class PendingQueue {
    private static final int CHILDREN = 4;

    private long[] bases = new long[64];
    private Slot[] slots = new Slot[64];
    /** The place of each slot by its index, plus 1; 0 for none. */
    private int[] places = new int[64];
    private int[] indexes = new int[64];
    private int size;
    /** Places that {@link #upTo} has found. */
    private int[] looked = {};

    /** The slot that comes up first; null if there is none. */
    Slot first() {
        return size == 0 ? null : slots[0];
    }

    /** The base time at which it does; the greatest long if there is none. */
    long firstBase() {
        return size == 0 ? Long.MAX_VALUE : bases[0];
    }

    /** Collects predictions due at a base time or before, as many as there is room for, those due first mostly. */
    int upTo(final long base, final Prediction[] into) {
        if (size == 0 || bases[0] > base) {
            return 0;
        }
        if (looked.length < into.length) {
            looked = new int[into.length];
        }
        int found = 1;
        looked[0] = 0;
        for (int i = 0; i < found; i++) {
            into[i] = slots[looked[i]].last;
            final int begin = looked[i] * CHILDREN + 1;
            final int end = Math.min(begin + CHILDREN, size);
            for (int child = begin; child < end && found < into.length; child++) {
                if (bases[child] <= base) {
                    looked[found++] = child;
                }
            }
        }
        return found;
    }

    /** Puts in a slot, or moves it, after its newest prediction has changed. */
    void put(final Slot slot) {
        final Prediction due = slot.last;
        if (slot.index >= places.length) {
            places = Arrays.copyOf(places, Math.max(slot.index + 1, 2 * places.length));
        }
        int place = places[slot.index] - 1;
        if (place < 0) {
            if (size == slots.length) {
                slots = Arrays.copyOf(slots, 2 * size);
                bases = Arrays.copyOf(bases, 2 * size);
                indexes = Arrays.copyOf(indexes, 2 * size);
            }
            place = size++;
        }
        place = up(place, slot, due);
        down(place, slot, due);
    }

    void remove(final Slot slot) {
        final int place = slot.index < places.length ? places[slot.index] - 1 : -1;
        if (place < 0) {
            return;
        }
        places[slot.index] = 0;
        size--;
        final Slot moved = slots[size];
        slots[size] = null;
        if (place < size) {
            final Prediction due = moved.last;
            down(up(place, moved, due), moved, due);
        }
    }

    private int up(final int from, final Slot slot, final Prediction due) {
        final long base = due.dueBase;
        int place = from;
        while (place > 0) {
            final int parent = (place - 1) / CHILDREN;
            if (!isBefore(base, due, parent)) {
                break;
            }
            move(parent, place);
            place = parent;
        }
        set(place, slot, slot.index, base);
        return place;
    }

    private void down(final int from, final Slot slot, final Prediction due) {
        int place = from;
        while (true) {
            final int begin = place * CHILDREN + 1;
            if (begin >= size) {
                break;
            }
            final int least = least(begin, Math.min(begin + CHILDREN, size));
            if (isBefore(due.dueBase, due, least)) {
                break;
            }
            move(least, place);
            place = least;
        }
        set(place, slot, slot.index, due.dueBase);
    }

    private int least(final int begin, final int end) {
        int least = begin;
        for (int child = begin + 1; child < end; child++) {
            if (bases[child] < bases[least]
                || bases[child] == bases[least] && slots[child].last.isDueBefore(slots[least].last.due())) {
                least = child;
            }
        }
        return least;
    }

    private boolean isBefore(final long base, final Prediction due, final int place) {
        return base != bases[place] ? base < bases[place] : due.isDueBefore(slots[place].last.due());
    }

    private void move(final int from, final int to) {
        set(to, slots[from], indexes[from], bases[from]);
    }

    private void set(final int place, final Slot slot, final int index, final long base) {
        slots[place] = slot;
        indexes[place] = index;
        bases[place] = base;
        places[index] = place + 1;
    }
}
