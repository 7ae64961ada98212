package io.takt.lab.study;

import io.takt.lab.report.Axis;
import io.takt.lab.report.HeatMap;
import io.takt.lab.report.Picture;
import io.takt.lab.report.Report;
import io.takt.lab.report.Series;
import io.takt.lab.report.Sheet;
import io.takt.lab.sim.CountUps;
import io.takt.lab.sim.Settings;
import io.takt.rule.LivenessVerdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hakoniwa's parameter study: every pair of a core's and an asset's step, run for a while. Published in
 * hakoniwalab/hakoniwa-design-docs, {@code src/math/experiment/liveness-experiment.md}.
 *
 * <p>A run counts as deadlocked as it does there: by its count-ups. The verdict of L2 is beside it, and compared.
 */
public final class Grid {
    /** D_max of every cell. */
    public static final long MAX_DELAY = 100;
    private static final int STRIDE = 5;
    private static final int CELLS_A_SIDE = 20;
    private static final int ASSETS = 2;
    private static final long LAST_TICK = 1_000;
    private static final int WIDTH = 900;
    private static final int HEIGHT = 780;

    private Grid() {
    }

    /**
     * One pair of steps.
     *
     * @param coreStep  ΔT_c.
     * @param assetStep ΔT_i of both assets.
     * @param run       what became of it.
     * @param verdict   what L2 says.
     */
    public record Cell(long coreStep, long assetStep, PublishedRun run, LivenessVerdict verdict) {
    }

    /**
     * Runs all pairs, the asset's step within the core's.
     *
     * @param tracker is told how far it is.
     * @return 400 cells.
     */
    public static List<Cell> run(final Tracker tracker) {
        final List<Cell> cells = new ArrayList<>();
        for (long coreStep = STRIDE; coreStep <= STRIDE * CELLS_A_SIDE; coreStep += STRIDE) {
            for (long assetStep = STRIDE; assetStep <= STRIDE * CELLS_A_SIDE; assetStep += STRIDE) {
                cells.add(cell(coreStep, assetStep));
                tracker.done(cells.size(), CELLS_A_SIDE * CELLS_A_SIDE);
            }
        }
        return cells;
    }

    private static Cell cell(final long coreStep, final long assetStep) {
        final Settings settings = Settings.alike(coreStep, MAX_DELAY, assetStep, ASSETS);
        return new Cell(coreStep, assetStep, PublishedRun.of(settings, LAST_TICK, CountUps.UNSEEN), settings.judge());
    }

    /**
     * The study as a report.
     *
     * @param tracker is told how far it is.
     * @return table and heat map.
     */
    public static Report report(final Tracker tracker) {
        final List<Cell> cells = run(tracker);
        final Map<String, Object> results = new LinkedHashMap<>();
        results.put("cells", cells.size());
        results.put("live", live(cells));
        results.put("asJudged", asJudged(cells));
        return new Report("grid", "Hakoniwa's parameter study, with the boundary of L2", findings(cells),
            parameters(), List.of(picture(cells)), List.of(sheet(cells)), results);
    }

    private static long live(final List<Cell> cells) {
        return cells.stream().filter(cell -> cell.run().live()).count();
    }

    private static long asJudged(final List<Cell> cells) {
        return cells.stream().filter(cell -> cell.run().isAsJudged(cell.verdict())).count();
    }

    static List<String> findings(final List<Cell> cells) {
        return List.of("Two assets with the same step, run to wall tick " + LAST_TICK + " for each pair of steps. Of "
                + cells.size() + " pairs " + live(cells) + " are live. Grey cells are not: in the end no clock had"
                + " moved for more than twice the longest interval. The table tells at which core time they stand.",
            "L2, ΔT_c + ΔT_i − gcd(ΔT_c, ΔT_i) ≤ D_max, told the outcome of " + asJudged(cells) + " of "
                + cells.size() + " pairs: which go on, and at which core time the others stand. (e.1),"
                + " ΔT_c + ΔT_i ≤ D_max, is only the straight part of its boundary; the rays beyond it are pairs whose"
                + " steps share a large divisor.");
    }

    private static Map<String, ?> parameters() {
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("command", "takt lab grid");
        parameters.put("D_max", MAX_DELAY);
        parameters.put("steps", STRIDE + " to " + STRIDE * CELLS_A_SIDE + " by " + STRIDE);
        parameters.put("intervals", PublishedRun.INTERVALS);
        parameters.put("wall ticks", "0 to " + LAST_TICK);
        return parameters;
    }

    private static Sheet sheet(final List<Cell> cells) {
        return new Sheet("grid", "Every pair of steps", List.of("coreStep", "assetStep", "live", "finalCoreTime"),
            cells.stream().map(cell -> Sheet.row(cell.coreStep(), cell.assetStep(), cell.run().live(),
                cell.run().coreTime())).toList());
    }

    private static Picture picture(final List<Cell> cells) {
        final HeatMap map = new HeatMap("Final core time after 1000 wall ticks, D_max = 100",
            Axis.of("core step ΔT_c"), Axis.of("asset step ΔT_i"), "final core time",
            "has stopped for good", STRIDE);
        final double first = STRIDE;
        final long last = STRIDE * CELLS_A_SIDE;
        final Series sufficient = new Series("(e.1): ΔT_c + ΔT_i = D_max",
            new double[] {first / 2, MAX_DELAY - first / 2}, new double[] {MAX_DELAY - first / 2, first / 2});
        return new Picture("grid", "Bright is fast, grey has stopped for good. Orange is the boundary of L2 around the"
            + " cells that it says are live, pink the line of (e.1).", map.draw(cells.stream()
                .map(cell -> new HeatMap.Cell(cell.coreStep(), cell.assetStep(),
                    cell.run().live() ? cell.run().coreTime() : Double.NaN)).toList(),
            List.of(boundary(cells, last), sufficient)), WIDTH, HEIGHT);
    }

    private static Series boundary(final List<Cell> cells, final long last) {
        return Outline.between("L2: ΔT_c + ΔT_i − gcd = D_max", STRIDE, last,
            (coreStep, assetStep) -> at(cells, coreStep, assetStep));
    }

    private static boolean at(final List<Cell> cells, final long coreStep, final long assetStep) {
        return cells.get((int) ((coreStep / STRIDE - 1) * CELLS_A_SIDE + assetStep / STRIDE - 1)).verdict().live();
    }
}
