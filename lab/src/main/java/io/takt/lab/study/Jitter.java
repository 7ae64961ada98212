package io.takt.lab.study;

import io.takt.lab.report.Axis;
import io.takt.lab.report.Picture;
import io.takt.lab.report.Plots;
import io.takt.lab.report.Report;
import io.takt.lab.report.Series;
import io.takt.lab.report.Sheet;
import io.takt.lab.sim.Attempts;
import io.takt.lab.sim.Draw;
import io.takt.lab.sim.Federate;
import io.takt.lab.sim.Network;
import io.takt.lab.sim.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jfree.chart.JFreeChart;

/**
 * Assets whose intervals vary by chance: how far apart they get, how that grows with their number until D_max cuts it
 * off, and the cost in speed. Predicted with {@link Queues}.
 */
public final class Jitter {
    private static final long INTERVAL = 1_000;
    /** A core that is slower than the assets: they need four fifths of its interval. */
    private static final long PACED = 1_250;
    private static final double LOAD = (double) INTERVAL / PACED;
    /** A core that tries so often that it is held by D_max alone. */
    private static final long EAGER = 50;
    private static final int UNBOUNDED = 1_000_000;
    private static final int CUT = 8;
    private static final double POWER = 2.5;
    private static final Draw EXPONENTIAL = Draw.EXPONENTIAL;
    static final Draw HEAVY = Draw.heavy(POWER);
    private static final List<Draw> DRAWS = List.of(Draw.even(0.5), Draw.even(1), EXPONENTIAL, HEAVY);
    private static final int[] ASSETS = {1, 3, 10, 30, 100, 300, 1_000};
    private static final int LAG_ASSETS = 100;
    private static final List<Integer> WINDOWS = List.of(1, 4, 16);
    private static final int LONGEST_LAG = 40;
    private static final double RAREST = 1e-4;
    private static final double NEGLIGIBLE = 0.05;
    private static final String PREDICTED = ", predicted";
    private static final int WIDTH = 860;
    private static final int HEIGHT = 520;

    private final long seed;
    private final int effort;

    private Jitter(final long seed, final int effort) {
        this.seed = seed;
        this.effort = effort;
    }

    /**
     * One run.
     *
     * @param draw      how the intervals vary.
     * @param paced     whether the core is slower than the assets; else D_max alone holds it.
     * @param assets    how many.
     * @param window    D_max in steps.
     * @param spread    mean of max T_i − min T_i, in steps.
     * @param lags      P(T_c − T_i ≥ n before the core counts up), for n from 0, of all assets.
     * @param run       what else was measured.
     * @param predicted the spread, or the speed where the core is not paced; NaN where there is no theory.
     */
    record Point(Draw draw, boolean paced, int assets, int window, double spread, double[] lags, Run run,
        double predicted) {
        double speed() {
            return run.speed() * INTERVAL;
        }

        boolean isUnbounded() {
            return paced && window == UNBOUNDED;
        }

        long violations() {
            return run.bounds().violations();
        }
    }

    /**
     * All runs.
     *
     * @param seed    of all chance.
     * @param effort  how many attempts of assets in a run, in thousands; more for many assets.
     * @param tracker is told how far it has come.
     * @return a run for each combination.
     */
    static List<Point> run(final long seed, final int effort, final Tracker tracker) {
        return Runs.all(new Jitter(seed, effort).all(), tracker);
    }

    private List<Supplier<Point>> all() {
        final List<Supplier<Point>> runs = new ArrayList<>();
        for (final int assets : ASSETS) {
            for (final Draw draw : DRAWS) {
                runs.add(() -> one(draw, true, assets, UNBOUNDED));
                for (final int window : draw == EXPONENTIAL ? WINDOWS : List.of(1, 16)) {
                    runs.add(() -> one(draw, false, assets, window));
                }
            }
            runs.add(() -> one(EXPONENTIAL, true, assets, CUT));
        }
        return runs;
    }

