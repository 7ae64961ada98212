package io.takt.steward.log;

import java.util.ArrayList;
import java.util.List;

/** The snapshots that are open. Before something is overwritten that they see, they put it aside. */
final class OpenSnapshots {
    /** Whether there is one that was not closed when it was last looked. */
    boolean any;
    private final List<LogSnapshot> open = new ArrayList<>();

    void add(final LogSnapshot snapshot) {
        dropClosed();
        open.add(snapshot);
        any = true;
    }

    void beforeChange(final int cell) {
        dropClosed();
        for (final LogSnapshot snapshot : open) {
            snapshot.keep(cell);
        }
    }

    void beforeChangeOfSlot(final int slot) {
        dropClosed();
        for (final LogSnapshot snapshot : open) {
            snapshot.keepSlot(slot);
        }
    }

    void beforeRemoval(final Fiat fiat) {
        for (final LogSnapshot snapshot : open) {
            snapshot.keep(fiat);
        }
    }

    private void dropClosed() {
        open.removeIf(LogSnapshot::isClosed);
        any = !open.isEmpty();
    }
}
