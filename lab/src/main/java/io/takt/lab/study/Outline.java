package io.takt.lab.study;

import io.takt.lab.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Edges of square cells, collected into one line that is broken between them. */
final class Outline {
    private final double half;
    private final List<double[]> points = new ArrayList<>();

    private Outline(final double size) {
        half = size / 2;
    }

    /**
     * The edges between cells for which something holds and those for which it does not.
     *
     * @param name   for the legend.
     * @param stride between the middles of cells, of which the first is there as well.
     * @param last   the middle of the last cell.
     * @param holds  for a column and a row.
     */
    static Series between(final String name, final long stride, final long last, final BiPredicate<Long, Long> holds) {
        final Outline outline = new Outline(stride);
        for (long x = stride; x <= last; x += stride) {
            for (long y = stride; y <= last; y += stride) {
                if (x < last && holds.test(x, y) != holds.test(x + stride, y)) {
                    outline.rightOf(x, y);
                }
                if (y < last && holds.test(x, y) != holds.test(x, y + stride)) {
                    outline.above(x, y);
                }
            }
        }
        return outline.series(name);
    }

    private void rightOf(final double x, final double y) {
        edge(x + half, y - half, x + half, y + half);
    }

    private void above(final double x, final double y) {
        edge(x - half, y + half, x + half, y + half);
    }

    private void edge(final double fromX, final double fromY, final double toX, final double toY) {
        points.add(new double[] {fromX, fromY});
        points.add(new double[] {toX, toY});
        points.add(new double[] {toX, Double.NaN});
    }

    private Series series(final String name) {
        return Series.of(name, points, point -> point[0], point -> point[1]);
    }
}
