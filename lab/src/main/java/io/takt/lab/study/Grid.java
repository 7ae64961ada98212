package io.takt.lab.study;

import io.takt.lab.report.Axis;
import io.takt.lab.report.HeatMap;
import io.takt.lab.report.Picture;
import io.takt.lab.report.Report;
import io.takt.lab.report.Series;
import io.takt.lab.report.Sheet;
import io.takt.lab.sim.Attempts;
import io.takt.lab.sim.CountUps;
import io.takt.lab.sim.Federate;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Simulation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hakoniwa's parameter study: every pair of a core's and an asset's step, run for a while. Published in
 * hakoniwalab/hakoniwa-design-docs, {@code src/math/experiment/liveness-experiment.md}.
 *
 * <p>There a run counts as deadlocked when nothing has moved for twice the longest interval. Here it does when L2 says
 * so; that both say the same of every cell is a test.
 */
public final class Grid {
    /** D_max of every cell. */
    public static final long MAX_DELAY = 100;
    private static final int STRIDE = 5;
    private static final int CELLS_A_SIDE = 20;
    private static final int ASSETS = 2;
    private static final List<Long> ASSET_INTERVALS = List.of(15L, 16L);
    private static final long CORE_INTERVAL = 10;
    private static final long LAST_TICK = 1_000;
    private static final int WIDTH = 900;
    private static final int HEIGHT = 780;

    private Grid() {
    }

    /**
     * One pair of steps.
     *
     * @param coreStep      ΔT_c.
     * @param assetStep     ΔT_i of both assets.
     * @param live          what L2 says.
     * @param finalCoreTime T_c in the end.
     */
    public record Cell(long coreStep, long assetStep, boolean live, long finalCoreTime) {
    }

    /**
     * Runs all pairs, the asset's step within the core's.
     *
     * @return 400 cells.
     */
    public static List<Cell> run() {
        final List<Cell> cells = new ArrayList<>();
        for (long coreStep = STRIDE; coreStep <= STRIDE * CELLS_A_SIDE; coreStep += STRIDE) {
            for (long assetStep = STRIDE; assetStep <= STRIDE * CELLS_A_SIDE; assetStep += STRIDE) {
                cells.add(cell(coreStep, assetStep));
            }
        }
        return cells;
    }

    private static Cell cell(final long coreStep, final long assetStep) {
        final Settings settings = Settings.alike(coreStep, MAX_DELAY, assetStep, ASSETS);
        final Federate federate = new Federate(settings);
        new Simulation(federate, Attempts.every(ASSET_INTERVALS, CORE_INTERVAL)).runTo(LAST_TICK, CountUps.UNSEEN);
        return new Cell(coreStep, assetStep, settings.judge().live(), federate.coreTime());
    }

    /**
     * The study as a report.
     *
     * @return table and heat map.
     */
    public static Report report() {
        final List<Cell> cells = run();
        final long live = cells.stream().filter(Cell::live).count();
        final Map<String, Object> results = new LinkedHashMap<>();
        results.put("cells", cells.size());
        results.put("live", live);
        return new Report("grid", "Hakoniwa's parameter study, with the boundary of L2",
            List.of("Two assets with the same step, run to wall tick " + LAST_TICK + " for each pair of steps. Of "
                    + cells.size() + " pairs " + live + " are live. Grey cells are not: they stop for good at the core"
                    + " time that the table tells, whatever the timing.",
                "L2, ΔT_c + ΔT_i − gcd(ΔT_c, ΔT_i) ≤ D_max, draws the line between them exactly. (e.1),"
                    + " ΔT_c + ΔT_i ≤ D_max, is only the straight part of it; the rays beyond it are pairs whose steps"
                    + " share a large divisor."),
            parameters(), List.of(picture(cells)), List.of(sheet(cells)), results);
    }

    private static Map<String, ?> parameters() {
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("command", "takt lab grid");
        parameters.put("D_max", MAX_DELAY);
        parameters.put("steps", STRIDE + " to " + STRIDE * CELLS_A_SIDE + " by " + STRIDE);
        parameters.put("asset intervals", "15 and 16 ticks");
        parameters.put("core interval", CORE_INTERVAL + " ticks, after the assets");
        parameters.put("wall ticks", "0 to " + LAST_TICK);
        return parameters;
    }

    private static Sheet sheet(final List<Cell> cells) {
        return new Sheet("grid", "Every pair of steps", List.of("coreStep", "assetStep", "live", "finalCoreTime"),
            cells.stream().map(cell -> Sheet.row(cell.coreStep(), cell.assetStep(), cell.live(), cell.finalCoreTime()))
                .toList());
    }

    private static Picture picture(final List<Cell> cells) {
        final HeatMap map = new HeatMap("Final core time after 1000 wall ticks, D_max = 100",
            Axis.of("core step ΔT_c"), Axis.of("asset step ΔT_i"), "final core time", STRIDE);
        final double first = STRIDE;
        final double last = STRIDE * CELLS_A_SIDE;
        final Series sufficient = new Series("(e.1): ΔT_c + ΔT_i = D_max",
            new double[] {first / 2, MAX_DELAY - first / 2}, new double[] {MAX_DELAY - first / 2, first / 2});
        return new Picture("grid", "Bright is fast, grey has stopped for good. Orange is the boundary of L2 around the"
            + " live cells, pink the line of (e.1).", map.draw(cells.stream()
                .map(cell -> new HeatMap.Cell(cell.coreStep(), cell.assetStep(),
                    cell.live() ? cell.finalCoreTime() : Double.NaN)).toList(),
            List.of(boundary(cells, last), sufficient)), WIDTH, HEIGHT);
    }

    /** The edges between a live cell and one that is not. */
    private static Series boundary(final List<Cell> cells, final double last) {
        final Outline outline = new Outline(STRIDE);
        for (final Cell cell : cells) {
            if (cell.coreStep() < last && cell.live() != at(cells, cell.coreStep() + STRIDE, cell.assetStep())) {
                outline.rightOf(cell.coreStep(), cell.assetStep());
            }
            if (cell.assetStep() < last && cell.live() != at(cells, cell.coreStep(), cell.assetStep() + STRIDE)) {
                outline.above(cell.coreStep(), cell.assetStep());
            }
        }
        return outline.series("L2: ΔT_c + ΔT_i − gcd = D_max");
    }

    private static boolean at(final List<Cell> cells, final long coreStep, final long assetStep) {
        return cells.get((int) ((coreStep / STRIDE - 1) * CELLS_A_SIDE + assetStep / STRIDE - 1)).live();
    }
}
