package io.takt.lab.study;

import io.takt.lab.report.Axis;
import io.takt.lab.report.Picture;
import io.takt.lab.report.Plots;
import io.takt.lab.report.Report;
import io.takt.lab.report.Series;
import io.takt.lab.report.Sheet;
import io.takt.lab.sim.Attempts;
import io.takt.lab.sim.Network;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.JFreeChart;

/**
 * The effect on a federate of news that take their time, vary or get lost. Predicted is the speed
 *
 * <pre>min(ΔT_c / Δt_c, ΔT_i / Δt_i, advance / round trip)</pre>
 *
 * with {@link Window} for the advance and {@link RoundTrip} for the round trip.
 */
public final class Delay {
    /** In ticks: a common unit, so that delays can be fractions of it. */
    private static final long INTERVAL = 100;
    private static final long STEP = 10;
    private static final int ASSETS = 4;
    private static final long USUAL_INTERVALS = 30_000;
    private static final long TEN = 10 * INTERVAL;
    private static final List<Integer> WINDOWS = List.of(1, 4, 16, 64);
    private static final double[] DELAYS = {0, 0.5, 1, 2, 3, 5, 10, 20, 50, 100};
    private static final int LOSSES = 10;
    private static final int[] CROWDS = {1, 2, 8, 16, 64};
    private static final double CROWDS_LOSS = 0.5;
    private static final double UNEVEN = 0.5;
    /** ΔT_c, ΔT_i and D_max. */
    private static final long[][] STEPS = {{10, 10, 200}, {5, 10, 200}, {20, 10, 200}, {7, 10, 200}, {10, 7, 203},
        {30, 20, 200}, {20, 30, 200}, {13, 29, 400}, {60, 35, 90}};
    private static final int WIDTH = 860;
    private static final int HEIGHT = 520;

    private final long seed;
    private final long intervals;

    private Delay(final long seed, final long intervals) {
        this.seed = seed;
        this.intervals = intervals;
    }

    /** Which numbers are varied. */
    enum Sweep { DELAY, LOSS, VARIATION, CROWD, UNEVEN, STEPS }

    /**
     * One run.
     *
     * @param sweep     what it belongs to.
     * @param settings  of the federate.
     * @param delay     mean of one way, in intervals.
     * @param variation up and down from it, in intervals.
     * @param loss      part of the news that is lost.
     * @param run       what was measured.
     * @param predicted the speed that was predicted.
     */
    record Point(Sweep sweep, Settings settings, double delay, double variation, double loss, Run run,
        double predicted) {
        double speed() {
            return inSteps(run.speed());
        }

        double ratio() {
            return speed() / predicted;
        }

        long violations() {
            return run.bounds().violations();
        }

        long window() {
            return settings.maxDelay() / settings.assetSteps().get(0);
        }

        private double inSteps(final double speed) {
            return speed * INTERVAL / settings.coreStep();
        }

        private double partOfMaxDelay(final long time) {
            return (double) time / settings.maxDelay();
        }
    }

    /**
     * All runs.
     *
     * @param seed      of what chance there is.
     * @param intervals how long a run is.
     * @param tracker   is told how far it has come.
     * @return a run for each combination.
     */
    static List<Point> run(final long seed, final long intervals, final Tracker tracker) {
        return Runs.all(new Delay(seed, intervals).all(), tracker);
    }

    private List<Supplier<Point>> all() {
        final List<Supplier<Point>> runs = new ArrayList<>();
        for (final int window : WINDOWS) {
            final Settings settings = Settings.alike(STEP, window * STEP, STEP, ASSETS);
            for (final double delay : DELAYS) {
                final long ticks = Math.round(delay * INTERVAL);
                runs.add(() -> onGrid(Sweep.DELAY, settings, ticks, 0, 0));
                runs.add(() -> uneven(window, ticks));
            }
            for (int tenths = 0; tenths < LOSSES; tenths++) {
                final double loss = (double) tenths / LOSSES;
                runs.add(() -> onGrid(Sweep.LOSS, settings, 0, 0, loss));
                runs.add(() -> onGrid(Sweep.LOSS, settings, TEN, 0, loss));
            }
            for (long variation = 0; variation <= TEN; variation += INTERVAL) {
                final long ticks = variation;
                runs.add(() -> onGrid(Sweep.VARIATION, settings, TEN, ticks, 0));
            }
        }
        for (final int assets : CROWDS) {
            runs.add(() -> onGrid(Sweep.CROWD, Settings.alike(STEP, STEP, STEP, assets), 0, 0, CROWDS_LOSS));
        }
        for (final long[] steps : STEPS) {
            runs.add(() -> onGrid(Sweep.STEPS, Settings.alike(steps[0], steps[2], steps[1], 1), 100 * INTERVAL, 0, 0));
        }
        return runs;
    }

