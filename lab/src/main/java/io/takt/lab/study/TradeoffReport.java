package io.takt.lab.study;

import io.takt.lab.report.Axis;
import io.takt.lab.report.HeatMap;
import io.takt.lab.report.Picture;
import io.takt.lab.report.Plots;
import io.takt.lab.report.Report;
import io.takt.lab.report.Series;
import io.takt.lab.report.Sheet;
import io.takt.lab.study.Tradeoff.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Which parameters make a federate fast: the sweeps of {@link Tradeoff}, drawn, with what is to be seen in them. */
public final class TradeoffReport {
    private static final long STRIDE = 10;
    private static final long MOST_STEP = 100;
    private static final long MOST_DELAY = 200;
    private static final long DELAY_STRIDE = 20;
    private static final long MAP_DELAY = 100;
    private static final long MAP_STRIDE = 5;
    private static final long FINE = 2;
    private static final long UNDER_WAY = 40;
    private static final long WIDEST = 320;
    private static final long MOST_INTERVAL = 40;
    private static final List<long[]> PAIRS =
        List.of(new long[] {20, 20}, new long[] {20, 30}, new long[] {40, 70}, new long[] {60, 100});
    private static final List<Long> WINDOWED = List.of(10L, 20L, 40L);
    private static final int DRAWN = 1_500;
    /** Of the seeds 1 to 10 the one with the slowest federate. */
    private static final long DRAWN_SEED = 7;
    private static final int WIDTH = 900;
    private static final int HEIGHT = 560;
    private static final int MAP_HEIGHT = 780;
    private static final String SPEED = "simulation time per tick";
    private static final String MAX_DELAY = "D_max";

    private final List<Point> sweep = new ArrayList<>();
    private final List<Point> map = new ArrayList<>();
    /** With D_max = ΔT_c + 2 ΔT_i, and the same federates with a ΔT_c more. */
    private final List<Point> drawn = new ArrayList<>();
    private final List<Point> roomier = new ArrayList<>();
    private final Map<String, List<Point>> mismatched = new LinkedHashMap<>();
    private final Map<String, List<Point>> windowed = new LinkedHashMap<>();
    private final Map<String, List<Point>> paced = new LinkedHashMap<>();

    private TradeoffReport(final Tracker tracker, final int coarseness) {
        final List<Runnable> parts = new ArrayList<>();
        for (long maxDelay = DELAY_STRIDE; maxDelay <= MOST_DELAY; maxDelay += coarseness * DELAY_STRIDE) {
            final long each = maxDelay;
            parts.add(() -> sweep.addAll(Tradeoff.overSteps(each, MOST_STEP, coarseness * STRIDE)));
        }
        parts.add(() -> map.addAll(Tradeoff.overSteps(MAP_DELAY, MOST_STEP, coarseness * MAP_STRIDE)));
        for (final long[] pair : PAIRS) {
            parts.add(() -> mismatched.put("ΔT_c = " + pair[0] + ", ΔT_i = " + pair[1],
                Tradeoff.overMaxDelay(pair[0], pair[1], 0, 2 * MOST_DELAY, coarseness * FINE)));
            parts.add(() -> paced.put("ΔT_c = " + pair[0] + ", ΔT_i = " + pair[1], Tradeoff.overIntervals(pair[0],
                pair[1], pair[0] + pair[1], MOST_INTERVAL)));
        }
        for (final long step : WINDOWED) {
            parts.add(() -> windowed.put("steps of " + step,
                Tradeoff.overMaxDelay(step, step, UNDER_WAY, WIDEST, coarseness * FINE)));
        }
        parts.add(() -> drawn.addAll(Tradeoff.drawn(DRAWN / coarseness, 1, new SplittableRandom(DRAWN_SEED))));
        parts.add(() -> roomier.addAll(Tradeoff.drawn(DRAWN / coarseness, 2, new SplittableRandom(DRAWN_SEED))));
        for (int i = 0; i < parts.size(); i++) {
            parts.get(i).run();
            tracker.done(i + 1L, parts.size());
        }
    }

    /**
     * Does the sweeps.
     *
     * @param tracker is told how far they have come.
     * @return tables, plots and findings.
     */
    public static Report run(final Tracker tracker) {
        return run(tracker, 1);
    }

