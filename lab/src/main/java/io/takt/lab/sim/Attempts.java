package io.takt.lab.sim;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** When each party tries to count up, in wall time. The assets are parties 0 to n - 1, the core is party n. */
@FunctionalInterface
public interface Attempts {
    /**
     * The next attempt of a party.
     *
     * @param party its number.
     * @param wall  the instant of its last attempt, or 0 before the first.
     * @return the instant, later than {@code wall}.
     */
    long next(int party, long wall);

    /**
     * At every multiple of an interval, as in Hakoniwa's published studies.
     *
     * @param assetIntervals Δt_i, greater than 0.
     * @param coreInterval   Δt_c, greater than 0.
     * @return the attempts.
     */
    static Attempts every(final List<Long> assetIntervals, final long coreInterval) {
        final long[] intervals = intervals(assetIntervals, coreInterval);
        return (party, wall) -> (wall / intervals[party] + 1) * intervals[party];
    }

    /**
     * After intervals that vary evenly about their mean, each drawn anew.
     *
     * @param assetIntervals mean Δt_i, greater than 0.
     * @param coreInterval   mean Δt_c, greater than 0.
     * @param jitter         from 0 (none) to 1 (from nothing to twice the mean).
     * @param random         draws them.
     * @return the attempts.
     * @throws IllegalArgumentException when the jitter is out of range.
     */
    static Attempts about(final List<Long> assetIntervals, final long coreInterval, final double jitter,
        final SplittableRandom random) {
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("jitter is " + jitter + ", must be from 0 to 1");
        }
        final long[] intervals = intervals(assetIntervals, coreInterval);
        return (party, wall) -> {
            final double part = 1 + jitter * (2 * random.nextDouble() - 1);
            return wall + Math.max(1, Math.round(intervals[party] * part));
        };
    }

    /**
     * Assets whose intervals are drawn anew each time, and a core that tries at every multiple of its own.
     *
     * @param draw          how the assets' intervals vary.
     * @param assets        how many.
     * @param assetInterval mean Δt_i, greater than 0.
     * @param coreInterval  Δt_c, greater than 0.
     * @param random        draws them.
     * @return the attempts.
     */
    static Attempts drawn(final Draw draw, final int assets, final long assetInterval, final long coreInterval,
        final SplittableRandom random) {
        final long[] intervals = intervals(Collections.nCopies(assets, assetInterval), coreInterval);
        return (party, wall) -> party == assets ? (wall / coreInterval + 1) * coreInterval
            : wall + Math.max(1, Math.round(intervals[party] * draw.next(random)));
    }

    private static long[] intervals(final List<Long> assetIntervals, final long coreInterval) {
        final long[] intervals = new long[assetIntervals.size() + 1];
        Arrays.setAll(intervals, party -> party < assetIntervals.size() ? assetIntervals.get(party) : coreInterval);
        for (final long interval : intervals) {
            if (interval <= 0) {
                throw new IllegalArgumentException("an interval is " + interval + ", must be greater than 0");
            }
        }
        return intervals;
    }
}
