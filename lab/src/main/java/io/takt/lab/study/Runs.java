package io.takt.lab.study;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The runs of an experiment: how they are made one after the other, and the measurements common to all experiments. */
final class Runs {
    private Runs() {
    }

    /**
     * Makes them in order.
     *
     * @param <P>     a run.
     * @param runs    each makes one.
     * @param tracker is told of each.
     * @return what they made.
     */
    static <P> List<P> all(final List<Supplier<P>> runs, final Tracker tracker) {
        final List<P> points = new ArrayList<>();
        for (final Supplier<P> run : runs) {
            points.add(run.get());
            tracker.done(points.size(), runs.size());
        }
        return points;
    }

    /** Those of which something holds. */
    static <P> List<P> of(final List<P> points, final Predicate<P> which) {
        return points.stream().filter(which).toList();
    }

    /** The violations that observers saw in all of them together. */
    static <P> long violations(final List<P> points, final ToLongFunction<P> violations) {
        return points.stream().mapToLong(violations).sum();
    }

    /** The least of a number. */
    static <P> double least(final List<P> points, final ToDoubleFunction<P> number) {
        return points.stream().mapToDouble(number).min().orElseThrow();
    }

    /** The greatest of a number. */
    static <P> double greatest(final List<P> points, final ToDoubleFunction<P> number) {
        return points.stream().mapToDouble(number).max().orElseThrow();
    }
}
