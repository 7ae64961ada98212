package io.takt.lab.sim;

/**
 * How much wall time a party needs.
 *
 * @param interval it tries to count up at the multiples of this, shifted by a phase; 0 for as soon as it may.
 * @param cost     wall time that a count-up takes which progresses; in an asset that is the simulator's step.
 */
public record Work(long interval, long cost) {
    /**
     * Checks both.
     *
     * @throws IllegalArgumentException when a number is negative.
     */
    public Work {
        if (interval < 0 || cost < 0) {
            throw new IllegalArgumentException("interval " + interval + " or cost " + cost + " is less than 0");
        }
    }

    /**
     * The least wall time from one progress to the next.
     *
     * @return the cost, made up to whole intervals where there is one.
     */
    public long leastBetween() {
        return interval == 0 ? cost : Math.max(1, (cost + interval - 1) / interval) * interval;
    }
}
