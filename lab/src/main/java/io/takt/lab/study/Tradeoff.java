package io.takt.lab.study;

import io.takt.lab.sim.Attempts;
import io.takt.lab.sim.CountUps;
import io.takt.lab.sim.Federate;
import io.takt.lab.sim.Network;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Simulation;
import io.takt.lab.sim.SpeedFormula;
import io.takt.lab.sim.Trial;
import io.takt.lab.sim.Work;
import io.takt.lab.sim.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Speed of simulation and spread of clocks against D_max, the steps and the intervals. The federate is that of
 * Hakoniwa's parameter study: a core that counts up every 10 ticks of wall time, and two assets that do every 15 and 16
 * ticks, with the same step. In one sweep all intervals are drawn.
 */
public final class Tradeoff {
    /** Δt_i of the assets. */
    static final List<Long> ASSET_INTERVALS = List.of(15L, 16L);
    /** Δt_c, where it is not what is varied. */
    static final long CORE_INTERVAL = 10;
    /** Long enough for what happens in the beginning not to matter. */
    static final long LAST_TICK = 24_000;
    /** Speeds that differ by no more of themselves are the same. */
    static final double ALIKE = 0.01;
    private static final long WARM_UP_TICKS = 4_000;
    private static final long DRAWN_STRIDE = 10;
    private static final int DRAWN_STEPS = 10;
    private static final long LEAST_DRAWN = 5;
    private static final long MOST_DRAWN = 40;

    private Tradeoff() {
    }

    /**
     * One federate that was run.
     *
     * @param coreStep       ΔT_c.
     * @param assetStep      ΔT_i of both assets.
     * @param maxDelay       D_max.
     * @param coreInterval   Δt_c.
     * @param assetIntervals Δt_i.
     * @param delay          wall time that news of a clock are under way.
     * @param speed          simulation time per tick of wall time, count-ups at intervals.
     * @param spread         greatest difference between the assets.
     * @param estimate       what the formula says of that.
     * @param prompt         the same, where each party goes on as soon as it may and intervals are costs of steps.
     * @param bound          what the formula says of that.
     */
    public record Point(long coreStep, long assetStep, long maxDelay, long coreInterval, List<Long> assetIntervals,
        long delay, double speed, long spread, double estimate, double prompt, double bound) {
        /**
         * The speed that the slowest party has by itself.
         *
         * @return min(ΔT_c / Δt_c, ΔT_i / Δt_i).
         */
        double alone() {
            return Math.min((double) coreStep / coreInterval, (double) assetStep / Collections.max(assetIntervals));
        }

        /** The part of that which is left at intervals. */
        double partOfAlone() {
            return speed / alone();
        }

        /** Whether that is less than all by more than 1 %, and by more than the step that a run may cut off. */
        boolean fallsShort() {
            return fallsShort(speed);
        }

        /** Likewise where every party goes on as soon as it may. */
        boolean fallsShortPromptly() {
            return fallsShort(prompt);
        }

        private boolean fallsShort(final double reached) {
            final double step = (double) Math.max(coreStep, assetStep) / (LAST_TICK - WARM_UP_TICKS);
            return alone() - reached > Math.max(ALIKE * alone(), step);
        }
    }

    /**
     * Runs one that is live, with the study's intervals of the assets.
     *
     * @param coreStep     ΔT_c.
     * @param assetStep    ΔT_i of both assets.
     * @param maxDelay     D_max.
     * @param coreInterval Δt_c.
     * @param delay        wall time that news of a clock are under way, 0 or more.
     * @return what came of it; null when L2 says that it stops.
     */
    public static Point run(final long coreStep, final long assetStep, final long maxDelay, final long coreInterval,
        final long delay) {
        return run(coreStep, assetStep, maxDelay, coreInterval, ASSET_INTERVALS, delay);
    }

