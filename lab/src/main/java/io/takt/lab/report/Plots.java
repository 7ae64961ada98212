package io.takt.lab.report;

import java.awt.Color;
import java.awt.Font;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.DefaultXYDataset;

/** Plots that all look alike: {@link Style} says how. Everything that is drawn is in the legend. */
public final class Plots {
    static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);
    private static final Color GRID = new Color(0xDDDDDD);
    private static final int MOST_MARKED = 60;
    private static final double MARGIN = 8;

    private Plots() {
    }

    /**
     * Straight lines between points, which are marked where they are few.
     *
     * @param title  above the plot.
     * @param x      the axis to the right.
     * @param y      the axis upwards.
     * @param series one line each.
     * @return the plot.
     */
    public static JFreeChart lines(final String title, final Axis x, final Axis y, final List<Series> series) {
        final XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
        for (int i = 0; i < series.size(); i++) {
            renderer.setSeriesShapesVisible(i, series.get(i).x().length <= MOST_MARKED);
        }
        return chart(title, x, y, series, renderer);
    }

    /**
     * Points alone.
     *
     * @param title  above the plot.
     * @param x      the axis to the right.
     * @param y      the axis upwards.
     * @param series one colour each.
     * @return the plot.
     */
    public static JFreeChart points(final String title, final Axis x, final Axis y, final List<Series> series) {
        return chart(title, x, y, series, new XYLineAndShapeRenderer(false, true));
    }

    /**
     * Staircases: each value holds until the next.
     *
     * @param title  above the plot.
     * @param x      the axis to the right.
     * @param y      the axis upwards.
     * @param series one staircase each.
     * @return the plot.
     */
    public static JFreeChart steps(final String title, final Axis x, final Axis y, final List<Series> series) {
        return chart(title, x, y, series.stream().map(Series::asStairs).toList(),
            new XYLineAndShapeRenderer(true, false));
    }

    /**
     * Points that were measured, over lines that were predicted: the first of each in the same colour, and so on.
     *
     * @param title     above the plot.
     * @param x         the axis to the right.
     * @param y         the axis upwards.
     * @param measured  points.
     * @param predicted lines, with names that say what they are; those without one are left out.
     * @return the plot.
     */
    public static JFreeChart against(final String title, final Axis x, final Axis y, final List<Series> measured,
        final List<Series> predicted) {
        final XYLineAndShapeRenderer lines = new XYLineAndShapeRenderer(true, false);
        final XYPlot plot = plot(x, y, measured, new XYLineAndShapeRenderer(false, true));
        for (int i = 0; i < predicted.size(); i++) {
            lines.setSeriesVisibleInLegend(i, predicted.get(i).isLine());
        }
        plot.setDataset(1, data(predicted, lines));
        plot.setRenderer(1, lines);
        if (plot.getDomainAxis() instanceof NumberAxis number) {
            // Points at zero would be cut in halves by the edge.
            number.setAutoRangeStickyZero(false);
        }
        return finish(title, plot);
    }

    private static JFreeChart chart(final String title, final Axis x, final Axis y, final List<Series> series,
        final XYLineAndShapeRenderer renderer) {
        return finish(title, plot(x, y, series, renderer));
    }

    private static XYPlot plot(final Axis x, final Axis y, final List<Series> series,
        final XYLineAndShapeRenderer renderer) {
        return new XYPlot(data(series, renderer), x.draw(FONT), y.draw(FONT), renderer);
    }

    private static DefaultXYDataset data(final List<Series> series, final XYLineAndShapeRenderer renderer) {
        final DefaultXYDataset data = new DefaultXYDataset();
        for (int i = 0; i < series.size(); i++) {
            data.addSeries(series.get(i).name(), series.get(i).points());
        }
        Style.apply(renderer, series.size());
        return data;
    }

    static JFreeChart finish(final String title, final XYPlot plot) {
        plot.setSeriesRenderingOrder(SeriesRenderingOrder.FORWARD);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinePaint(GRID);
        plot.setRangeGridlinePaint(GRID);
        plot.setOutlineVisible(false);
        final JFreeChart chart = new JFreeChart(null, FONT, plot, false);
        chart.setTitle(new TextTitle(title, TITLE));
        chart.setBackgroundPaint(Color.WHITE);
        chart.setPadding(new RectangleInsets(MARGIN, MARGIN, MARGIN, MARGIN));
        final LegendTitle names = new LegendTitle(plot);
        names.setItemFont(FONT);
        names.setPosition(RectangleEdge.BOTTOM);
        chart.addSubtitle(names);
        return chart;
    }
}