    /** With strides so many times as long, for a look at the plots alone: the findings are of strides of 1. */
    static Report run(final Tracker tracker, final int coarseness) {
        return new TradeoffReport(tracker, coarseness).report();
    }

    private Report report() {
        final Map<String, Object> results = results();
        return new Report("tradeoff", "Which parameters make a federate fast", findings(results), parameters(),
            List.of(overMaxDelay(), overWindow(), heatMap(), speedAgainstSpread(), overIntervals(), formula()),
            List.of(sheet("sweep", "Pairs of steps with several D_max", sweep),
                sheet("map", "Pairs of steps with D_max = " + MAP_DELAY, map),
                sheet("delay", "D_max with news " + UNDER_WAY + " ticks under way", all(windowed)),
                sheet("max-delay", "D_max without delays", all(mismatched)),
                sheet("intervals", "Intervals of the core", all(paced)),
                sheet("drawn", "Drawn steps and intervals with D_max = ΔT_c + 2 ΔT_i", drawn),
                sheet("roomier", "The same with D_max = 2 ΔT_c + 2 ΔT_i", roomier)), results);
    }

    private static Map<String, ?> parameters() {
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("command", "takt lab tradeoff");
        parameters.put("assets", "two with the same step, at intervals of 15 and 16 ticks");
        parameters.put("core interval", Tradeoff.CORE_INTERVAL + " ticks, where it is not varied");
        parameters.put("wall ticks", "0 to " + Tradeoff.LAST_TICK);
        parameters.put("drawn", DRAWN + " federates with steps of 10 to 100 and intervals of 5 to 39 ticks");
        parameters.put("chance", "none but in those that are drawn, which are always the same");
        return parameters;
    }

    private Map<String, Object> results() {
        final Map<String, Object> results = new LinkedHashMap<>();
        results.put("federates", sweep.size());
        results.put("boundHolds",
            sweep.stream().filter(point -> point.prompt() <= point.bound() * (1 + Tradeoff.ALIKE)).count());
        results.put("boundReached", reached(sweep, Point::prompt, Point::bound));
        results.put("leastPartOfBound", least(sweep, Point::prompt, Point::bound));
        results.put("estimateMet", reached(sweep, Point::speed, Point::estimate));
        results.put("leastPartOfEstimate", least(sweep, Point::speed, Point::estimate));
        final List<Point> roomy = sweep.stream()
            .filter(point -> point.maxDelay() >= point.coreStep() + 2 * point.assetStep()).toList();
        results.put("roomy", roomy.size());
        results.put("roomyEstimateMet", reached(roomy, Point::speed, Point::estimate));
        final List<Point> front = Tradeoff.front(sweep);
        results.put("front", front.stream().map(point -> Map.of("spread", point.spread(), "speed", point.speed(),
            "coreStep", point.coreStep(), "assetStep", point.assetStep(), "maxDelay", point.maxDelay())).toList());
        windowed.forEach((name, points) -> results.put("enoughWith " + name, enough(points)));
        mismatched.forEach((name, points) -> results.put("enoughWith " + name, enough(points)));
        results.put("drawn", drawn.size());
        results.put("drawnShort", drawn.stream().filter(Point::fallsShort).count());
        results.put("drawnShortWithCoreStepUpToAssetStep",
            drawn.stream().filter(point -> point.coreStep() <= point.assetStep() && point.fallsShort()).count());
        results.put("drawnShortPromptly", drawn.stream().filter(Point::fallsShortPromptly).count());
        results.put("roomierShort", roomier.stream().filter(Point::fallsShort).count());
        return results;
    }

    /** The least D_max with which it is as fast as with the greatest. */
    private static long enough(final List<Point> points) {
        final double most = points.get(points.size() - 1).speed();
        return points.stream().filter(point -> point.speed() >= most * (1 - Tradeoff.ALIKE)).findFirst().orElseThrow()
            .maxDelay();
    }

    private static long reached(final List<Point> points, final ToDoubleFunction<Point> speed,
        final ToDoubleFunction<Point> formula) {
        return points.stream().filter(point ->
            Math.abs(speed.applyAsDouble(point) / formula.applyAsDouble(point) - 1) <= Tradeoff.ALIKE).count();
    }