    private Point one(final Draw draw, final boolean paced, final int assets, final int window) {
        final Lags lags = new Lags();
        final int least = window == 1 ? effort : 4 * effort;
        final long intervals = Math.max(least, 1_000L * effort / (assets * (paced ? 1 : 4)));
        final Run run = Run.of(Settings.alike(1, window, 1, assets), Attempts.drawn(draw, assets, INTERVAL,
            paced ? PACED : EAGER, new SplittableRandom(seed)), Network.NONE, intervals * INTERVAL,
            (federate, bounds) -> lags.look(federate, bounds.spread()));
        return new Point(draw, paced, assets, window, lags.spread(), lags.atLeast(), run,
            paced ? spread(draw, assets) : speed(draw, window, assets));
    }

    private static double spread(final Draw draw, final int assets) {
        final double decay = Queues.decay(draw, LOAD);
        return decay < 1 ? Queues.spread(decay, assets) : Double.NaN;
    }

    private static double speed(final Draw draw, final int window, final int assets) {
        if (window == 1) {
            return INTERVAL / (Queues.round(draw, assets) * INTERVAL + EAGER / 2.0);
        }
        return draw == HEAVY ? Double.NaN : assets == 1 ? 1 : Queues.speed(draw, window, assets);
    }

    /** Lags of all assets as the core found them when it counted up. */
    private static final class Lags {
        private final long[] counts = new long[LONGEST_LAG + 1];
        private long looks;
        private double spreads;

        private void look(final Federate federate, final long spread) {
            looks++;
            spreads += spread;
            for (int asset = 0; asset < federate.assets(); asset++) {
                final long before = federate.coreTime() - 1 - federate.assetTime(asset);
                counts[(int) Math.min(LONGEST_LAG, before)]++;
            }
        }

        private double spread() {
            return spreads / looks;
        }

        private double[] atLeast() {
            final double[] atLeast = new double[counts.length];
            long sum = 0;
            for (int n = counts.length - 1; n >= 0; n--) {
                sum += counts[n];
                atLeast[n] = sum;
            }
            final double all = sum;
            return IntStream.range(0, atLeast.length).mapToDouble(n -> atLeast[n] / all).toArray();
        }
    }

    /**
     * The experiment as a report.
     *
     * @param seed    of all chance.
     * @param tracker is told how far it has come.
     * @return tables and plots.
     */
    public static Report report(final long seed, final Tracker tracker) {
        return report(seed, 1_000, tracker);
    }

    static Report report(final long seed, final int effort, final Tracker tracker) {
        final List<Point> points = run(seed, effort, tracker);
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("command", "takt lab jitter --seed " + seed);
        parameters.put("seed", seed);
        parameters.put("asset interval", "mean " + INTERVAL + " ticks, drawn anew each time");
        parameters.put("core interval", PACED + " ticks for the spread, " + EAGER + " for the speed");
        parameters.put("steps", "all the same");
        parameters.put("a run", "at least " + effort + " (D_max of a step) or " + 4 * effort
            + " mean intervals; the first fifth does not count");
        return new Report("jitter", "Intervals that vary, and more and more assets", findings(points), parameters,
            List.of(spreads(points), lags(points), speeds(points), held(points)),
            List.of(spreadSheet(points), lagSheet(points), speedSheet(points)), results(points));
    }

    private static Point at(final List<Point> points, final Draw draw, final boolean paced, final int window,
        final int assets) {
        return Runs.of(points, point -> point.draw() == draw && point.paced() == paced && point.window() == window
            && point.assets() == assets).get(0);
    }

    private static Map<String, Object> results(final List<Point> points) {
        final Map<String, Object> results = new LinkedHashMap<>();
        results.put("runs", points.size());
        results.put("violations", Runs.violations(points, Point::violations));
        for (final Draw draw : DRAWS) {
            results.put("spreadOf1000 " + draw.name(), at(points, draw, true, UNBOUNDED, 1_000).spread());
            results.put("lockStepSpeedOf1000 " + draw.name(), at(points, draw, false, 1, 1_000).speed());
        }
        return results;
    }

