package io.takt.bench;

import java.util.Arrays;

/** What the rounds of one measurement gave. */
final class Samples {
    private double[] sorted = new double[0];

    void add(final double value) {
        sorted = Arrays.copyOf(sorted, sorted.length + 1);
        sorted[sorted.length - 1] = value;
        Arrays.sort(sorted);
    }

    double median() {
        requireSome();
        final int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    double least() {
        requireSome();
        return sorted[0];
    }

    double most() {
        requireSome();
        return sorted[sorted.length - 1];
    }

    private void requireSome() {
        if (sorted.length == 0) {
            throw new IllegalStateException("no samples");
        }
    }
}
