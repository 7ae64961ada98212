package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;
import java.util.Arrays;

/**
 * A value that a cell holds from an instant on. Its identity is the canary of predictions: every mutation makes another
 * object, so no two are ever confused, and it is compared by one pointer.
 */
final class Version {
    /** What follows a version of which only that it is not the newest any more is kept. */
    static final Version GONE = new Version(null, null, ExtendedTime.BEGINNING);

    private static final Action[] NOBODY = {};

    final GraphCell<?> cell;
    final Object value;
    final ExtendedTime at;
    Version prev;
    Version next;
    /** The work that read it last, so that an action lists it once. */
    long readBy;
    private Action[] readers = NOBODY;
    private int readerCount;

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

    int readerCount() {
        return readerCount;
    }

    Action reader(final int index) {
        return readers[index];
    }

    void addReader(final Action action) {
        if (readerCount == readers.length) {
            dropDead();
            if (readerCount > readers.length / 2 || readers.length == 0) {
                readers = Arrays.copyOf(readers, Math.max(4, readers.length * 2));
            }
        }
        readers[readerCount++] = action;
    }

    boolean holds(final Object other) {
        return value == other || cell.holdsSame(value, other);
    }

    private void dropDead() {
        int kept = 0;
        for (int i = 0; i < readerCount; i++) {
            if (!readers[i].dead) {
                readers[kept++] = readers[i];
            }
        }
        Arrays.fill(readers, kept, readerCount, null);
        readerCount = kept;
    }
}
