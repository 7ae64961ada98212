package io.takt.hub.core;

/**
 * The speed of the last seconds of running, from looks some ten times a second; a pause is no time. Owned by the hub's
 * thread.
 */
final class RecentSpeed {
    private static final long OVER_NS = 3_000_000_000L;
    private static final int MOST = 64;

    private final long[] coreTimesNs = new long[MOST];
    private final long[] wallTimesNs = new long[MOST];
    private int oldest;
    private int count;

    /**
     * T_c is so much now.
     *
     * @param coreTimeNs T_c.
     * @param nowNs      wall time of running.
     */
    void note(final long coreTimeNs, final long nowNs) {
        final int newest = (oldest + count + MOST - 1) % MOST;
        if (count > 0 && nowNs == wallTimesNs[newest]) {
            return;
        }
        while (count > 1 && (count == MOST || nowNs - wallTimesNs[(oldest + 1) % MOST] >= OVER_NS)) {
            oldest = (oldest + 1) % MOST;
            count--;
        }
        if (count > 0 && (coreTimeNs < coreTimesNs[oldest] || nowNs < wallTimesNs[newest])) {
            // A new epoch.
            count = 0;
        }
        final int next = (oldest + count) % MOST;
        coreTimesNs[next] = coreTimeNs;
        wallTimesNs[next] = nowNs;
        count++;
    }

    /** Simulated time per wall time since the oldest look that is kept. */
    double upTo(final long coreTimeNs, final long nowNs) {
        final boolean isKnown = count > 0 && nowNs - wallTimesNs[oldest] > 0 && coreTimeNs >= coreTimesNs[oldest];
        return isKnown ? (double) (coreTimeNs - coreTimesNs[oldest]) / (nowNs - wallTimesNs[oldest]) : 0;
    }
}