    private static List<String> findings(final List<Point> points) {
        final List<String> findings = new ArrayList<>();
        findings.add(Runs.violations(points, Point::violations) + " violations in " + points.size() + " runs.");
        for (final Draw draw : DRAWS) {
            findings.add(spreading(points, draw));
        }
        final Point cut = at(points, EXPONENTIAL, true, CUT, 1_000);
        findings.add("With D_max of " + CUT + " steps 1000 assets, exponential, spread over "
            + Rounded.about(cut.spread()) + " steps, never more than " + cut.run().bounds().greatestSpread()
            + ". That costs speed: " + Rounded.about(cut.speed() / LOAD) + " of what the core wants.");
        final List<Point> alone = Runs.of(points, point -> !point.paced() && point.window() == 1
            && point.assets() == 1);
        findings.add("The slowest of many sets the pace of lock-step: 1000 assets reach "
            + Rounded.about(at(points, DRAWS.get(0), false, 1, 1_000).speed()) + " (even, ±50 %), "
            + Rounded.about(at(points, DRAWS.get(1), false, 1, 1_000).speed()) + " (±100 %), "
            + Rounded.about(at(points, EXPONENTIAL, false, 1, 1_000).speed()) + " (exponential) and "
            + Rounded.about(at(points, HEAVY, false, 1, 1_000).speed())
            + " (heavy tail) of a step in an interval, where one asset alone reaches "
            + Rounded.about(Runs.least(alone, Point::speed)) + " to "
            + Rounded.about(Runs.greatest(alone, Point::speed)) + "; with D_max of 16 steps "
            + Rounded.about(at(points, DRAWS.get(0), false, 16, 1_000).speed()) + ", "
            + Rounded.about(at(points, DRAWS.get(1), false, 16, 1_000).speed()) + ", "
            + Rounded.about(at(points, EXPONENTIAL, false, 16, 1_000).speed()) + " and "
            + Rounded.about(at(points, HEAVY, false, 16, 1_000).speed()) + ".");
        findings.add("Where D_max of more steps holds the core and intervals are exponential, a loss of speed that"
            + " is small is about (ln N + 0.58) / (2 D_max in steps). With 16 steps: " + losses(points) + ".");
        return findings;
    }

    /** The measured values; only the prediction is the theory's. */
    private static String spreading(final List<Point> points, final Draw draw) {
        final double ten = at(points, draw, true, UNBOUNDED, 10).spread();
        final double hundred = at(points, draw, true, UNBOUNDED, 100).spread();
        final double thousand = at(points, draw, true, UNBOUNDED, 1_000).spread();
        final double decay = Queues.decay(draw, LOAD);
        final String growth = decay == 1
            ? Rounded.about(hundred / ten) + " and " + Rounded.about(thousand / hundred) + " times as far (predicted: "
                + Rounded.about(Math.pow(10, 1 / (POWER - 1))) + " at last, a power of N)"
            : Rounded.about(hundred - ten) + " and " + Rounded.about(thousand - hundred) + " steps further (predicted: "
                + Rounded.about(Math.log(10) / -Math.log(decay)) + " at last, like log N)";
        return "Spread with intervals " + draw.name() + ", a core that asks four fifths of the assets and no D_max in"
            + " the way: on average " + Rounded.about(ten) + ", " + Rounded.about(hundred) + " and "
            + Rounded.about(thousand) + " steps for 10, 100 and 1000 assets, and never more than "
            + greatestSpread(points, draw) + ". Ten times as many spread " + growth + ".";
    }

