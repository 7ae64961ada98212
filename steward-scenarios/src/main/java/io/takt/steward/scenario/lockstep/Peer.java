package io.takt.steward.scenario.lockstep;

import io.takt.steward.Synchrony;
import java.util.TreeMap;

/** A copy's knowledge of another one. For one thread. */
final class Peer {
    /** Settled times of messages that came before an earlier one did, by number. */
    private final TreeMap<Integer, Long> early = new TreeMap<>();
    private int expected;
    private long settled = Long.MIN_VALUE;
    /** How far it is alike. */
    private final Synchrony.Peer likeness;
    private boolean historySent;

    Peer(final Synchrony.Peer likeness) {
        this.likeness = likeness;
    }

    Synchrony.Peer likeness() {
        return likeness;
    }

    /** The stride of which the history is to be sent to it, once; -1 for none. */
    long takeDisagreed() {
        final long disagreed = historySent ? -1 : likeness.differing();
        historySent |= disagreed >= 0;
        return disagreed;
    }

    /** A settled time counts only when all messages up to this one are here. */
    void heard(final int number, final long settledBefore) {
        early.put(number, settledBefore);
        while (!early.isEmpty() && early.firstKey() == expected) {
            settled = Math.max(settled, early.pollFirstEntry().getValue());
            expected++;
        }
    }

    long settled() {
        return settled;
    }
}
