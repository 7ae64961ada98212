package io.takt.lab.sim;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How fast a federate is, and how far apart its clocks get, as {@link WorkSimulation} has it.
 *
 * @param speed     simulation time per wall time.
 * @param maxLag    greatest T_c − T_i.
 * @param maxSpread greatest |T_i − T_j|.
 */
public record Trial(double speed, long maxLag, long maxSpread) {
    private static final int DRAWS = 3;
    private static final long SEED = 0x5EED;
    private static final int BASE_EVENTS = 8_000;
    private static final int EVENTS_PER_ASSET = 1_500;
    private static final int MOST_EVENTS = 400_000;
    private static final int SLOWEST_INTERVALS = 200;
    private static final int WARM_UP_PART = 5;

    /**
     * Tries it. The same arguments give the same result: intervals begin somewhere, but each time in the same places.
     *
     * @param settings steps and D_max.
     * @param load     how much wall time is needed.
     * @return the mean over some beginnings, and the greatest of the differences.
     */
    public static Trial of(final Settings settings, final Workload load) {
        final boolean hasPhases = load.core().interval() > 0
            || load.assets().stream().anyMatch(asset -> asset.interval() > 0);
        final int draws = hasPhases ? DRAWS : 1;
        final long events = events(load);
        final SplittableRandom random = new SplittableRandom(SEED);
        double speed = 0;
        long maxLag = 0;
        long maxSpread = 0;
        for (int i = 0; i < draws; i++) {
            final Meter meter = new Meter(new Federate(settings));
            meter.run(new WorkSimulation(meter.federate, load, random.split()), events);
            speed += meter.speed() / draws;
            maxLag = Math.max(maxLag, meter.maxLag);
            maxSpread = Math.max(maxSpread, meter.maxSpread);
        }
        return new Trial(speed, maxLag, maxSpread);
    }

    /** So many that the slowest party has its turns, however often the others look. */
    private static long events(final Workload load) {
        final long slowest = load.assets().stream().mapToLong(Work::leastBetween).max().orElse(0);
        double looks = 0;
        for (final Work asset : load.assets()) {
            looks += asset.interval() == 0 ? 0 : (double) slowest / asset.interval();
        }
        final double most = Math.min(MOST_EVENTS,
            Math.max(SLOWEST_INTERVALS * looks, BASE_EVENTS + (double) EVENTS_PER_ASSET * load.assets().size()));
        return Math.round(most);
    }

    /**
     * Measures each party between two of its progresses, the first after the warm-up and the last. They all go on at
     * the same speed in the end; a party that is ahead for a while does not count, such as a core that still has D_max
     * to use.
     */
    private static final class Meter implements CountUps {
        private final Federate federate;
        private final long[] firstWall;
        private final long[] firstTime;
        private final long[] lastWall;
        private final long[] lastTime;
        private long maxLag;
        private long maxSpread;
        private boolean warm;

        Meter(final Federate federate) {
            this.federate = federate;
            final int parties = federate.assets() + 1;
            firstWall = new long[parties];
            firstTime = new long[parties];
            lastWall = new long[parties];
            lastTime = new long[parties];
            Arrays.fill(firstWall, -1);
        }

        void run(final WorkSimulation simulation, final long events) {
            simulation.run(events / WARM_UP_PART, this);
            warm = true;
            simulation.run(events, this);
        }

        @Override
        public void countedUp(final long wall, final int party, final long time, final boolean progressed) {
            if (party == federate.assets()) {
                maxLag = Math.max(maxLag, federate.lag());
            } else {
                maxSpread = Math.max(maxSpread, federate.spread());
            }
            lastWall[party] = wall;
            lastTime[party] = time;
            if (warm && firstWall[party] < 0) {
                firstWall[party] = wall;
                firstTime[party] = time;
            }
        }

        double speed() {
            double least = Double.POSITIVE_INFINITY;
            for (int party = 0; party < firstWall.length; party++) {
                final boolean moved = firstWall[party] >= 0 && lastWall[party] > firstWall[party];
                least = Math.min(least, moved
                    ? (double) (lastTime[party] - firstTime[party]) / (lastWall[party] - firstWall[party]) : 0);
            }
            return least;
        }
    }
}
