package io.takt.hub.config;

import java.util.ArrayList;
import java.util.List;

/** The problems of a configuration, as many as a person wants to read: the first ones, and the number of the others. */
final class Problems {
    /** So many are kept. */
    static final int MOST = 20;

    private final List<Problem> first = new ArrayList<>();
    private long count;
    private boolean isLivenessOnly = true;

    void add(final Problem problem) {
        count++;
        isLivenessOnly &= problem.liveness();
        if (first.size() < MOST) {
            first.add(problem);
        }
    }

    /** Whether one more would not be told but counted, so that it needs no words; to be asked before each. */
    boolean isCountedOnly() {
        if (first.size() < MOST) {
            return false;
        }
        count++;
        isLivenessOnly = false;
        return true;
    }

    /** Whether all there is against it, if anything, is that the system would stop. */
    boolean isLivenessOnly() {
        return isLivenessOnly;
    }

    /** The first ones in the order in which they were found, then one that says how many more there are. */
    List<Problem> list() {
        final List<Problem> list = new ArrayList<>(first);
        if (count > MOST) {
            list.add(new Problem("", "", "and " + (count - MOST) + " more", isLivenessOnly));
        }
        return List.copyOf(list);
    }
}