    private static long greatestSpread(final List<Point> points, final Draw draw) {
        return points.stream().filter(point -> point.draw() == draw && point.isUnbounded())
            .mapToLong(point -> point.run().bounds().greatestSpread()).max().orElseThrow();
    }

    private static String losses(final List<Point> points) {
        return Runs.of(points, point -> point.draw() == EXPONENTIAL && !point.paced() && point.window() == 16
            && point.assets() >= 10).stream().map(point -> Rounded.about(1 - point.speed()) + " ("
                + Rounded.about(Queues.smallLoss(EXPONENTIAL, 16, point.assets())) + " by that) with "
                + point.assets() + " assets")
            .collect(Collectors.joining(", "));
    }

    private static Picture spreads(final List<Point> points) {
        final List<Series> measured = new ArrayList<>();
        final List<Series> predicted = new ArrayList<>();
        for (final Draw draw : DRAWS) {
            final List<Point> some = Runs.of(points, point -> point.draw() == draw && point.isUnbounded()
                && point.assets() > 1);
            measured.add(Series.of(draw.name(), some, Point::assets, Point::spread));
            predicted.add(Series.of(draw.name() + PREDICTED, some, Point::assets,
                point -> point.predicted() < NEGLIGIBLE ? Double.NaN : point.predicted()));
        }
        measured.add(Series.of("exponential, D_max " + CUT + " steps", Runs.of(points, point -> point.paced()
            && point.window() == CUT && point.assets() > 1), Point::assets, Point::spread));
        return new Picture("spread", "A paced core, so that assets are busy four fifths of the time. Points were"
            + " measured; lines are the means of the greatest less the least of N independent queues, where there is a"
            + " theory.", Plots.against("The gap between first and last grows with their number", Axis.log("assets"),
            Axis.log("mean of max T_i − min T_i, in steps"), measured, predicted), WIDTH, HEIGHT);
    }

    private static Picture lags(final List<Point> points) {
        final List<Series> measured = new ArrayList<>();
        final List<Series> predicted = new ArrayList<>();
        for (final Draw draw : DRAWS) {
            final Point point = at(points, draw, true, UNBOUNDED, LAG_ASSETS);
            measured.add(tail(draw.name(), point.lags()));
            predicted.add(tail(draw.name() + PREDICTED, IntStream.rangeClosed(0, LONGEST_LAG)
                .mapToDouble(n -> predictedLag(draw, n)).toArray()));
        }
        return new Picture("lag", "The same core, " + LAG_ASSETS + " assets. Points were measured; lines are σ^n, and"
            + " for the heavy tail the chance that one long interval has caused the lag.",
            Plots.against("How far an asset is behind the core", Axis.of("n"), Axis.log("P(T_c − T_i ≥ n steps)"),
                measured, predicted), WIDTH, HEIGHT);
    }

    /** For a heavy tail the usual estimate: one interval that is so long, and the time it takes to catch up. */
    private static double predictedLag(final Draw draw, final int n) {
        final double decay = Queues.decay(draw, LOAD);
        return decay < 1 ? Math.pow(decay, n) : Math.min(1, draw.rest().applyAsDouble(n / LOAD) / (1 - LOAD));
    }

    private static Series tail(final String name, final double[] chances) {
        final int[] shown = IntStream.range(0, LONGEST_LAG).filter(n -> chances[n] > RAREST).toArray();
        return new Series(name, IntStream.of(shown).asDoubleStream().toArray(),
            IntStream.of(shown).mapToDouble(n -> chances[n]).toArray());
    }

    private static Picture speeds(final List<Point> points) {
        final List<Series> measured = new ArrayList<>();
        final List<Series> predicted = new ArrayList<>();
        for (final int window : WINDOWS) {
            add(measured, predicted, points, EXPONENTIAL, window);
        }
        add(measured, predicted, points, DRAWS.get(1), 1);
        add(measured, predicted, points, DRAWS.get(1), 16);
        add(measured, predicted, points, HEAVY, 1);
        add(measured, predicted, points, HEAVY, 16);
        return new Picture("speed", "A core that is held by D_max alone. Points were measured; lines were predicted, in"
            + " lock-step by the slowest of N, else by queues whose greatest is D_max.", Plots.against(
            "The slowest of many sets the pace", Axis.log("assets"), Axis.log("steps per mean interval"), measured,
            predicted), WIDTH, HEIGHT);
    }

