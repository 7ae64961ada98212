package io.takt.lab.study;

import io.takt.lab.report.Series;
import java.util.ArrayList;
import java.util.List;

/** Edges of square cells, collected into one line that is broken between them. */
final class Outline {
    private final double half;
    private final List<double[]> points = new ArrayList<>();

    Outline(final double size) {
        half = size / 2;
    }

    void rightOf(final double x, final double y) {
        edge(x + half, y - half, x + half, y + half);
    }

    void above(final double x, final double y) {
        edge(x - half, y + half, x + half, y + half);
    }

    private void edge(final double fromX, final double fromY, final double toX, final double toY) {
        points.add(new double[] {fromX, fromY});
        points.add(new double[] {toX, toY});
        points.add(new double[] {toX, Double.NaN});
    }

    Series series(final String name) {
        return Series.of(name, points, point -> point[0], point -> point[1]);
    }
}
