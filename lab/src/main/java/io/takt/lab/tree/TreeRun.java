package io.takt.lab.tree;

import io.takt.rule.Federate;
import io.takt.rule.TreeLiveness;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The results of one tree.
 *
 * @param shape           of the tree.
 * @param settings        of its federates.
 * @param live            what L3 and L4 say.
 * @param bound           how far an asset may be behind the root's core, and any two assets from each other.
 * @param mostLag         the most that an asset was behind the root's core.
 * @param mostApart       the most that two assets were apart.
 * @param progressed      the part of the count-ups that moved a clock.
 * @param touchedEach     clocks and reports that a count-up looked at or changed, on average.
 * @param nanosecondsEach processor time of a count-up, in the quickest of a few takes.
 */
public record TreeRun(
    TreeShape shape,
    TreeSettings settings,
    boolean live,
    long bound,
    long mostLag,
    long mostApart,
    double progressed,
    double touchedEach,
    double nanosecondsEach) {

    /** After so many ticks for each unit of the bound all slack is used up: cores do 10 in 8 to 24 ticks. */
    private static final long TICKS_FOR_BOUND = 4;
    private static final long LEAST_TICKS = 200;
    private static final long LEAST_ATTEMPTS = 300_000;
    private static final long LEAST_TICKS_OF_A_TAKE = 16;
    private static final int TAKES = 20;
    private static final int TICKS_BETWEEN_REPORTS = 16;

    /**
     * Runs a tree until all slack is used up, looking at every move; then for a while without looking, for its time.
     *
     * @param shape    of the tree.
     * @param settings of its federates.
     * @param seed     draws steps and intervals.
     * @param timed    the least number of count-ups whose time is taken.
     * @param cpuNs    processor time used up to now.
     * @param attempts is told now and then how many count-ups have been tried; {@link #planned} altogether, or so.
     * @return what came of it.
     */
    public static TreeRun of(
        final TreeShape shape,
        final TreeSettings settings,
        final long seed,
        final long timed,
        final LongSupplier cpuNs,
        final LongConsumer attempts) {
        final Federate path = settings.path(shape.depth());
        final long bound = path.boundNs().longValueExact();
        final SplittableRandom random = new SplittableRandom(seed);
        final TreeClocks clocks = new TreeClocks(shape, settings, random.split());
        final TreeWall wall = new TreeWall(clocks, random.split());
        final TreeSpread spread = new TreeSpread(clocks);
        final long ticks = spreadTicks(shape, bound);
        for (long tick = 1; tick <= ticks; tick++) {
            wall.runTick(spread);
            if (tick % TICKS_BETWEEN_REPORTS == 0) {
                attempts.accept(wall.attempts());
            }
        }
        final long attemptsBefore = wall.attempts();
        final long progressedBefore = wall.progressed();
        final long touchedBefore = clocks.touched();
        double quickestNs = Double.POSITIVE_INFINITY;
        for (int take = 0; take < TAKES; take++) {
            quickestNs = Math.min(quickestNs, timeNs(wall, takeTicks(shape, timed), cpuNs));
        }
        final double countUps = wall.attempts() - attemptsBefore;
        attempts.accept(wall.attempts());
        return new TreeRun(
            shape,
            settings,
            TreeLiveness.judge(path).live(),
            bound,
            spread.mostLag(),
            spread.mostApart(),
            (wall.progressed() - progressedBefore) / countUps,
            (clocks.touched() - touchedBefore) / countUps,
            quickestNs);
    }

    /** Other programs on the machine can only make a count-up slower. */
    private static double timeNs(final TreeWall wall, final long ticks, final LongSupplier cpuNs) {
        final long attemptsBefore = wall.attempts();
        final long cpuBeforeNs = cpuNs.getAsLong();
        for (long tick = 0; tick < ticks; tick++) {
            wall.runTick(null);
        }
        return (double) (cpuNs.getAsLong() - cpuBeforeNs) / (wall.attempts() - attemptsBefore);
    }

    /**
     * How many count-ups a run takes, or so.
     *
     * @param shape    of the tree.
     * @param settings of its federates.
     * @param timed    the least number of count-ups whose time is taken.
     * @return a count.
     */
    public static long planned(final TreeShape shape, final TreeSettings settings, final long timed) {
        final long bound = settings.path(shape.depth()).boundNs().longValueExact();
        return (spreadTicks(shape, bound) + TAKES * takeTicks(shape, timed)) * shape.nodes() / TreeWall.meanInterval();
    }

    private static long spreadTicks(final TreeShape shape, final long bound) {
        return Math.max(LEAST_TICKS + TICKS_FOR_BOUND * bound, ticksFor(LEAST_ATTEMPTS, shape));
    }

    private static long takeTicks(final TreeShape shape, final long timed) {
        return Math.max(LEAST_TICKS_OF_A_TAKE, ticksFor(timed / TAKES, shape));
    }

    private static long ticksFor(final long attempts, final TreeShape shape) {
        return attempts * TreeWall.meanInterval() / shape.nodes();
    }
}
