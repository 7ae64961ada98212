package io.takt.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.LookupPaintScale;
import org.jfree.chart.renderer.xy.XYBlockRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.PaintScaleLegend;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.DefaultXYDataset;
import org.jfree.data.xy.DefaultXYZDataset;

/**
 * A plot of cells whose colour tells a value, with lines over it.
 *
 * @param title above the plot.
 * @param x     the axis to the right.
 * @param y     the axis upwards.
 * @param scale what the colours mean.
 * @param grey  what a grey cell means.
 * @param size  width and height of a cell on both axes.
 */
public record HeatMap(String title, Axis x, Axis y, String scale, String grey, double size) {
    static final Color NOTHING = new Color(0xB8B8B8);
    /** The corners of matplotlib's scale "viridis", which gets brighter evenly. */
    private static final int[] VIRIDIS = {0x440154, 0x3B528B, 0x21918C, 0x5EC962, 0xFDE725};
    private static final int SHADES = 128;
    private static final List<Color> LINES = List.of(new Color(0xD55E00), new Color(0xFF66CC));
    private static final float LINE = 3.2f;
    private static final float[] DASHES = {14, 5};
    private static final int STRIP = 14;
    private static final Shape SWATCH = new Rectangle2D.Double(-7, -7, 14, 14);

    /**
     * A cell.
     *
     * @param x     its middle.
     * @param y     its middle.
     * @param value NaN for a grey cell.
     */
    public record Cell(double x, double y, double value) {
    }

    /**
     * Draws it.
     *
     * @param cells at least one with a value.
     * @param lines over the cells.
     * @return the plot.
     */
    public JFreeChart draw(final List<Cell> cells, final List<Series> lines) {
        final double most = cells.stream().mapToDouble(Cell::value).filter(Double::isFinite).max().orElseThrow();
        final LookupPaintScale colours = colours(most);
        final ValueAxis right = x.draw(Plots.FONT);
        final ValueAxis up = y.draw(Plots.FONT);
        ((NumberAxis) right).setAutoRangeIncludesZero(false);
        ((NumberAxis) up).setAutoRangeIncludesZero(false);
        final XYPlot plot = new XYPlot();
        plot.setDomainAxis(right);
        plot.setRangeAxis(up);
        plot.setDataset(0, outlines(lines));
        plot.setRenderer(0, lineRenderer(lines.size()));
        plot.setDataset(1, blocks(cells));
        plot.setRenderer(1, blockRenderer(colours));
        final LegendItemCollection names = plot.getLegendItems();
        names.add(new LegendItem(grey, null, null, null, SWATCH, NOTHING, new BasicStroke(1), Color.BLACK));
        plot.setFixedLegendItems(names);
        right.setRange(cells.stream().mapToDouble(Cell::x).min().getAsDouble() - size / 2,
            cells.stream().mapToDouble(Cell::x).max().getAsDouble() + size / 2);
        up.setRange(cells.stream().mapToDouble(Cell::y).min().getAsDouble() - size / 2,
            cells.stream().mapToDouble(Cell::y).max().getAsDouble() + size / 2);
        final JFreeChart chart = Plots.finish(title, plot);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinesVisible(false);
        plot.setBackgroundPaint(NOTHING);
        chart.addSubtitle(legend(colours, most));
        return chart;
    }

    private static DefaultXYDataset outlines(final List<Series> lines) {
        final DefaultXYDataset data = new DefaultXYDataset();
        lines.forEach(line -> data.addSeries(line.name(), line.points()));
        return data;
    }

    private static XYLineAndShapeRenderer lineRenderer(final int lines) {
        final XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
        renderer.setLegendLine(Style.LEGEND_LINE);
        for (int i = 0; i < lines; i++) {
            renderer.setSeriesPaint(i, LINES.get(i % LINES.size()));
            // The first may lie below the second, and is to be seen in its gaps.
            renderer.setSeriesStroke(i, i == 0 ? new BasicStroke(LINE)
                : new BasicStroke(LINE - i, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, DASHES, 0f));
        }
        return renderer;
    }

    private static DefaultXYZDataset blocks(final List<Cell> cells) {
        final List<Cell> valued = new ArrayList<>(cells);
        valued.removeIf(cell -> !Double.isFinite(cell.value()));
        final DefaultXYZDataset data = new DefaultXYZDataset();
        data.addSeries("cells", new double[][] {
            valued.stream().mapToDouble(Cell::x).toArray(),
            valued.stream().mapToDouble(Cell::y).toArray(),
            valued.stream().mapToDouble(Cell::value).toArray()});
        return data;
    }

    private XYBlockRenderer blockRenderer(final LookupPaintScale colours) {
        final XYBlockRenderer renderer = new XYBlockRenderer();
        renderer.setBlockWidth(size);
        renderer.setBlockHeight(size);
        renderer.setPaintScale(colours);
        renderer.setDefaultSeriesVisibleInLegend(false);
        return renderer;
    }

    private PaintScaleLegend legend(final LookupPaintScale colours, final double most) {
        final NumberAxis axis = new NumberAxis(scale);
        axis.setRange(0, most);
        axis.setLabelFont(Plots.FONT);
        axis.setTickLabelFont(Plots.FONT);
        final PaintScaleLegend legend = new PaintScaleLegend(colours, axis);
        legend.setPosition(RectangleEdge.RIGHT);
        legend.setStripWidth(STRIP);
        legend.setMargin(STRIP, STRIP, STRIP, 0);
        return legend;
    }

    private static LookupPaintScale colours(final double most) {
        final LookupPaintScale scale = new LookupPaintScale(0, most, NOTHING);
        for (int shade = 0; shade < SHADES; shade++) {
            scale.add(most * shade / SHADES, viridis((double) shade / (SHADES - 1)));
        }
        return scale;
    }

    private static Color viridis(final double part) {
        final double place = part * (VIRIDIS.length - 1);
        final int corner = Math.min((int) place, VIRIDIS.length - 2);
        final double rest = place - corner;
        final Color from = new Color(VIRIDIS[corner]);
        final Color to = new Color(VIRIDIS[corner + 1]);
        return new Color(between(from.getRed(), to.getRed(), rest), between(from.getGreen(), to.getGreen(), rest),
            between(from.getBlue(), to.getBlue(), rest));
    }

    private static int between(final int from, final int to, final double part) {
        return (int) Math.round(from + (to - from) * part);
    }
}
