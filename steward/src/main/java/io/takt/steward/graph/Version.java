package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.Consumer;

/**
 * A value that a cell holds from an instant on. Its identity is the canary of predictions: every mutation makes another
 * object, so no two are ever confused, and it is compared by one pointer.
 */
final class Version implements HeldSnapshots.Mortal {
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
    /** The last entry in the list of its readers; null if there is none. A few readers may be aside. */
    Reads readers;
    /** The place of that entry in what its action has read. */
    int placeOfLast;
    /** Whether a prediction goes by it. */
    boolean canary;
    /** Whether it was taken out; a version that was forgotten is not. */
    boolean dead;
    /** Further readers; null if there are none. */
    private Aside aside;

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

    boolean isSuperseded(final ExtendedTime by) {
        return next != null && next.at.isBefore(by);
    }

    /** The last live reader; null if there is none. */
    Reads lastReader() {
        Reads.dropVoid(this);
        return readers;
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
        Reads entry = lastReader();
        int place = placeOfLast;
        while (entry != null && entry.action().at.base() >= from) {
            if (!idle || !entry.waits) {
                taker.accept(entry.action());
            }
            final Reads previous = entry.previous(place);
            place = entry.placeOfPrevious(place);
            entry = previous;
        }
        if (aside != null) {
            aside.forEachReader(from, idle, taker);
        }
    }

    /** Predictions of the forgotten past that may still come up and have this for a canary. */
    List<Prediction> lingering() {
        return aside == null ? List.of() : aside.lingering();
    }

    void addLingering(final Prediction prediction) {
        madeAside().addLingering(prediction);
    }

    void removeLingering(final Prediction prediction) {
        if (aside != null && !aside.lingering().isEmpty()) {
            aside.lingering().remove(prediction);
        }
    }

    /** A reader that is not in the list. */
    void addReaderAside(final Reads entry, final int place) {
        madeAside().addReader(entry, place);
    }

    /**
     * Lets go of the version before, and it of this: a chain of what is forgotten would keep all that came later alive
     * for a collector that looks at young objects only.
     */
    void cutOff() {
        if (cell.current.at.isBefore(at)) {
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
        readers = null;
        aside = null;
    }

    /** A reader that is perhaps aside is void from now on. */
    void forgetReaderAside() {
        if (aside != null) {
            aside.forgetReader();
        }
    }

    private Aside madeAside() {
        if (aside == null) {
            aside = new Aside();
        }
        return aside;
    }

    boolean holds(final Object other) {
        return value == other || cell.holdsSame(value, other);
    }
}
