package io.takt.steward.scenario.lockstep;

import io.takt.steward.Id;
import java.util.TreeMap;

/** What a copy knows of another one. For one thread. */
final class Peer {
    /** Settled times of messages that came before an earlier one did, by number. */
    private final TreeMap<Integer, Long> early = new TreeMap<>();
    private int expected;
    private long settled = Long.MIN_VALUE;

    /** Digests that it told and that were not compared yet, by stride. */
    final TreeMap<Integer, Id> digests = new TreeMap<>();

    /** How many strides, from the first, were compared and equal. */
    int agreed;

    /** A stride that was found to differ: its history goes to this one with the next message. */
    int disagreed = -1;

    /** Whether a difference has been found. */
    boolean differs;

    /** What is settled counts only when all messages up to this one are here. */
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
