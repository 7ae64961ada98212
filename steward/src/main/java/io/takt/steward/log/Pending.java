package io.takt.steward.log;

import java.util.Arrays;

import io.takt.steward.ExtendedTime;

/**
 * Slots whose predictions are yet to come up, in order of when they do: a heap of four children to a node. The place of
 * every slot is known, so a new prediction takes the place of the old one and no stale entries pile up. Times are in
 * the heap, so that moving a slot does not look at what it says.
 */
final class Pending {
    private static final int CHILDREN = 4;

    private final Tables tables;
    private long[] bases = new long[64];
    private int[] slots = new int[64];
    /** The place of each slot by its number, plus 1; 0 for none. */
    private int[] places = new int[64];
    private int size;
    /** Places that {@link #upTo} has found. */
    private int[] looked = {};

    Pending(final Tables tables) {
        this.tables = tables;
    }

    /** The number of the slot that comes up first; -1 if there is none. */
    int first() {
        return size == 0 ? -1 : slots[0];
    }

    /** The base time at which it does; the greatest long if there is none. */
    long firstBase() {
        return size == 0 ? Long.MAX_VALUE : bases[0];
    }

    /** Collects slots due at a base time or before, as many as there is room for, those due first mostly. */
    int upTo(final long base, final int[] into) {
        if (size == 0 || bases[0] > base) {
            return 0;
        }
        if (looked.length < into.length) {
            looked = new int[into.length];
        }
        int found = 1;
        looked[0] = 0;
        for (int i = 0; i < found; i++) {
            into[i] = slots[looked[i]];
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

    /** Takes memory for all slots that there are. */
    void makeRoom() {
        final int count = tables.slots().length;
        if (places.length < count) {
            final long[] longerBases = Arrays.copyOf(bases, count);
            final int[] longerSlots = Arrays.copyOf(slots, count);
            places = Arrays.copyOf(places, count);
            bases = longerBases;
            slots = longerSlots;
        }
    }

    /** What a slot says has changed: it is put in, moved, or taken out. There must be room. */
    void update(final int slot) {
        final long base = tables.answers[slot].dueBase;
        int place = places[slot] - 1;
        if (base == Answer.NEVER) {
            if (place >= 0) {
                remove(slot, place);
            }
            return;
        }
        if (place < 0) {
            place = size++;
        }
        down(up(place, slot, base), slot, base);
    }

    /** Takes a slot out, if it is there. */
    void remove(final int slot) {
        if (slot < places.length && places[slot] > 0) {
            remove(slot, places[slot] - 1);
        }
    }

    private void remove(final int slot, final int place) {
        places[slot] = 0;
        size--;
        if (place < size) {
            final int moved = slots[size];
            final long base = bases[size];
            down(up(place, moved, base), moved, base);
        }
    }

    /** Takes all out. */
    void clear() {
        for (int i = 0; i < size; i++) {
            places[slots[i]] = 0;
        }
        size = 0;
    }

    private int up(final int from, final int slot, final long base) {
        int place = from;
        while (place > 0) {
            final int parent = (place - 1) / CHILDREN;
            if (!isBefore(base, slot, parent)) {
                break;
            }
            set(place, slots[parent], bases[parent]);
            place = parent;
        }
        set(place, slot, base);
        return place;
    }

    private void down(final int from, final int slot, final long base) {
        int place = from;
        while (true) {
            final int begin = place * CHILDREN + 1;
            if (begin >= size) {
                break;
            }
            final int least = least(begin, Math.min(begin + CHILDREN, size));
            if (!isAfter(base, slot, least)) {
                break;
            }
            set(place, slots[least], bases[least]);
            place = least;
        }
        set(place, slot, base);
    }

    private int least(final int begin, final int end) {
        int least = begin;
        for (int child = begin + 1; child < end; child++) {
            if (isBefore(bases[child], slots[child], least)) {
                least = child;
            }
        }
        return least;
    }

    private boolean isBefore(final long base, final int slot, final int place) {
        return base != bases[place] ? base < bases[place] : due(slot).isBefore(due(slots[place]));
    }

    private boolean isAfter(final long base, final int slot, final int place) {
        return base != bases[place] ? base > bases[place] : due(slots[place]).isBefore(due(slot));
    }

    private ExtendedTime due(final int slot) {
        return tables.answers[slot].due(tables.slots()[slot]);
    }

    private void set(final int place, final int slot, final long base) {
        slots[place] = slot;
        bases[place] = base;
        places[slot] = place + 1;
    }
}
