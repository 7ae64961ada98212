package io.takt.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;

/**
 * How the series of a plot look, so that each can be seen where several lie on each other: the first is drawn first,
 * broadest and with the greatest marks; the others are drawn over it, dashed, each narrower and with smaller marks than
 * the one before. Marks are hollow. No two series look the same.
 *
 * <p>Colours are those of Okabe and Ito, which can be told apart by people with colour blindness.
 */
final class Style {
    private static final List<Color> COLOURS = List.of(new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73),
        new Color(0xCC79A7), new Color(0xE69F00), new Color(0x56B4E9), new Color(0x000000), new Color(0x8A8A00));
    /** As many as have no factor in common with the number of colours, so each meets each colour once. */
    private static final List<float[]> DASHES =
        List.of(new float[] {11, 5}, new float[] {3, 3}, new float[] {12, 3, 3, 3}, new float[] {7, 4},
            new float[] {2, 5});
    private static final List<Shape> MARKS = List.of(new Rectangle2D.Double(-0.45, -0.45, 0.9, 0.9),
        new Ellipse2D.Double(-0.5, -0.5, 1, 1), polygon(0, -0.6, 0.55, 0.4, -0.55, 0.4),
        polygon(0, -0.6, 0.6, 0, 0, 0.6, -0.6, 0), polygon(0, 0.6, 0.55, -0.4, -0.55, -0.4),
        polygon(-0.6, -0.25, 0.6, -0.25, 0.6, 0.25, -0.6, 0.25),
        polygon(-0.25, -0.6, 0.25, -0.6, 0.25, 0.6, -0.25, 0.6));
    private static final float NARROWEST = 1.6f;
    private static final float BROADER_BY = 1.4f;
    private static final float BROADEST_BY = 3.6f;
    private static final double SMALLEST = 6;
    private static final double GREATER_BY = 2.5;
    private static final double GREATEST_BY = 10;
    static final Shape LEGEND_LINE = new Line2D.Double(-20, 0, 20, 0);

    private Style() {
    }

    /**
     * Gives all series of a renderer their looks.
     *
     * @param renderer of the series.
     * @param number   of them.
     */
    static void apply(final XYLineAndShapeRenderer renderer, final int number) {
        // Else a dash would begin anew at each point, and be a solid line where points are close.
        renderer.setDrawSeriesLineAsPath(true);
        renderer.setLegendLine(LEGEND_LINE);
        renderer.setDefaultShapesFilled(false);
        for (int i = 0; i < number; i++) {
            renderer.setSeriesPaint(i, COLOURS.get(i % COLOURS.size()));
            renderer.setSeriesStroke(i, stroke(i, number));
            renderer.setSeriesOutlineStroke(i, new BasicStroke(NARROWEST));
            renderer.setSeriesShape(i, mark(i, number));
        }
    }

    private static BasicStroke stroke(final int series, final int of) {
        final float width =
            NARROWEST + (of - 1 - series) * Math.min(BROADER_BY, BROADEST_BY / Math.max(1, of - 1));
        return series == 0 ? new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND)
            : new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f,
                DASHES.get((series - 1) % DASHES.size()), 0f);
    }

    private static Shape mark(final int series, final int of) {
        final double size = SMALLEST + (of - 1 - series) * Math.min(GREATER_BY, GREATEST_BY / Math.max(1, of - 1));
        return AffineTransform.getScaleInstance(size, size).createTransformedShape(MARKS.get(series % MARKS.size()));
    }

    private static Shape polygon(final double... xy) {
        final Path2D path = new Path2D.Double();
        path.moveTo(xy[0], xy[1]);
        for (int i = 2; i < xy.length; i += 2) {
            path.lineTo(xy[i], xy[i + 1]);
        }
        path.closePath();
        return path;
    }
}
