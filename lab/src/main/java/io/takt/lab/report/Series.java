package io.takt.lab.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Points of a plot that belong together. A point whose y is NaN breaks the line.
 *
 * @param name for the legend.
 * @param x    where, from left to right.
 * @param y    as many.
 */
public record Series(String name, double[] x, double[] y) {
    /**
     * Checks the lengths.
     *
     * @throws IllegalArgumentException when they differ.
     */
    public Series {
        if (x.length != y.length) {
            throw new IllegalArgumentException(x.length + " x and " + y.length + " y in series " + name);
        }
        x = x.clone();
        y = y.clone();
    }

    /**
     * A series of some items.
     *
     * @param name  for the legend.
     * @param items a point each.
     * @param x     where it is.
     * @param y     where it is.
     * @param <T>   of the items.
     * @return the series.
     */
    public static <T> Series of(final String name, final List<T> items, final ToDoubleFunction<T> x,
        final ToDoubleFunction<T> y) {
        return new Series(name, items.stream().mapToDouble(x).toArray(), items.stream().mapToDouble(y).toArray());
    }

    @Override
    public double[] x() {
        return x.clone();
    }

    @Override
    public double[] y() {
        return y.clone();
    }

    /** Whether there is a line: two points next to each other. */
    boolean isLine() {
        return IntStream.range(1, y.length).anyMatch(i -> Double.isFinite(y[i - 1]) && Double.isFinite(y[i]));
    }

    /** The corners of a staircase: level to where the next point is, and then up or down to it. */
    Series asStairs() {
        final int corners = Math.max(0, 2 * x.length - 1);
        final double[] right = new double[corners];
        final double[] up = new double[corners];
        for (int i = 0; i < corners; i++) {
            right[i] = x[(i + 1) / 2];
            up[i] = y[i / 2];
        }
        return new Series(name, right, up);
    }

    /** All points as JFreeChart wants them. */
    double[][] points() {
        return new double[][] {x.clone(), y.clone()};
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Series series && name.equals(series.name) && Arrays.equals(x, series.x)
            && Arrays.equals(y, series.y);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * name.hashCode() + Arrays.hashCode(x)) + Arrays.hashCode(y);
    }

    @Override
    public String toString() {
        return name + " (" + x.length + " points)";
    }
}
