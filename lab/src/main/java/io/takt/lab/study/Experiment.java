package io.takt.lab.study;

import io.takt.lab.report.Axis;
import io.takt.lab.report.Picture;
import io.takt.lab.report.Plots;
import io.takt.lab.report.Report;
import io.takt.lab.report.Series;
import io.takt.lab.report.Sheet;
import io.takt.lab.sim.Attempts;
import io.takt.lab.sim.Bounds;
import io.takt.lab.sim.CountUps;
import io.takt.lab.sim.Federate;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Simulation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * Assets with different steps and intervals in one federate: all clocks over wall time, and how they are spread between
 * T_c - D_max and T_c.
 *
 * @param assets   how many, greater than 0.
 * @param coreStep ΔT_c, greater than 0.
 * @param maxDelay D_max; at least the core's and the greatest asset step together.
 * @param jitter   of the intervals, 0 to 1.
 * @param wall     the length of the run in wall ticks.
 * @param seed     draws steps, intervals and jitter.
 */
public record Experiment(int assets, long coreStep, long maxDelay, double jitter, long wall, long seed) {
    private static final long CORE_INTERVAL = 10;
    private static final long LEAST_INTERVAL = 8;
    private static final long GREATEST_INTERVAL = 24;
    private static final long LEAST_STEP = 5;
    private static final long GREATEST_STEP = 40;
    /** The part that is drawn as a staircase: enough steps to be told apart. */
    private static final long WINDOW = 600;
    private static final int MOST_DRAWN = 16;
    private static final int MOST_BINS = 4_000;
    private static final long MOST_DELAY = 1_000_000;
    private static final int WIDTH = 980;
    private static final int HEIGHT = 520;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when one is out of range.
     */
    public Experiment {
        if (assets < 1 || wall < 1 || coreStep < 1) {
            throw new IllegalArgumentException("assets, wall ticks and core step must be 1 or more");
        }
        if (coreStep > MOST_DELAY - GREATEST_STEP) {
            throw new IllegalArgumentException("the core's step is " + coreStep + ", must be at most "
                + (MOST_DELAY - GREATEST_STEP));
        }
        if (maxDelay < coreStep + GREATEST_STEP || maxDelay > MOST_DELAY) {
            throw new IllegalArgumentException("D_max is " + maxDelay + ", must be from "
                + (coreStep + GREATEST_STEP) + ", the core's step and the greatest that an asset may draw, to "
                + MOST_DELAY);
        }
    }

    /** How far an asset lagged: the most that it ever did, and for how many wall ticks by how much. */
    private static final class Lags {
        private final long maxDelay;
        private final long width;
        /** Ticks with so many lags, in as many bins as a plot can show, however large D_max is; none, if not drawn. */
        private final long[] wallIn;
        private double sum;
        private long most;

        Lags(final long maxDelay, final boolean drawn) {
            this.maxDelay = maxDelay;
            width = maxDelay / MOST_BINS + 1;
            wallIn = new long[drawn ? (int) (maxDelay / width) + 1 : 0];
        }

        /** The lag is greatest when the core has just progressed. */
        void coreProgressed(final long lag) {
            most = Math.max(most, lag);
        }

        void tickEnded(final long lag) {
            sum += lag;
            if (wallIn.length > 0) {
                wallIn[(int) (lag / width)]++;
            }
        }

        /** For which part of the time the lag was at most so much: exact at the end of each bin. */
        Series atMost(final String name, final long wall) {
            final double[] lag = new double[wallIn.length];
            final double[] part = new double[wallIn.length];
            long below = 0;
            for (int i = 0; i < wallIn.length; i++) {
                below += wallIn[i];
                lag[i] = Math.min(maxDelay, (i + 1) * width - 1);
                part[i] = (double) below / wall;
            }
            return new Series(name, lag, part);
        }
    }

    /**
     * Runs it.
     *
     * @param tracker is told how far it is.
     * @return staircases, lags and their distribution.
     */
    public Report report(final Tracker tracker) {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Long> steps = draw(random, LEAST_STEP, GREATEST_STEP);
        final List<Long> intervals = draw(random, LEAST_INTERVAL, GREATEST_INTERVAL);
        final Federate federate = new Federate(new Settings(coreStep, maxDelay, steps));
        final Simulation simulation =
            new Simulation(federate, Attempts.about(intervals, CORE_INTERVAL, jitter, random));
        final int drawn = Math.min(assets, MOST_DRAWN);
        final List<Staircase> stairs = new ArrayList<>(List.of(new Staircase("core", assets)));
        final List<Lags> lags = new ArrayList<>();
        for (int asset = 0; asset < assets; asset++) {
            lags.add(new Lags(maxDelay, asset < drawn));
            if (asset < drawn) {
                stairs.add(new Staircase("asset " + (asset + 1), asset));
            }
        }
        final Bounds bounds = new Bounds(assets, maxDelay);
        final CountUps observer = (at, party, time, progressed) -> {
            bounds.countedUp(at, party, time, progressed);
            if (at <= WINDOW) {
                stairs.forEach(each -> each.countedUp(at, party, time, progressed));
            }
            if (progressed && party == assets) {
                for (int asset = 0; asset < assets; asset++) {
                    lags.get(asset).coreProgressed(time - federate.assetTime(asset));
                }
            }
        };
        for (long tick = 1; tick <= wall; tick++) {
            simulation.runTo(tick, observer);
            for (int asset = 0; asset < assets; asset++) {
                lags.get(asset).tickEnded(federate.coreTime() - federate.assetTime(asset));
            }
            tracker.done(tick, wall);
        }
        return report(steps, intervals, bounds, stairs, lags);
    }

