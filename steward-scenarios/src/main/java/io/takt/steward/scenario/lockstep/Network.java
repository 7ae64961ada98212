package io.takt.steward.scenario.lockstep;

import io.takt.steward.DeterministicRandom;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A simulated network, which loses nothing but takes its time. The same seed delays alike. For one thread.
 */
final class Network {
    private final Conditions conditions;
    private final DeterministicRandom random;

    /** By the round in which it arrives; those that arrive together in the order in which they were sent. */
    private final TreeMap<Integer, List<Parcel>> underway = new TreeMap<>();

    Network(final Conditions conditions, final long seed) {
        this.conditions = conditions;
        random = new DeterministicRandom(ExtendedTime.of(0, 0, Id.hash(seed, 1)));
    }

    void send(final int round, final int to, final Message message) {
        final int delay = conditions.least() + random.nextInt(conditions.most() - conditions.least() + 1);
        int arrives = round + delay;
        if (conditions.blocked() > 0 && arrives % conditions.period() < conditions.blocked()) {
            arrives += conditions.blocked() - arrives % conditions.period();
        }
        underway.computeIfAbsent(arrives, none -> new ArrayList<>()).add(new Parcel(to, message));
    }

    /** The messages that arrive in a round. */
    List<Parcel> arrivals(final int round) {
        final List<Parcel> arrived = underway.remove(round);
        return arrived == null ? List.of() : arrived;
    }

    boolean isEmpty() {
        return underway.isEmpty();
    }

    /** A message and its receiver. */
    record Parcel(int to, Message message) {
    }
}