    private static void add(final List<Series> measured, final List<Series> predicted, final List<Point> points,
        final Draw draw, final int window) {
        final List<Point> some = Runs.of(points, point -> point.draw() == draw && !point.paced()
            && point.window() == window);
        final String name = draw.name().replaceAll(",.*", "") + ", D_max " + window;
        measured.add(Series.of(name, some, Point::assets, Point::speed));
        predicted.add(Series.of(name + PREDICTED, some, Point::assets, Point::predicted));
    }

    private static Picture held(final List<Point> points) {
        final JFreeChart chart = Plots.lines("D_max of 16 steps holds the core: where the assets are",
            Axis.of("n"), Axis.of("P(T_c − T_i ≥ n steps)"), IntStream.of(1, 10, 100, 1_000)
                .mapToObj(assets -> {
                    final double[] lags = at(points, EXPONENTIAL, false, 16, assets).lags();
                    final int[] shown = IntStream.rangeClosed(0, 16).toArray();
                    return new Series(assets + (assets == 1 ? " asset" : " assets"),
                        IntStream.of(shown).asDoubleStream().toArray(),
                        IntStream.of(shown).mapToDouble(n -> lags[n]).toArray());
                }).toList());
        return new Picture("held", "Exponential intervals, just before the core counts up. The more assets there are,"
            + " the nearer most of them are to the core, and the fewer hold all.", chart, WIDTH, HEIGHT);
    }

    private static String predictedCell(final double predicted) {
        return Double.isNaN(predicted) ? "" : Rounded.of(predicted);
    }

    private static Sheet spreadSheet(final List<Point> points) {
        return new Sheet("spread", "Mean spread in steps, with a paced core",
            List.of("intervals", "assets", "maxDelaySteps", "spread", "predicted", "greatestSpread", "violations"),
            Runs.of(points, Point::paced).stream().map(point -> Sheet.row(point.draw().name(), point.assets(),
                point.isUnbounded() ? "" : point.window(), Rounded.of(point.spread()),
                point.isUnbounded() ? predictedCell(point.predicted()) : "", point.run().bounds().greatestSpread(),
                point.violations())).toList());
    }

    private static Sheet lagSheet(final List<Point> points) {
        final List<List<String>> rows = new ArrayList<>();
        for (final Point point : points) {
            if (point.isUnbounded() ? point.assets() == LAG_ASSETS : !point.paced() && point.window() == 16) {
                for (int n = 0; n < (point.paced() ? LONGEST_LAG : 16); n++) {
                    rows.add(Sheet.row(point.draw().name(), point.paced() ? "paced" : "held by D_max",
                        point.assets(), n, Rounded.of(point.lags()[n]),
                        point.paced() ? Rounded.of(predictedLag(point.draw(), n)) : ""));
                }
            }
        }
        return new Sheet("lag", "P(T_c − T_i ≥ n steps) just before the core counts up",
            List.of("intervals", "core", "assets", "n", "chance", "predicted"), rows);
    }

    private static Sheet speedSheet(final List<Point> points) {
        return new Sheet("speed", "Steps per mean interval, with a core that D_max alone holds",
            List.of("intervals", "assets", "maxDelaySteps", "speed", "predicted", "violations"),
            Runs.of(points, point -> !point.paced()).stream().map(point -> Sheet.row(point.draw().name(),
                point.assets(), point.window(), Rounded.of(point.speed()), predictedCell(point.predicted()),
                point.violations())).toList());
    }
}
