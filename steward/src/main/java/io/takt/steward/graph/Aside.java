package io.takt.steward.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The actions that a version affects beside the readers in its list; few versions have any. */
final class Aside {
    private static final int FEW = 32;

    private final List<Prediction> lingering = new ArrayList<>(1);
    /** Readers whose place in the list is far from its end, in no order. */
    private final List<Reads> readers = new ArrayList<>();
    /** With so many, void entries are taken out: that costs no more than adding them did. */
    private int mostReaders = FEW;
    private int forgotten;

    /** Predictions of the forgotten past that may still come up and have the version for a canary. */
    List<Prediction> lingering() {
        return lingering;
    }

    void addReader(final Reads entry) {
        if (readers.size() >= mostReaders) {
            sweep();
        }
        readers.add(entry);
    }

    void forgetReader() {
        if (++forgotten > readers.size() / 2) {
            sweep();
        }
    }

    void forEachReader(final Consumer<Action> taker) {
        for (final Reads entry : readers) {
            if (!entry.isVoid()) {
                taker.accept(entry.action());
            }
        }
    }

    private void sweep() {
        readers.removeIf(Reads::isVoid);
        mostReaders = Math.max(FEW, 2 * readers.size());
        forgotten = 0;
    }
}
