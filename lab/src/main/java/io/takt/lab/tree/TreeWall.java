package io.takt.lab.tree;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Wall time of a tree: every clock tries to count up after intervals that vary about a mean of its own. All attempts of
 * a tick are kept in one list, so the next one is found at once, however many clocks there are.
 */
public final class TreeWall {
    /** The longest interval, and a tick. */
    private static final int TICKS = 32;
    private static final int LEAST_INTERVAL = 8;
    private static final int GREATEST_INTERVAL = 24;
    private static final int VARIATION = 3;

    private final TreeClocks clocks;
    private final SplittableRandom random;
    private final byte[] intervals;
    private final int[] next;
    private final int[] first = new int[TICKS];
    private long tick;
    private long attempts;
    private long progressed;

    /**
     * At wall time 0.
     *
     * @param clocks what moves.
     * @param random draws the intervals.
     */
    public TreeWall(final TreeClocks clocks, final SplittableRandom random) {
        this.clocks = clocks;
        this.random = random;
        intervals = new byte[clocks.shape().nodes()];
        next = new int[intervals.length];
        Arrays.fill(first, -1);
        for (int node = 0; node < intervals.length; node++) {
            intervals[node] = (byte) random.nextInt(LEAST_INTERVAL, GREATEST_INTERVAL + 1);
            tryAfter(node, 1 + random.nextInt(intervals[node]));
        }
    }

    /**
     * The average share of an interval that the wall time has gone through.
     *
     * @return ticks.
     */
    public static int meanInterval() {
        return (LEAST_INTERVAL + GREATEST_INTERVAL) / 2;
    }

    /**
     * Count-ups that were tried.
     *
     * @return a count since the start.
     */
    public long attempts() {
        return attempts;
    }

    /**
     * Count-ups that moved a clock.
     *
     * @return a count since the start.
     */
    public long progressed() {
        return progressed;
    }

    /**
     * Makes all attempts of the next tick.
     *
     * @param spread is told of every clock that moves; null when the spread is not wanted.
     */
    public void runTick(final TreeSpread spread) {
        tick++;
        final int slot = (int) (tick % TICKS);
        int node = first[slot];
        first[slot] = -1;
        while (node >= 0) {
            final int following = next[node];
            attempts++;
            if (clocks.countUp(node)) {
                progressed++;
                if (spread != null) {
                    spread.moved(node);
                }
            }
            tryAfter(node, intervals[node] + random.nextInt(-VARIATION, VARIATION + 1));
            node = following;
        }
    }

    private void tryAfter(final int node, final int ticks) {
        final int slot = (int) ((tick + ticks) % TICKS);
        next[node] = first[slot];
        first[slot] = node;
    }
}
