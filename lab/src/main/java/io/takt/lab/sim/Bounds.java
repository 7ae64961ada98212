package io.takt.lab.sim;

import java.util.Arrays;

/**
 * Watches a federate from outside, by what its parties' clocks show after each attempt, and knows nothing of the rules:
 * how far apart the clocks ever were, and how often that was more than it may be. Costs no more with many assets.
 *
 * <p>Owned by one thread.
 */
public final class Bounds implements CountUps {
    private final long maxDelay;
    private final long[] times;
    private long coreTime;
    private long slowest;
    private int slowestOnes;
    private long fastest;
    private long greatestSpread;
    private long greatestLag;
    private long violations;

    /**
     * All clocks at 0.
     *
     * @param assets   how many.
     * @param maxDelay D_max.
     */
    public Bounds(final int assets, final long maxDelay) {
        this.maxDelay = maxDelay;
        times = new long[assets];
        slowestOnes = assets;
    }

    @Override
    public void countedUp(final long wall, final int party, final long time, final boolean progressed) {
        if (party == times.length) {
            violations += time < coreTime ? 1 : 0;
            coreTime = time;
            greatestLag = Math.max(greatestLag, lag());
        } else {
            violations += time < times[party] ? 1 : 0;
            moved(party, time);
            greatestSpread = Math.max(greatestSpread, spread());
        }
        violations += fastest > coreTime || lag() > maxDelay ? 1 : 0;
    }

    private void moved(final int asset, final long time) {
        final long before = times[asset];
        times[asset] = time;
        fastest = Math.max(fastest, time);
        if (before == slowest && time != before) {
            slowestOnes--;
            if (slowestOnes == 0) {
                slowest = Arrays.stream(times).min().getAsLong();
                slowestOnes = (int) Arrays.stream(times).filter(each -> each == slowest).count();
            }
        }
    }

    /**
     * How far the core is ahead of the slowest asset now.
     *
     * @return T_c - min T_i, 0 without assets.
     */
    public long lag() {
        return times.length == 0 ? 0 : coreTime - slowest;
    }

    /**
     * How far apart the assets are now.
     *
     * @return max T_i - min T_i.
     */
    public long spread() {
        return fastest - slowest;
    }

    /**
     * The core's time.
     *
     * @return T_c as it was seen last.
     */
    public long coreTime() {
        return coreTime;
    }

    /**
     * The greatest spread there ever was.
     *
     * @return max |T_i - T_j|.
     */
    public long greatestSpread() {
        return greatestSpread;
    }

    /**
     * The greatest lag there ever was.
     *
     * @return max T_c - min T_i.
     */
    public long greatestLag() {
        return greatestLag;
    }

    /**
     * How many attempts left the clocks where they must not be: an asset ahead of the core, the core more than D_max
     * ahead of an asset, or a clock that has gone back.
     *
     * @return 0, if the rules are right.
     */
    public long violations() {
        return violations;
    }
}
