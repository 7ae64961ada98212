package io.takt.proofs.agents;

import io.takt.shm.clock.ClockObserver;

/** A process that only watches, with the observer that ships; its readings may be as old as those of others. */
final class Onlooker extends Process {
    private static final int RESOLVES_OF = 4;

    private final ClockObserver observer;

    Onlooker(final World world, final long maxDelayNs) {
        super(world, "onlooker");
        observer = new ClockObserver(clocks(), Hub.NAME, maxDelayNs);
    }

    @Override
    protected void turn() {
        if (world().choices().below(RESOLVES_OF) == 0) {
            observer.resolve();
        }
        observer.observe();
        if (observer.violations() > 0) {
            throw new AssertionError("an onlooker sees " + observer.firstViolation() + "\n" + world().history());
        }
    }

    long looks() {
        return observer.observations();
    }
}
