package io.takt.bench;

/** The straight line that is closest to points, by the sum of the squares of the vertical distances. */
final class LeastSquares {
    private int count;
    private double meanX;
    private double meanY;
    private double squaresX;
    private double productsXy;

    /** Sums are kept around the means, so points may be far from the origin without loss of digits. */
    void add(final double x, final double y) {
        count++;
        final double fromMeanX = x - meanX;
        meanX += fromMeanX / count;
        meanY += (y - meanY) / count;
        squaresX += fromMeanX * (x - meanX);
        productsXy += fromMeanX * (y - meanY);
    }

    /** By how much the line rises for each unit of x. */
    double slope() {
        if (squaresX == 0) {
            throw new IllegalStateException("a line needs two points with different x; there are " + count + " points");
        }
        return productsXy / squaresX;
    }
}
