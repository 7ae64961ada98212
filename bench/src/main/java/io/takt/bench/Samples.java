package io.takt.bench;

import java.util.ArrayList;
import java.util.List;

/** The results of the rounds of one measurement, in their order. */
final class Samples {
    private final List<Double> values = new ArrayList<>();

    void add(final double value) {
        values.add(value);
    }

    double median() {
        final List<Double> sorted = sorted();
        final int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double least() {
        return sorted().get(0);
    }

    double most() {
        final List<Double> sorted = sorted();
        return sorted.get(sorted.size() - 1);
    }

    /**
     * Each round's value by that of the other in the same round. A machine that changes its speed between rounds
     * changes both, and leaves these as they are.
     */
    Samples dividedBy(final Samples other) {
        if (values.size() != other.values.size()) {
            throw new IllegalStateException(values.size() + " rounds against " + other.values.size());
        }
        final Samples ratios = new Samples();
        for (int i = 0; i < values.size(); i++) {
            ratios.add(values.get(i) / other.values.get(i));
        }
        return ratios;
    }

    private List<Double> sorted() {
        if (values.isEmpty()) {
            throw new IllegalStateException("no samples");
        }
        return values.stream().sorted().toList();
    }
}