    private static double least(final List<Point> points, final ToDoubleFunction<Point> speed,
        final ToDoubleFunction<Point> formula) {
        return points.stream().mapToDouble(point -> speed.applyAsDouble(point) / formula.applyAsDouble(point)).min()
            .orElseThrow();
    }

    private List<String> findings(final Map<String, Object> results) {
        final List<Point> front = Tradeoff.front(sweep);
        final Point last = front.get(front.size() - 1);
        return List.of(
            "A federate is as fast as its slowest party by itself, min(ΔT_c / Δt_c, ΔT_i / Δt_i), unless D_max stops"
                + " it. To be faster, take longer steps where a step costs most wall time; D_max only has to be enough"
                + " not to be felt.",
            String.format(Locale.ROOT, "Of the %d federates that no other beats in both speed and spread, %d have"
                + " ΔT_i = spread: each asset steps as far at once as clocks may be apart. The last has ΔT_c = %d,"
                + " ΔT_i = %d, D_max = %d and a speed of %.2f.", front.size(),
                front.stream().filter(point -> point.assetStep() == point.spread()).count(), last.coreStep(),
                last.assetStep(), last.maxDelay(), last.speed()),
            "Where clocks are seen at once little D_max is enough: with steps of 20 and 20 a D_max of "
                + results.get("enoughWith ΔT_c = 20, ΔT_i = 20") + " is as fast as any, with 20 and 30 one of "
                + results.get("enoughWith ΔT_c = 20, ΔT_i = 30") + ", with 40 and 70 one of "
                + results.get("enoughWith ΔT_c = 40, ΔT_i = 70") + ", with 60 and 100 one of "
                + results.get("enoughWith ΔT_c = 60, ΔT_i = 100") + ". More is spread for nothing.",
            "Where news are " + UNDER_WAY + " ticks under way D_max is a window over a round trip: full speed takes a"
                + " D_max of " + results.get("enoughWith steps of 10") + " with steps of 10, "
                + results.get("enoughWith steps of 20") + " with 20 and " + results.get("enoughWith steps of 40")
                + " with 40.",
            String.format(Locale.ROOT, "The formula min(ΔT_c / Δt_c, ΔT_i / Δt_i, W_i / R_i), where each party goes on"
                + " as soon as it may, was an upper bound in %d of %d federates and met within 1 %% in %d; the furthest"
                + " below had %.0f %% of it. With attempts at intervals %d met it, and the furthest had %.0f %%.",
                results.get("boundHolds"), results.get("federates"), results.get("boundReached"),
                100 * (double) results.get("leastPartOfBound"), results.get("estimateMet"),
                100 * (double) results.get("leastPartOfEstimate")),
            "It misses where D_max is hardly more than L2 asks for: then core and assets take turns, and their steps"
                + " add up. Of the " + results.get("roomy") + " federates with D_max ≥ ΔT_c + 2 ΔT_i, "
                + results.get("roomyEstimateMet") + " met it.", atDrawnIntervals(results));
    }

    private String atDrawnIntervals(final Map<String, Object> results) {
        final Point worst = drawn.stream().min(Comparator.comparingDouble(Point::partOfAlone)).orElseThrow();
        return String.format(Locale.ROOT, "That is no law at intervals: of %d federates with drawn steps and intervals"
            + " and D_max = ΔT_c + 2 ΔT_i, %d were more than 1 %% slower than their slowest party by itself, and %d of"
            + " those with ΔT_c ≤ ΔT_i. The slowest had %.0f %% of it (ΔT_c = %d every %d ticks, ΔT_i = %d every %d and"
            + " %d). With another ΔT_c of D_max %d were slower; where each party goes on as soon as it may, %d.",
            drawn.size(), results.get("drawnShort"), results.get("drawnShortWithCoreStepUpToAssetStep"),
            100 * worst.partOfAlone(), worst.coreStep(), worst.coreInterval(), worst.assetStep(),
            worst.assetIntervals().get(0), worst.assetIntervals().get(1), results.get("roomierShort"),
            results.get("drawnShortPromptly"));
    }

    private Picture overMaxDelay() {
        return new Picture("max-delay", "Without delays: steps that do not divide each other need some more D_max, then"
            + " no more helps.", Plots.steps("Speed over D_max, clocks seen at once", Axis.of(MAX_DELAY),
            Axis.of(SPEED), series(mismatched, point -> point.maxDelay(), Point::speed)), WIDTH, HEIGHT);
    }