    /** Likewise with any intervals of the assets. */
    static Point run(final long coreStep, final long assetStep, final long maxDelay, final long coreInterval,
        final List<Long> assetIntervals, final long delay) {
        final Settings settings = Settings.alike(coreStep, maxDelay, assetStep, assetIntervals.size());
        if (!settings.judge().live()) {
            return null;
        }
        final Federate federate = new Federate(settings);
        final Simulation simulation =
            new Simulation(federate, Attempts.every(assetIntervals, coreInterval),
                delay == 0 ? Network.NONE : () -> delay);
        final long[] spread = new long[1];
        final CountUps countUps = (wall, party, time, progressed) -> {
            if (progressed) {
                spread[0] = Math.max(spread[0], federate.spread());
            }
        };
        simulation.runTo(WARM_UP_TICKS, countUps);
        final long before = slowest(federate);
        simulation.runTo(LAST_TICK, countUps);
        final double speed = (double) (slowest(federate) - before) / (LAST_TICK - WARM_UP_TICKS);
        final Workload atIntervals = load(true, coreInterval, assetIntervals, delay);
        final Workload prompt = load(false, coreInterval, assetIntervals, delay);
        return new Point(coreStep, assetStep, maxDelay, coreInterval, assetIntervals, delay, speed, spread[0],
            SpeedFormula.of(settings, atIntervals).speed(), Trial.of(settings, prompt).speed(),
            SpeedFormula.of(settings, prompt).speed());
    }

    private static long slowest(final Federate federate) {
        return federate.coreTime() - federate.lag();
    }

    private static Workload load(final boolean atIntervals, final long coreInterval, final List<Long> assetIntervals,
        final long delay) {
        return new Workload(assetIntervals.stream().map(interval -> work(atIntervals, interval)).toList(),
            work(atIntervals, coreInterval), delay);
    }

    private static Work work(final boolean atIntervals, final long interval) {
        return atIntervals ? new Work(interval, 0) : new Work(0, interval);
    }

    /** All pairs of steps. */
    static List<Point> overSteps(final long maxDelay, final long most, final long stride) {
        final List<Point> points = new ArrayList<>();
        for (long coreStep = stride; coreStep <= most; coreStep += stride) {
            for (long assetStep = stride; assetStep <= most; assetStep += stride) {
                add(points, run(coreStep, assetStep, maxDelay, CORE_INTERVAL, 0));
            }
        }
        return points;
    }

    /** One pair of steps with many D_max. */
    static List<Point> overMaxDelay(final long coreStep, final long assetStep, final long delay, final long most,
        final long stride) {
        final List<Point> points = new ArrayList<>();
        for (long maxDelay = stride; maxDelay <= most; maxDelay += stride) {
            add(points, run(coreStep, assetStep, maxDelay, CORE_INTERVAL, delay));
        }
        return points;
    }

    /** One pair of steps with many intervals of the core. */
    static List<Point> overIntervals(final long coreStep, final long assetStep, final long maxDelay, final long most) {
        final List<Point> points = new ArrayList<>();
        for (long interval = 1; interval <= most; interval++) {
            add(points, run(coreStep, assetStep, maxDelay, interval, 0));
        }
        return points;
    }

    /**
     * Federates with drawn steps and intervals, and little room: D_max is some steps of the core and two of an asset.
     *
     * @param count     how many.
     * @param coreSteps how many of the core's.
     * @param random    draws steps of 10 to 100 by 10, and intervals from 5 to 39.
     */
    static List<Point> drawn(final int count, final long coreSteps, final SplittableRandom random) {
        final List<Point> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final long coreStep = DRAWN_STRIDE * (1 + random.nextInt(DRAWN_STEPS));
            final long assetStep = DRAWN_STRIDE * (1 + random.nextInt(DRAWN_STEPS));
            final long coreInterval = random.nextLong(LEAST_DRAWN, MOST_DRAWN);
            points.add(run(coreStep, assetStep, coreSteps * coreStep + 2 * assetStep, coreInterval,
                List.of(random.nextLong(LEAST_DRAWN, MOST_DRAWN), random.nextLong(LEAST_DRAWN, MOST_DRAWN)), 0));
        }
        return points;
    }

    private static void add(final List<Point> points, final Point point) {
        if (point != null) {
            points.add(point);
        }
    }

    /** For each spread the fastest, and of these only those that are faster than all with less spread. */
    static List<Point> front(final List<Point> points) {
        final List<Point> sorted = new ArrayList<>(points);
        sorted.sort(Comparator.comparingLong(Point::spread).thenComparing(Point::speed, Comparator.reverseOrder()));
        final List<Point> front = new ArrayList<>();
        for (final Point point : sorted) {
            if (front.isEmpty() || point.speed() > front.get(front.size() - 1).speed()) {
                front.add(point);
            }
        }
        return front;
    }
}
