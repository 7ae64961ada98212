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
    Version prev;
    Version next;
    /** The work that read it last, so that an action lists it once. */
    long readBy;
    /** The last entry in the list of its readers; null if there is none. A few readers may be aside. */
    Reads readers;
    /** The place of that entry in what its action has read. */
    int placeOfLast;
    /** Further readers; null if there are none. */
    private Aside aside;

    Version(final GraphCell<?> cell, final Object value, final ExtendedTime at) {
        this.cell = cell;
        this.value = value;
        this.at = at;
    }

    /** Something that a cell held once, and that is not kept. */
    static Version superseded(final GraphCell<?> cell) {
        final Version version = new Version(cell, null, ExtendedTime.BEGINNING);
        version.next = GONE;
        return version;
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
        Reads entry = lastReader();
        int place = placeOfLast;
        while (entry != null) {
            taker.accept(entry.action());
            final Reads previous = entry.previous(place);
            place = entry.placeOfPrevious(place);
            entry = previous;
        }
        if (aside != null) {
            aside.forEachReader(taker);
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
