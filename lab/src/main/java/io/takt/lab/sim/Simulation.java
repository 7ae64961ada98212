package io.takt.lab.sim;

import java.util.PriorityQueue;

/**
 * Runs a federate in simulated wall time. At one instant news arrive first, then the assets try to count up in the
 * order of their numbers, then the core does, as in Hakoniwa's published studies.
 *
 * <p>Owned by one thread.
 */
public final class Simulation {
    private final Federate federate;
    private final Attempts attempts;
    private final Network network;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    /** Of the core, as each asset knows it; and of each asset, as the core does. Only with a network. */
    private final long[] coreKnown;
    private final long[] assetKnown;
    private long wall;

    /** Something that happens at an instant: an attempt, or news of a clock that arrive at an asset or at the core. */
    private record Event(long wall, int kind, int party, long news) implements Comparable<Event> {
        private static final int FOR_ASSET = 0;
        private static final int FOR_CORE = 1;
        private static final int ATTEMPT = 2;

        /** By hand, since most of a long run is spent here. */
        @Override
        public int compareTo(final Event other) {
            if (wall != other.wall) {
                return wall < other.wall ? -1 : 1;
            }
            return kind == other.kind ? Integer.compare(party, other.party) : Integer.compare(kind, other.kind);
        }
    }

    /**
     * A federate whose parties see each other's clocks as they are.
     *
     * @param federate what is run.
     * @param attempts when its parties try to count up.
     */
    public Simulation(final Federate federate, final Attempts attempts) {
        this(federate, attempts, Network.NONE);
    }

    /**
     * A federate whose parties hear of each other's clocks.
     *
     * @param federate what is run.
     * @param attempts when its parties try to count up.
     * @param network  how long the news of that is under way.
     */
    public Simulation(final Federate federate, final Attempts attempts, final Network network) {
        this.federate = federate;
        this.attempts = attempts;
        this.network = network;
        coreKnown = new long[federate.assets()];
        assetKnown = new long[federate.assets()];
        for (int party = 0; party <= federate.assets(); party++) {
            events.add(new Event(attempts.next(party, 0), Event.ATTEMPT, party, 0));
        }
    }

    /**
     * Up to where the simulation has come.
     *
     * @return the last instant that was asked for.
     */
    public long wall() {
        return wall;
    }

    /**
     * Runs on.
     *
     * @param end      the last instant that belongs to the run.
     * @param countUps sees every attempt.
     */
    public void runTo(final long end, final CountUps countUps) {
        while (events.peek().wall() <= end) {
            final Event event = events.poll();
            switch (event.kind()) {
                case Event.FOR_ASSET -> coreKnown[event.party()] = Math.max(coreKnown[event.party()], event.news());
                case Event.FOR_CORE -> assetKnown[event.party()] = Math.max(assetKnown[event.party()], event.news());
                default -> attempt(event.party(), event.wall(), countUps);
            }
        }
        wall = end;
    }

    private void attempt(final int party, final long now, final CountUps countUps) {
        final boolean isCore = party == federate.assets();
        final boolean progressed = isCore ? coreAttempt(now) : assetAttempt(party, now);
        countUps.countedUp(now, party, isCore ? federate.coreTime() : federate.assetTime(party), progressed);
        events.add(new Event(attempts.next(party, now), Event.ATTEMPT, party, 0));
    }

    private boolean assetAttempt(final int asset, final long now) {
        if (network == Network.NONE) {
            return federate.countUpAsset(asset, federate.coreTime());
        }
        final boolean progressed = federate.countUpAsset(asset, coreKnown[asset]);
        send(now, Event.FOR_CORE, asset, federate.assetTime(asset));
        return progressed;
    }

    private boolean coreAttempt(final long now) {
        if (network == Network.NONE) {
            return federate.countUpCore(federate::assetTime);
        }
        final boolean progressed = federate.countUpCore(asset -> assetKnown[asset]);
        for (int asset = 0; asset < federate.assets(); asset++) {
            send(now, Event.FOR_ASSET, asset, federate.coreTime());
        }
        return progressed;
    }

    private void send(final long now, final int to, final int asset, final long news) {
        final long delay = network.delay();
        if (delay != Network.LOST) {
            events.add(new Event(now + delay, to, asset, news));
        }
    }
}