    /** All parties try at the same instants. */
    private Point onGrid(final Sweep sweep, final Settings settings, final long delay, final long variation,
        final double loss) {
        final Run run = Run.of(settings,
            Attempts.every(Collections.nCopies(settings.assets(), INTERVAL), INTERVAL),
            Network.of(delay - variation, delay + variation, loss, new SplittableRandom(seed)),
            intervals * INTERVAL);
        return point(sweep, settings, delay, variation, loss, run,
            new RoundTrip(delay - variation, delay + variation, loss, INTERVAL).mean(settings.assets()));
    }

    /** One asset; both parties' intervals vary. News then meet a receiver anywhere in its interval. */
    private Point uneven(final int window, final long delay) {
        final Settings settings = Settings.alike(STEP, window * STEP, STEP, 1);
        final SplittableRandom random = new SplittableRandom(seed);
        final Run run = Run.of(settings, Attempts.about(List.of(INTERVAL), INTERVAL, UNEVEN, random),
            Network.of(delay, delay, 0, random), intervals * INTERVAL);
        return point(Sweep.UNEVEN, settings, delay, 0, 0, run, 2.0 * delay / INTERVAL + 2 * meanRest(UNEVEN));
    }

    /** The rest of an evenly varying interval at any instant, on average: E[Δt²] / 2 E[Δt], in mean intervals. */
    static double meanRest(final double jitter) {
        return (1 + jitter * jitter / 3) / 2;
    }

    private static Point point(final Sweep sweep, final Settings settings, final long delay, final long variation,
        final double loss, final Run run, final double roundTrip) {
        final long assetStep = settings.assetSteps().get(0);
        final double limit = Math.min(1, (double) assetStep / settings.coreStep());
        final double advance = Window.of(settings.coreStep(), assetStep, settings.maxDelay());
        return new Point(sweep, settings, (double) delay / INTERVAL, (double) variation / INTERVAL, loss, run,
            Math.min(limit, advance / settings.coreStep() / roundTrip));
    }

    /**
     * The experiment as a report.
     *
     * @param seed    of what chance there is.
     * @param tracker is told how far it has come.
     * @return tables and plots.
     */
    public static Report report(final long seed, final Tracker tracker) {
        return report(seed, USUAL_INTERVALS, tracker);
    }

    static Report report(final long seed, final long intervals, final Tracker tracker) {
        final List<Point> points = run(seed, intervals, tracker);
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("command", "takt lab delay --seed " + seed);
        parameters.put("seed", seed);
        parameters.put("interval", "the same for core and assets, " + INTERVAL + " ticks");
        parameters.put("steps", "all the same, but in the sweep STEPS");
        parameters.put("assets", ASSETS + "; 1 in the sweeps UNEVEN and STEPS");
        parameters.put("a run", intervals + " intervals, the first fifth of which does not count for the speed");
        return new Report("delay", "News that are late, vary and get lost", findings(points), parameters,
            List.of(delays(points), losses(points), variations(points)), List.of(sheet(points)), results(points));
    }

    private static List<Point> of(final List<Point> points, final Sweep sweep, final Predicate<Point> which) {
        return Runs.of(points, which.and(point -> point.sweep() == sweep));
    }

    /** How measured is to predicted, for a sentence. */
    private static String ratios(final List<Point> points) {
        final String least = Rounded.of(Runs.least(points, Point::ratio));
        final String most = Rounded.of(Runs.greatest(points, Point::ratio));
        return least.equals(most) ? least : least + " to " + most;
    }

    private static double spread(final Point point) {
        return point.partOfMaxDelay(point.run().bounds().greatestSpread());
    }

    private static double lag(final Point point) {
        return point.partOfMaxDelay(point.run().bounds().greatestLag());
    }

    private static Map<String, Object> results(final List<Point> points) {
        final Map<String, Object> results = new LinkedHashMap<>();
        results.put("runs", points.size());
        results.put("violations", Runs.violations(points, Point::violations));
        results.put("greatestSpreadOfMaxDelay", Runs.greatest(points, Delay::spread));
        results.put("greatestLagOfMaxDelay", Runs.greatest(points, Delay::lag));
        for (final Sweep sweep : Sweep.values()) {
            results.put("leastRatio" + sweep, Runs.least(of(points, sweep, point -> true), Point::ratio));
            results.put("greatestRatio" + sweep, Runs.greatest(of(points, sweep, point -> true), Point::ratio));
        }
        return results;
    }

