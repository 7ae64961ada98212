package io.takt.hub.core;

import io.takt.shm.clock.Clock;
import io.takt.shm.clock.HubClocks;
import java.util.function.LongSupplier;

/**
 * The clocks of one run: T_c, and one T_i for each member. A reset begins a new run, with a number and clocks of its
 * own. Owned by the hub's thread.
 */
final class Epoch {
    private final HubClocks clocks;
    private final LongSupplier numbers;
    private long number;
    private Clock coreClock;

    /** Begins the first, with T_c alone. */
    Epoch(final HubClocks clocks, final LongSupplier numbers) {
        this.clocks = clocks;
        this.numbers = numbers;
        begin();
    }

    private void begin() {
        number = numbers.getAsLong();
        coreClock = clocks.allocateCore(number);
    }

    long number() {
        return number;
    }

    Clock coreClock() {
        return coreClock;
    }

    /**
     * Begins the next, from 0. Old counters are freed before there are new ones: an observer never finds clocks of two
     * epochs. Throws {@link IllegalStateException} when there is no room, since freed counters cannot be used again for
     * a second.
     */
    void beginNext(final Members members) {
        clocks.free(coreClock);
        members.forEach(member -> clocks.free(member.clocks()));
        begin();
        members.forEach(member -> member.start(
            clocks.allocateAsset(number, member.number(), member.name(), 0, member.state()), 0));
    }
}
