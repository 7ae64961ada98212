package io.takt.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.renderer.xy.XYStepRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.DefaultXYDataset;

/** Plots that all look alike. Colours are those of Okabe and Ito, which people who see few colours can tell apart. */
public final class Plots {
    static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);
    private static final List<Color> COLOURS = List.of(new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73),
        new Color(0xCC79A7), new Color(0xE69F00), new Color(0x56B4E9), new Color(0x000000), new Color(0x8A8A00));
    private static final Color GRID = new Color(0xDDDDDD);
    private static final float LINE = 1.8f;
    private static final float[] DASHES = {7f, 4f};
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
        return chart(title, x, y, series, new XYStepRenderer());
    }

    /**
     * Points that were measured, over lines that were predicted: the first of each in the same colour, and so on. The
     * legend names the points.
     *
     * @param title     above the plot.
     * @param x         the axis to the right.
     * @param y         the axis upwards.
     * @param measured  points.
     * @param predicted lines; there may be fewer.
     * @return the plot.
     */
    public static JFreeChart against(final String title, final Axis x, final Axis y, final List<Series> measured,
        final List<Series> predicted) {
        final XYLineAndShapeRenderer lines = new XYLineAndShapeRenderer(true, false);
        lines.setDefaultSeriesVisibleInLegend(false);
        final XYPlot plot = plot(x, y, measured, new XYLineAndShapeRenderer(false, true));
        plot.setDataset(1, data(predicted, lines));
        plot.setRenderer(1, lines);
        if (plot.getDomainAxis() instanceof NumberAxis number) {
            // Points at zero would be cut in halves by the edge.
            number.setAutoRangeStickyZero(false);
        }
        return finish(title, plot, true);
    }

    private static JFreeChart chart(final String title, final Axis x, final Axis y, final List<Series> series,
        final XYLineAndShapeRenderer renderer) {
        return finish(title, plot(x, y, series, renderer), series.size() > 1);
    }

    private static XYPlot plot(final Axis x, final Axis y, final List<Series> series,
        final XYLineAndShapeRenderer renderer) {
        return new XYPlot(data(series, renderer), x.draw(FONT), y.draw(FONT), renderer);
    }

    private static DefaultXYDataset data(final List<Series> series, final XYLineAndShapeRenderer renderer) {
        final DefaultXYDataset data = new DefaultXYDataset();
        for (int i = 0; i < series.size(); i++) {
            data.addSeries(series.get(i).name(), series.get(i).points());
            renderer.setSeriesPaint(i, COLOURS.get(i % COLOURS.size()));
            renderer.setSeriesStroke(i, stroke(i));
        }
        return data;
    }

    /** More series than colours: the second round is dashed. */
    private static BasicStroke stroke(final int series) {
        return series < COLOURS.size() ? new BasicStroke(LINE)
            : new BasicStroke(LINE, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, DASHES, 0f);
    }

    static JFreeChart finish(final String title, final XYPlot plot, final boolean legend) {
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinePaint(GRID);
        plot.setRangeGridlinePaint(GRID);
        plot.setOutlineVisible(false);
        final JFreeChart chart = new JFreeChart(null, FONT, plot, false);
        chart.setTitle(new TextTitle(title, TITLE));
        chart.setBackgroundPaint(Color.WHITE);
        chart.setPadding(new RectangleInsets(MARGIN, MARGIN, MARGIN, MARGIN));
        if (legend) {
            final LegendTitle names = new LegendTitle(plot);
            names.setItemFont(FONT);
            names.setPosition(RectangleEdge.BOTTOM);
            chart.addSubtitle(names);
        }
        return chart;
    }
}