    private List<Long> draw(final SplittableRandom random, final long least, final long greatest) {
        final List<Long> drawn = new ArrayList<>();
        for (int asset = 0; asset < assets; asset++) {
            drawn.add(random.nextLong(least, greatest + 1));
        }
        return drawn;
    }

    private Report report(final List<Long> steps, final List<Long> intervals, final Bounds bounds,
        final List<Staircase> stairs, final List<Lags> lags) {
        final int slowest = slowest(steps, intervals);
        final double speed = (double) bounds.coreTime() / wall;
        final Map<String, Object> results = new LinkedHashMap<>();
        results.put("coreTime", bounds.coreTime());
        results.put("speed", speed);
        results.put("maxSpread", bounds.greatestSpread());
        results.put("maxLag", bounds.greatestLag());
        results.put("violations", bounds.violations());
        final List<String> findings = List.of(
            "In " + wall + " wall ticks the core came to " + bounds.coreTime() + ", " + plain(speed)
                + " a tick. Asset " + (slowest + 1) + " could do "
                + plain((double) steps.get(slowest) / intervals.get(slowest))
                + " a tick by itself, the least of all: no clock can be faster for long.",
            "An observer looked at all clocks after each attempt to count up: " + bounds.violations() + " times was an"
                + " asset ahead of the core, or the core more than D_max, " + maxDelay + ", ahead of an asset. The"
                + " core was never more than " + bounds.greatestLag() + " ahead, and no two assets were ever more"
                + " than " + bounds.greatestSpread() + " apart.");
        return new Report("experiment", assets + " assets in one federate", findings, parameters(),
            List.of(staircases(stairs), distribution(lags)), List.of(sheet(steps, intervals, lags)), results);
    }

    private static int slowest(final List<Long> steps, final List<Long> intervals) {
        int slowest = 0;
        for (int asset = 1; asset < steps.size(); asset++) {
            if (steps.get(asset) * intervals.get(slowest) < steps.get(slowest) * intervals.get(asset)) {
                slowest = asset;
            }
        }
        return slowest;
    }

    private Map<String, ?> parameters() {
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("command", "takt lab experiment --assets " + assets + " --core-step " + coreStep
            + " --max-delay " + maxDelay + " --jitter " + jitter + " --wall " + wall + " --seed " + seed);
        parameters.put("seed", seed);
        parameters.put("asset steps", "drawn from " + LEAST_STEP + " to " + GREATEST_STEP);
        parameters.put("asset intervals", "drawn from " + LEAST_INTERVAL + " to " + GREATEST_INTERVAL + " ticks");
        parameters.put("core interval", CORE_INTERVAL + " ticks");
        return parameters;
    }

    private Picture staircases(final List<Staircase> stairs) {
        final long end = Math.min(WINDOW, wall);
        final List<Series> drawn = new ArrayList<>();
        stairs.forEach(each -> drawn.add(each.series(end)));
        final Series core = drawn.get(0);
        drawn.add(new Series("core − D_max", core.x(), DoubleStream.of(core.y()).map(time -> time - maxDelay)
            .map(time -> Math.max(0, time)).toArray()));
        return new Picture("staircase", "Every clock is a staircase between the core's and the one D_max below it.",
            Plots.steps("The first " + end + " wall ticks", Axis.of("wall ticks"), Axis.of("simulation time"), drawn),
            WIDTH, HEIGHT);
    }

    private Picture distribution(final List<Lags> lags) {
        final List<Series> lines = new ArrayList<>();
        for (int asset = 0; asset < Math.min(assets, MOST_DRAWN); asset++) {
            lines.add(lags.get(asset).atMost("asset " + (asset + 1), wall));
        }
        return new Picture("distribution", "For how much of the time each asset was at most so far behind the core; 0"
            + " is T_c, " + maxDelay + " is D_max. Steep on the left is close to the core, on the right holds it back.",
            Plots.steps("Distribution of the lag T_c − T_i", Axis.of("lag"), Axis.of("part of the wall time, up to it"),
                lines), WIDTH, HEIGHT);
    }

    private Sheet sheet(final List<Long> steps, final List<Long> intervals, final List<Lags> lags) {
        final List<List<String>> rows = new ArrayList<>();
        for (int asset = 0; asset < assets; asset++) {
            rows.add(Sheet.row(asset + 1, steps.get(asset), intervals.get(asset),
                plain((double) steps.get(asset) / intervals.get(asset)), plain(lags.get(asset).sum / wall),
                lags.get(asset).most));
        }
        return new Sheet("experiment", "The assets", List.of("asset", "step", "interval", "speedAlone", "meanLag",
            "maxLag"), rows);
    }

    private static String plain(final double number) {
        return String.format(Locale.ROOT, "%.3f", number);
    }
}