    private static List<String> findings(final List<Point> points) {
        final List<Point> delays = of(points, Sweep.DELAY, point -> true);
        final List<Point> lockStep = of(points, Sweep.LOSS, point -> point.window() == 1);
        final List<Point> wide = of(points, Sweep.LOSS, point -> point.window() > 1);
        return List.of(
            "Safety: " + Runs.violations(points, Point::violations) + " violations in " + points.size()
                + " runs. |T_i − T_j| reached "
                + Rounded.percent(Runs.greatest(points, Delay::spread)) + " of D_max and T_c − T_i "
                + Rounded.percent(Runs.greatest(points, Delay::lag))
                + ", never more: a late reading is an older time, and with an older time the rules allow less.",
            "Delay: at most D_max of simulation time is under way in a round trip, as with the window of TCP. Speed is"
                + " the lesser of a step an interval and D_max a round trip; measured was " + ratios(delays)
                + " of that. With intervals that vary by half, so that news wait"
                + " for a part of one, " + ratios(of(points, Sweep.UNEVEN, Delay::isWindowed))
                + " where the round trip holds it, and as little as "
                + Rounded.of(Runs.least(of(points, Sweep.UNEVEN, point -> true), Point::ratio)) + " else.",
            "Loss: news that is lost is sent again an interval later, p / (1 − p) times on average, and the core waits"
                + " for the slowest of all assets. In lock-step measured was " + ratios(lockStep)
                + " of what that predicts; with more than a step of D_max it is an upper"
                + " bound, and measured was " + ratios(wide) + " of it.",
            "Steps that differ: in a round trip time gets on by what is left of D_max after rounding down to a multiple"
                + " of ΔT_c and then of ΔT_i. Measured was "
                + ratios(of(points, Sweep.STEPS, point -> true)) + " of that.");
    }

    private static boolean isWindowed(final Point point) {
        return point.predicted() < 1 && point.delay() >= 1;
    }

    private static Picture delays(final List<Point> points) {
        final Predicate<Point> drawn = point -> point.delay() > 0;
        return new Picture("delay", "Points were measured, lines are min(1, D_max / round trip).",
            against("Speed falls like a window over a round trip", Axis.log("delay one way, in intervals"),
                Axis.log("steps per interval"), of(points, Sweep.DELAY, drawn), Point::delay), WIDTH, HEIGHT);
    }

    private static Picture losses(final List<Point> points) {
        return new Picture("loss", "Delay of ten intervals one way, four assets. Points were measured, lines predicted:"
            + " exact in lock-step, an upper bound else.", against("Loss makes the round trip longer",
            Axis.of("loss"), Axis.log("steps per interval"), of(points, Sweep.LOSS, point -> point.delay() > 0),
            Point::loss), WIDTH, HEIGHT);
    }

    private static Picture variations(final List<Point> points) {
        return new Picture("variation", "Delay of ten intervals one way, evenly drawn from as much more or less; news"
            + " overtake each other. Points were measured, lines predicted.", against("Delay that varies",
            Axis.of("variation of the delay up and down, in intervals"), Axis.log("steps per interval"),
            of(points, Sweep.VARIATION, point -> true), Point::variation), WIDTH, HEIGHT);
    }

    private static JFreeChart against(final String title, final Axis x, final Axis y,
        final List<Point> points, final ToDoubleFunction<Point> where) {
        final List<Series> measured = new ArrayList<>();
        final List<Series> predicted = new ArrayList<>();
        for (final int window : WINDOWS) {
            final List<Point> some = points.stream().filter(point -> point.window() == window).toList();
            final String name = "D_max = " + window + (window == 1 ? " step" : " steps");
            measured.add(Series.of(name, some, where, Point::speed));
            predicted.add(Series.of(name + ", predicted", some, where, Point::predicted));
        }
        return Plots.against(title, x, y, measured, predicted);
    }

    private static Sheet sheet(final List<Point> points) {
        return new Sheet("delay", "All runs; speeds in core steps per interval", List.of("sweep", "assets", "coreStep",
            "assetStep", "maxDelay", "delayIntervals", "variationIntervals", "loss", "speed", "predicted", "ratio",
            "violations", "greatestSpread", "greatestLag"), points.stream().map(Delay::row).toList());
    }

    private static List<String> row(final Point point) {
        return Sheet.row(point.sweep().name().toLowerCase(Locale.ROOT), point.settings().assets(),
            point.settings().coreStep(), point.settings().assetSteps().get(0), point.settings().maxDelay(),
            Rounded.of(point.delay()), Rounded.of(point.variation()), Rounded.of(point.loss()),
            Rounded.of(point.speed()), Rounded.of(point.predicted()), Rounded.of(point.ratio()),
            point.violations(), point.run().bounds().greatestSpread(),
            point.run().bounds().greatestLag());
    }
}
