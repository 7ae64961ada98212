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
import java.util.Comparator;
import java.util.List;

/**
 * Speed of simulation and spread of clocks against D_max, the steps and the intervals. The federate is that of
 * Hakoniwa's parameter study: a core that counts up every 10 ticks of wall time, and two assets that do every 15 and 16
 * ticks, with the same step.
 */
public final class Tradeoff {
    /** Δt_i of the assets. */
    static final List<Long> ASSET_INTERVALS = List.of(15L, 16L);
    /** Δt_c, where it is not what is varied. */
    static final long CORE_INTERVAL = 10;
    /** Long enough for what happens in the beginning not to matter. */
    static final long LAST_TICK = 24_000;
    private static final long WARM_UP_TICKS = 4_000;

    private Tradeoff() {
    }

    /**
     * One federate that was run.
     *
     * @param coreStep     ΔT_c.
     * @param assetStep    ΔT_i of both assets.
     * @param maxDelay     D_max.
     * @param coreInterval Δt_c.
     * @param delay        wall time that news of a clock are under way.
     * @param speed        simulation time per tick of wall time, count-ups at intervals.
     * @param spread       greatest difference between the assets.
     * @param estimate     what the formula says of that.
     * @param prompt       the same, where everybody goes on as soon as it may and the intervals are what a step costs.
     * @param bound        what the formula says of that.
     */
    public record Point(long coreStep, long assetStep, long maxDelay, long coreInterval, long delay, double speed,
        long spread, double estimate, double prompt, double bound) {
    }

    /**
     * Runs one that is live.
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
        final Settings settings = Settings.alike(coreStep, maxDelay, assetStep, ASSET_INTERVALS.size());
        if (!settings.judge().live()) {
            return null;
        }
        final Federate federate = new Federate(settings);
        final Simulation simulation =
            new Simulation(federate, Attempts.every(ASSET_INTERVALS, coreInterval),
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
        final Workload atIntervals = load(true, coreInterval, delay);
        final Workload prompt = load(false, coreInterval, delay);
        return new Point(coreStep, assetStep, maxDelay, coreInterval, delay, speed, spread[0],
            SpeedFormula.of(settings, atIntervals).speed(), Trial.of(settings, prompt).speed(),
            SpeedFormula.of(settings, prompt).speed());
    }

    private static long slowest(final Federate federate) {
        return federate.coreTime() - federate.lag();
    }

    private static Workload load(final boolean atIntervals, final long coreInterval, final long delay) {
        return new Workload(ASSET_INTERVALS.stream().map(interval -> work(atIntervals, interval)).toList(),
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
