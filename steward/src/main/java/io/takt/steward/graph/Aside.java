package io.takt.steward.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The actions that a version affects beside the readers in its list; few versions have any. */
final class Aside {
    private static final int FEW = 32;

    private List<Prediction> lingering = List.of();
    /** Readers whose place in the list is far from its end, in no order; each entry with its place. */
    private Reads[] readers = new Reads[2];
    private int[] places = new int[2];
    /** The base times of those readers: most walks are for later ones only. */
    private long[] bases = new long[2];
    private int count;
    /** With so many, void entries are taken out: that costs no more than adding them did. */
    private int mostReaders = FEW;
    private int forgotten;

    /** Predictions of the forgotten past that may still come up and have the version for a canary. */
    List<Prediction> lingering() {
        return lingering;
    }

    void addLingering(final Prediction prediction) {
        if (lingering.isEmpty()) {
            lingering = new ArrayList<>(1);
        }
        lingering.add(prediction);
    }

    void addReader(final Reads entry, final int place) {
        if (count >= mostReaders) {
            sweep();
        }
        if (count == readers.length) {
            readers = Arrays.copyOf(readers, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
            bases = Arrays.copyOf(bases, 2 * count);
        }
        readers[count] = entry;
        bases[count] = entry.action().at.base();
        places[count++] = place;
    }

    void forgetReader() {
        if (++forgotten > count / 2) {
            sweep();
        }
    }

    /** Gives out those of a base time and of later ones; perhaps without those that wait to be redone. */
    void forEachReader(final long from, final boolean idle, final Consumer<Action> taker) {
        for (int i = 0; i < count; i++) {
            if (bases[i] >= from && !(idle && readers[i].waits) && !readers[i].isVoid(places[i])) {
                taker.accept(readers[i].action());
            }
        }
    }

    private void sweep() {
        int left = 0;
        for (int i = 0; i < count; i++) {
            if (!readers[i].isVoid(places[i])) {
                readers[left] = readers[i];
                bases[left] = bases[i];
                places[left++] = places[i];
            }
        }
        Arrays.fill(readers, left, count, null);
        count = left;
        mostReaders = Math.max(FEW, 2 * count);
        forgotten = 0;
    }
}