    private Picture overWindow() {
        final List<Series> series = new ArrayList<>(series(windowed, point -> point.maxDelay(), Point::speed));
        windowed.forEach((name, points) ->
            series.add(Series.of(name + ", formula", points, Point::maxDelay, Point::estimate)));
        return new Picture("window", "News " + UNDER_WAY + " ticks under way: a window over a round trip, up to what"
            + " the intervals allow. The formula takes half an interval for every wait.",
            Plots.steps("Speed over D_max, news " + UNDER_WAY + " ticks under way", Axis.of(MAX_DELAY),
                Axis.of(SPEED), series), WIDTH, HEIGHT);
    }

    private Picture heatMap() {
        final Set<List<Long>> live = new HashSet<>();
        map.forEach(point -> live.add(List.of(point.coreStep(), point.assetStep())));
        final HeatMap plot = new HeatMap("Speed over the steps, D_max = " + MAP_DELAY, Axis.of("core step ΔT_c"),
            Axis.of("asset step ΔT_i"), SPEED, "would stop for good", MAP_STRIDE);
        final List<HeatMap.Cell> cells = map.stream()
            .map(point -> new HeatMap.Cell(point.coreStep(), point.assetStep(), point.speed())).toList();
        final Series boundary = Outline.between("L2: ΔT_c + ΔT_i − gcd = D_max", MAP_STRIDE, MOST_STEP,
            (coreStep, assetStep) -> live.contains(List.of(coreStep, assetStep)));
        return new Picture("steps", "Bright is fast; grey would stop for good. Longer steps are faster, and equal ones"
            + " leave most of D_max to use.", plot.draw(cells, List.of(boundary)), WIDTH, MAP_HEIGHT);
    }

    private Picture speedAgainstSpread() {
        return new Picture("tradeoff", "Each point is a federate. No other beats those of the front in both.",
            Plots.points("Speed against measured spread", Axis.of("greatest |T_i − T_j|"), Axis.of(SPEED),
                List.of(Series.of("front", Tradeoff.front(sweep), Point::spread, Point::speed),
                    Series.of("all federates", sweep, Point::spread, Point::speed))), WIDTH, HEIGHT);
    }

    private Picture overIntervals() {
        return new Picture("intervals", "D_max = ΔT_c + ΔT_i. A core that counts up more often than the assets need"
            + " makes nothing faster.", Plots.lines("Speed over the core's interval",
            Axis.of("core interval Δt_c in ticks; the assets' are 15 and 16"), Axis.of(SPEED),
            series(paced, point -> point.coreInterval(), Point::speed)), WIDTH, HEIGHT);
    }

    private Picture formula() {
        return new Picture("formula", "On the diagonal the formula is exact; below it the federate is slower.",
            Plots.points("Speed against the formula", Axis.of("formula"), Axis.of(SPEED), List.of(
                Series.of("as soon as they may", sweep, Point::bound, Point::prompt),
                Series.of("at intervals", sweep, Point::estimate, Point::speed))), WIDTH, HEIGHT);
    }

    private static List<Point> all(final Map<String, List<Point>> groups) {
        return groups.values().stream().flatMap(List::stream).toList();
    }

    private static List<Series> series(final Map<String, List<Point>> groups, final ToDoubleFunction<Point> x,
        final ToDoubleFunction<Point> y) {
        return groups.entrySet().stream().map(group -> Series.of(group.getKey(), group.getValue(), x, y)).toList();
    }

    private static Sheet sheet(final String name, final String caption, final List<Point> points) {
        return new Sheet(name, caption, List.of("coreStep", "assetStep", "maxDelay", "coreInterval", "delay", "speed",
            "spread", "formula", "promptSpeed", "promptBound", "assetIntervals"), points.stream().map(point ->
                Sheet.row(point.coreStep(), point.assetStep(), point.maxDelay(), point.coreInterval(), point.delay(),
                    round(point.speed()), point.spread(), round(point.estimate()), round(point.prompt()),
                    round(point.bound()), point.assetIntervals().stream().map(String::valueOf)
                        .collect(Collectors.joining(" ")))).toList());
    }

    private static String round(final double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
