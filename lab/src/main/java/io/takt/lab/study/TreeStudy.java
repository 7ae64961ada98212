package io.takt.lab.study;

import io.takt.lab.report.Axis;
import io.takt.lab.report.Picture;
import io.takt.lab.report.Plots;
import io.takt.lab.report.Report;
import io.takt.lab.report.Series;
import io.takt.lab.report.Sheet;
import io.takt.lab.tree.TreeRun;
import io.takt.lab.tree.TreeSettings;
import io.takt.lab.tree.TreeShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * Trees of federates, with core reports and with slowest reports: how far clocks get apart against the bound, and the
 * cost of a count-up. One row of trees grows by levels of a fan-out up to a number of assets; in another row the same
 * number of assets is put into ever more levels.
 *
 * @param assets how many the greatest tree has, 2 or more.
 * @param fanOut the most members of a federate in the first row, 2 or more.
 * @param depth  the most levels of federates in the second row, 1 or more; there are no more than in a tree of pairs.
 * @param seed   draws steps and intervals.
 * @param timed  the least number of count-ups by which the time of one is measured, 1 or more.
 */
public record TreeStudy(int assets, int fanOut, int depth, long seed, long timed) {
    private static final long CORE_STEP = 10;
    private static final long MAX_DELAY = 30;
    private static final List<Integer> ASSET_STEPS = List.of(2, 5, 10);
    private static final int MOST_IN_DEPTHS = 100_000;
    private static final int WIDTH = 900;
    private static final int HEIGHT = 480;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when one is out of range.
     */
    public TreeStudy {
        if (assets < 2 || fanOut < 2 || depth < 1 || timed < 1) {
            throw new IllegalArgumentException("assets and fan-out must be 2 or more, depth and count-ups 1 or more: "
                + assets + ", " + fanOut + ", " + depth + ", " + timed);
        }
        // Says so if it is too large, before anything is run.
        TreeShape.withFanOut(assets, fanOut);
    }

    /** The two rows of one way to report. */
    private record Rows(String name, List<TreeRun> growing, List<TreeRun> deepening) {
        TreeRun greatest() {
            return growing.get(growing.size() - 1);
        }
    }

    /** Does one run after the other, and tells how far all of them are by the count-ups planned for each. */
    private final class Runs {
        private final Tracker tracker;
        private final LongSupplier cpuNs;
        private final long of;
        private long before;

        Runs(final Tracker tracker, final LongSupplier cpuNs, final long of) {
            this.tracker = tracker;
            this.cpuNs = cpuNs;
            this.of = of;
        }

        TreeRun run(final TreeShape shape, final TreeSettings settings) {
            final long planned = TreeRun.planned(shape, settings, timed);
            final TreeRun run = TreeRun.of(shape, settings, seed, timed, cpuNs,
                attempts -> tracker.done(before + Math.min(attempts, planned), of));
            before += planned;
            tracker.done(before, of);
            return run;
        }
    }

    /**
     * Runs all trees.
     *
     * @param tracker is told how far it is.
     * @param cpuNs   processor time used up to now.
     * @return spreads and costs.
     */
    public Report report(final Tracker tracker, final LongSupplier cpuNs) {
        final List<TreeShape> growing = growing();
        final List<TreeShape> deepening = deepening();
        final List<TreeSettings> both = List.of(
            settings(io.takt.rule.Report.CORE), settings(io.takt.rule.Report.SLOWEST));
        long planned = 0;
        for (final TreeSettings settings : both) {
            for (final List<TreeShape> row : List.of(growing, deepening)) {
                planned += row.stream().mapToLong(shape -> TreeRun.planned(shape, settings, timed)).sum();
            }
        }
        final Runs runs = new Runs(tracker, cpuNs, planned);
        final List<Rows> rows = new ArrayList<>();
        for (final TreeSettings settings : both) {
            rows.add(new Rows(
                settings.report().name().toLowerCase(Locale.ROOT),
                growing.stream().map(shape -> runs.run(shape, settings)).toList(),
                deepening.stream().map(shape -> runs.run(shape, settings)).toList()));
        }
        return report(rows);
    }

    private static TreeSettings settings(final io.takt.rule.Report report) {
        return new TreeSettings(CORE_STEP, MAX_DELAY, ASSET_STEPS, report);
    }

    /** One level, two levels and so on, all full but the last. */
    private List<TreeShape> growing() {
        final List<TreeShape> shapes = new ArrayList<>();
        for (long number = fanOut; number < assets; number *= fanOut) {
            shapes.add(TreeShape.withFanOut((int) number, fanOut));
        }
        shapes.add(TreeShape.withFanOut(assets, fanOut));
        return shapes;
    }

    /** No tree is deeper than one of pairs, however deep it is asked for. */
    private List<TreeShape> deepening() {
        final int number = Math.min(assets, MOST_IN_DEPTHS);
        final int deepest = Math.min(depth, TreeShape.withFanOut(number, 2).depth());
        final List<TreeShape> shapes = new ArrayList<>();
        for (int levels = 1; levels <= deepest; levels++) {
            final TreeShape shape = TreeShape.withDepth(number, levels);
            if (shape.depth() == levels) {
                shapes.add(shape);
            }
        }
        return shapes;
    }

