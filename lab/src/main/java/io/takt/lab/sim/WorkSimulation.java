package io.takt.lab.sim;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Runs a federate as a hub and its assets do: a party without an interval tries as soon as it may, a step takes wall
 * time, its asset's clock moves when it is done, and news of a clock take a while until another party can act on them.
 * Each party is taken to have a processor of its own.
 *
 * <p>Owned by one thread.
 */
public final class WorkSimulation {
    private static final Comparator<Event> IN_ORDER =
        Comparator.comparingLong(Event::wall).thenComparingInt(Event::kind).thenComparingInt(Event::party);

    private final Federate federate;
    private final Workload load;
    private final long[] phases;
    private final PriorityQueue<Event> events = new PriorityQueue<>(IN_ORDER);
    private final boolean[] busy;
    /** A step is judged by what was known at its beginning. */
    private final long[] coreReadAtStart;
    private final long[] assetKnown;
    private long coreKnown;
    private long wall;

    /** Something that happens at an instant; assets try before the core, as in {@link Simulation}. */
    private record Event(long wall, int kind, int party, long time) {
        private static final int NEWS_OF_CORE = 0;
        private static final int NEWS_OF_ASSET = 1;
        private static final int DONE = 2;
        private static final int TRY = 3;
    }

    /**
     * A federate about to start.
     *
     * @param federate what is run.
     * @param load     how much wall time its parties need.
     * @param random   draws where in its interval each party begins.
     */
    public WorkSimulation(final Federate federate, final Workload load, final SplittableRandom random) {
        if (load.assets().size() != federate.assets()) {
            throw new IllegalArgumentException(load.assets().size() + " loads for " + federate.assets() + " assets");
        }
        this.federate = federate;
        this.load = load;
        final int parties = federate.assets() + 1;
        phases = new long[parties];
        busy = new boolean[parties];
        coreReadAtStart = new long[federate.assets()];
        assetKnown = new long[federate.assets()];
        for (int party = 0; party < parties; party++) {
            final long interval = work(party).interval();
            phases[party] = interval == 0 ? 0 : random.nextLong(interval);
            tryAt(party, phases[party]);
        }
    }

    private Work work(final int party) {
        return party == federate.assets() ? load.core() : load.assets().get(party);
    }

    /**
     * The instant up to which it has run.
     *
     * @return that of the last event.
     */
    public long wall() {
        return wall;
    }

    /**
     * Runs on.
     *
     * @param count    how many events are to happen; fewer do when nothing can happen any more.
     * @param countUps sees every count-up that progresses, when it does.
     */
    public void run(final long count, final CountUps countUps) {
        for (long i = 0; i < count && !events.isEmpty(); i++) {
            final Event event = events.poll();
            wall = event.wall();
            switch (event.kind()) {
                case Event.NEWS_OF_CORE -> coreMoved(event.time());
                case Event.NEWS_OF_ASSET -> assetMoved(event.party(), event.time());
                case Event.DONE -> done(event.party(), countUps);
                default -> attempt(event.party(), countUps);
            }
        }
    }

    private void coreMoved(final long time) {
        coreKnown = time;
        for (int asset = 0; asset < federate.assets(); asset++) {
            wake(asset);
        }
    }

    private void assetMoved(final int asset, final long time) {
        assetKnown[asset] = time;
        final int blocker = federate.blocker();
        if (blocker < 0 || blocker == asset) {
            wake(federate.assets());
        }
    }

    /** A party that waits for news looks at once; one with an interval looks at its next attempt. */
    private void wake(final int party) {
        if (!busy[party] && work(party).interval() == 0) {
            tryAt(party, wall);
        }
    }

    private void done(final int party, final CountUps countUps) {
        busy[party] = false;
        if (party < federate.assets()) {
            federate.countUpAsset(party, coreReadAtStart[party]);
            countUps.countedUp(wall, party, federate.assetTime(party), true);
            events.add(new Event(wall + load.handover(), Event.NEWS_OF_ASSET, party, federate.assetTime(party)));
        }
        tryNext(party);
    }

    private void attempt(final int party, final CountUps countUps) {
        if (busy[party]) {
            return;
        }
        final boolean progresses = party == federate.assets() ? coreProgresses(countUps) : assetProgresses(party);
        if (progresses) {
            busy[party] = true;
            events.add(new Event(wall + work(party).cost(), Event.DONE, party, 0));
        } else if (work(party).interval() > 0) {
            tryNext(party);
        }
    }

    private boolean assetProgresses(final int asset) {
        coreReadAtStart[asset] = coreKnown;
        return federate.mayCountUpAsset(asset, coreKnown);
    }

    private boolean coreProgresses(final CountUps countUps) {
        if (!federate.countUpCore(asset -> assetKnown[asset])) {
            return false;
        }
        countUps.countedUp(wall, federate.assets(), federate.coreTime(), true);
        events.add(new Event(wall + load.handover(), Event.NEWS_OF_CORE, federate.assets(), federate.coreTime()));
        return true;
    }

    /** At once, or at the next instant of its interval; those that a step has missed are left out. */
    private void tryNext(final int party) {
        final long interval = work(party).interval();
        final long phase = phases[party];
        tryAt(party, interval == 0 ? wall : phase + (Math.floorDiv(wall - phase, interval) + 1) * interval);
    }

    private void tryAt(final int party, final long at) {
        events.add(new Event(at, Event.TRY, party, 0));
    }
}
