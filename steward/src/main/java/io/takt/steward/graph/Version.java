package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * A value that a cell holds from an instant on. Its identity is the canary of predictions: every mutation makes another
 * object, so no two are ever confused, and it is compared by one pointer.
 */
final class Version implements HeldSnapshots.Mortal {
    private static final Reads[] NONE = {};
    /** Readers for which there is room at first. */
    private static final int FEW = 8;
    /** From so many on void entries are taken out before there is more room. */
    private static final int MANY = 32;
    /** Entries that are looked at for each reader that is forgotten. */
    private static final int LOOKED_AT = 4;

    /** Follows a version of which only one fact is kept: that it is no longer the newest. */
    static final Version GONE = new Version(null, null, ExtendedTime.BEGINNING);

    final GraphCell<?> cell;
    final Object value;
    final ExtendedTime at;
    /** Of the instant: a search along a chain looks at no other object. */
    final long base;
    Version prev;
    Version next;
    /** The work that read it last, so that an action lists it once. */
    long readBy;
    /** Entries of its readers, some of them void; in no order. */
    Reads[] readers = NONE;
    private int readerCount;
    /** Whether a prediction goes by it. */
    boolean canary;
    /** Whether it was taken out; a version that was forgotten is not. */
    boolean dead;
    /** Predictions of the forgotten past that may still come up and have this for a canary. */
    private List<Prediction> lingering = List.of();

    Version(final GraphCell<?> cell, final Object value, final ExtendedTime at) {
        this.cell = cell;
        this.value = value;
        this.at = at;
        base = at.base();
    }

    /** Something that a cell held once, and that is not kept. */
    static Version superseded(final GraphCell<?> cell) {
        final Version version = new Version(cell, null, ExtendedTime.BEGINNING);
        version.next = GONE;
        return version;
    }

    /** Whether an action that has read it at an instant would read it again. */
    boolean isStillFound(final ExtendedTime by, final boolean ownInstant) {
        return !dead && (next == null || !next.isSeen(by, ownInstant));
    }

    /** Whether what is seen at an instant, or what is written at that very instant, is this or a later one. */
    boolean isSeen(final ExtendedTime by, final boolean ownInstant) {
        return base != by.base() ? base < by.base() : ownInstant ? !by.isBefore(at) : at.isBefore(by);
    }

    /** Gives out all live readers, in no order. */
    void forEachReader(final Consumer<Action> taker) {
        forEachReader(Long.MIN_VALUE, false, taker);
    }

    /** Gives out the live readers of a base time and later that do not wait to be redone already, in no order. */
    void forEachIdleReader(final long from, final Consumer<Action> taker) {
        forEachReader(from, true, taker);
    }

    private void forEachReader(final long from, final boolean idle, final Consumer<Action> taker) {
        int left = 0;
        for (int i = 0; i < readerCount; i++) {
            final Reads entry = readers[i];
            if (!entry.isVoid()) {
                readers[left++] = entry;
                if (entry.base >= from && !(idle && entry.waits)) {
                    taker.accept(entry.action);
                }
            }
        }
        endAt(left);
    }

    void addReader(final Reads entry) {
        if (readerCount == readers.length) {
            makeRoom();
        }
        readers[readerCount++] = entry;
    }

    /** Whether it takes long to find one of its readers; of a dead version none is looked for. */
    boolean isSlowToLeave() {
        return !dead && readerCount > MANY;
    }

    /** Takes out one of few readers; the lists of a dead version are gone. */
    void removeReader(final Reads entry) {
        if (dead) {
            return;
        }
        for (int i = 0; i < readerCount; i++) {
            if (readers[i] == entry) {
                readers[i] = readers[--readerCount];
                readers[readerCount] = null;
                return;
            }
        }
    }

    private void makeRoom() {
        int left = readerCount < MANY ? readerCount : 0;
        for (int i = left; i < readerCount; i++) {
            if (!readers[i].isVoid()) {
                readers[left++] = readers[i];
            }
        }
        endAt(left);
        if (2 * left >= readers.length) {
            readers = Arrays.copyOf(readers, Math.max(FEW, 2 * left));
        }
    }

    /**
     * One of its readers is forgotten. Of a long list a few entries are looked at, and void ones are taken out, so that
     * few of them stay, however many readers there were.
     *
     * @param where any number; spread evenly from call to call.
     */
    void readerForgotten(final int where) {
        if (readers.length <= MANY) {
            return;
        }
        int place = (int) (Integer.toUnsignedLong(where) * readerCount >>> Integer.SIZE);
        for (int left = LOOKED_AT; left > 0 && place < readerCount; left--) {
            if (readers[place].isVoid()) {
                readers[place] = readers[--readerCount];
                readers[readerCount] = null;
            } else {
                place++;
            }
        }
        if (readerCount <= readers.length / 4) {
            readers = Arrays.copyOf(readers, 2 * readerCount);
        }
    }

    private void endAt(final int end) {
        Arrays.fill(readers, end, readerCount, null);
        readerCount = end;
    }

    List<Prediction> lingering() {
        return lingering;
    }

    void addLingering(final Prediction prediction) {
        if (lingering.isEmpty()) {
            lingering = new ArrayList<>(1);
        }
        lingering.add(prediction);
    }

    void removeLingering(final Prediction prediction) {
        if (!lingering.isEmpty()) {
            lingering.remove(prediction);
        }
    }

    /**
     * Lets go of the version before, and it of this: a chain of what is forgotten would keep all that came later alive
     * for a collector that looks at young objects only.
     */
    void cutOff() {
        // Mostly all before it is cut off already, and the version that work is at is not looked at.
        if (prev.prev == null ? cell.current == prev : cell.current.at.isBefore(at)) {
            cell.moveTo(this);
            VarHandle.storeStoreFence();
        }
        prev.next = GONE;
        prev = null;
    }

    @Override
    public void letGo() {
        prev = null;
        next = GONE;
        readers = NONE;
        readerCount = 0;
        lingering = List.of();
    }

    boolean holds(final Object other) {
        return value == other || cell.holdsSame(value, other);
    }
}