    private Report report(final List<Rows> rows) {
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("command", "takt lab tree --assets " + assets + " --fan-out " + fanOut + " --depth " + depth
            + " --count-ups " + timed + " --seed " + seed);
        parameters.put("seed", seed);
        parameters.put("core step", CORE_STEP);
        parameters.put("D_max of every federate", MAX_DELAY);
        parameters.put("asset steps", "drawn from " + ASSET_STEPS);
        parameters.put("timed count-ups", timed + " or more in each tree");
        parameters.put("intervals", "a mean of 8 to 24 ticks for each clock, varying by 3");
        final Map<String, Object> results = new LinkedHashMap<>();
        final List<String> findings = new ArrayList<>();
        for (final Rows each : rows) {
            final TreeRun run = each.greatest();
            results.put(each.name, results(run));
            findings.add("Of " + run.shape().assets() + " assets in " + run.shape().depth() + " levels with "
                + each.name + " reports none was ever more than " + run.mostLag() + " behind the root's core, and no"
                + " two more than " + run.mostApart() + " apart; the bound is " + run.bound() + ".");
        }
        for (final Rows each : rows) {
            findings.add("With " + each.name + " reports a count-up touched " + plain(each.greatest().touchedEach())
                + " clocks and reports and took " + plain(each.greatest().nanosecondsEach())
                + " ns of processor time in the greatest tree, " + plain(each.growing.get(0).touchedEach()) + " and "
                + plain(each.growing.get(0).nanosecondsEach()) + " ns in the smallest.");
        }
        return new Report("tree", "Trees of up to " + assets + " assets", findings, parameters,
            List.of(spread(rows), cost(rows), depthCost(rows)), List.of(spreadSheet(rows), costSheet(rows)), results);
    }

    private static Map<String, Object> results(final TreeRun run) {
        final Map<String, Object> results = new LinkedHashMap<>();
        results.put("live", run.live());
        results.put("bound", run.bound());
        results.put("mostLag", run.mostLag());
        results.put("mostApart", run.mostApart());
        results.put("progressed", run.progressed());
        results.put("touchedEach", run.touchedEach());
        results.put("nanosecondsEach", run.nanosecondsEach());
        return results;
    }

    private Picture spread(final List<Rows> rows) {
        final List<Series> lines = new ArrayList<>();
        // Those that lie on each other are not next to each other, so that they look as different as can be.
        rows.forEach(each -> lines.add(overDepth("bound, " + each.name + " reports", each.growing, TreeRun::bound)));
        rows.forEach(each -> lines.add(
            overDepth("root and slowest asset, " + each.name + " reports", each.growing, TreeRun::mostLag)));
        rows.forEach(each -> lines.add(
            overDepth("two assets, " + each.name + " reports", each.growing, TreeRun::mostApart)));
        return new Picture("spread", "How far clocks ever got apart, against the bound; each level has " + fanOut
            + " times as many assets as the one before. With slowest reports all three lines lie on each other.",
            Plots.lines("Spread and bound of a tree", Axis.whole("levels of federates"), Axis.of("simulation time"),
                lines), WIDTH, HEIGHT);
    }

    private static Picture cost(final List<Rows> rows) {
        final List<Series> lines = rows.stream().map(each -> Series.of(each.name + " reports", each.growing,
            run -> run.shape().assets(), TreeRun::nanosecondsEach)).toList();
        return new Picture("cost", "Processor time of a count-up, its turn in simulated wall time included. What grows"
            + " is the way to memory: the count-up touches as few clocks in the greatest tree as in the smallest.",
            Plots.lines("Time of a count-up", Axis.log("assets"), Axis.of("ns of processor time"), lines),
            WIDTH, HEIGHT);
    }

    private static Picture depthCost(final List<Rows> rows) {
        final List<Series> lines = rows.stream()
            .map(each -> overDepth(each.name + " reports", each.deepening, TreeRun::nanosecondsEach)).toList();
        return new Picture("cost-depth", "The same number of assets in more and more levels, "
            + rows.get(0).deepening.get(0).shape().assets() + " in each tree.",
            Plots.lines(
                "Time of a count-up", Axis.whole("levels of federates"), Axis.of("ns of processor time"), lines),
            WIDTH, HEIGHT);
    }

    private static Series overDepth(final String name, final List<TreeRun> runs, final ToDoubleFunction<TreeRun> y) {
        return Series.of(name, runs, run -> run.shape().depth(), y);
    }

    private static Sheet spreadSheet(final List<Rows> rows) {
        final List<List<String>> cells = new ArrayList<>();
        for (final Rows each : rows) {
            for (final TreeRun run : all(each)) {
                cells.add(Sheet.row(each.name, run.shape().depth(), run.shape().fanOut(), run.shape().assets(),
                    run.shape().nodes(), run.live(), run.bound(), run.mostLag(), run.mostApart(),
                    plain(run.progressed()), plain(run.touchedEach())));
            }
        }
        return new Sheet("tree", "Spread: the same with the same seed", List.of("report", "depth", "fanOut", "assets",
            "clocks", "live", "bound", "mostLag", "mostApart", "progressed", "touchedEach"), cells);
    }

    private static Sheet costSheet(final List<Rows> rows) {
        final List<List<String>> cells = new ArrayList<>();
        for (final Rows each : rows) {
            for (final TreeRun run : all(each)) {
                cells.add(Sheet.row(each.name, run.shape().depth(), run.shape().fanOut(), run.shape().assets(),
                    plain(run.nanosecondsEach())));
            }
        }
        return new Sheet("tree-cost", "Processor time, as measured this time",
            List.of("report", "depth", "fanOut", "assets", "nanosecondsEach"), cells);
    }

    private static List<TreeRun> all(final Rows rows) {
        final List<TreeRun> all = new ArrayList<>(rows.growing);
        all.addAll(rows.deepening);
        return all;
    }

    private static String plain(final double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }
}
