package io.takt.proofs.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Finds the simplest schedule that violates the same statement: turns are left out, many at once at first, then turns,
 * steps and times are made plainer, as long as anything helps. Always the same for the same schedule.
 *
 * <p>It does what jqwik's own shrinking is for, which in two minutes left such a schedule (80 turns, each of a list of
 * ages and three numbers) as it was; this takes a tenth of a second and ends with one to five turns.
 *
 * @param <S> the kind of schedule.
 */
final class Simplest<S> {
    private final Consumer<S> property;
    private AssertionError failure;
    private S schedule;

    private Simplest(final S schedule, final Consumer<S> property, final AssertionError failure) {
        this.schedule = schedule;
        this.property = property;
        this.failure = failure;
    }

    /**
     * How the simplest schedule fails.
     *
     * @param plainer schedules that are plainer than one, those that are so by far first.
     */
    static <S> AssertionError failure(final S schedule, final Function<S, Stream<S>> plainer,
        final Consumer<S> property, final AssertionError failure) {
        final Simplest<S> simplest = new Simplest<>(schedule, property, failure);
        boolean simpler = true;
        while (simpler) {
            simpler = plainer.apply(simplest.schedule).anyMatch(simplest::takes);
        }
        return simplest.failure;
    }

    /** Goes on from this one, if it fails in the same way. */
    private boolean takes(final S candidate) {
        final Optional<AssertionError> itsFailure = failureOf(candidate);
        if (itsFailure.filter(error -> statementOf(error).equals(statementOf(failure))).isEmpty()) {
            return false;
        }
        schedule = candidate;
        failure = itsFailure.get();
        return true;
    }

    private Optional<AssertionError> failureOf(final S candidate) {
        try {
            property.accept(candidate);
            return Optional.empty();
        } catch (final AssertionError e) {
            return Optional.of(e);
        }
    }

    private static String statementOf(final AssertionError error) {
        return error.getMessage().lines().findFirst().orElse("");
    }

    /** With fewer in it, many fewer at first. */
    static <T> Stream<List<T>> fewer(final List<T> of) {
        final int size = of.size();
        return IntStream.iterate(size / 2, count -> count > 0, count -> count / 2).boxed()
            .flatMap(count -> IntStream.rangeClosed(1, size / count).map(i -> size - i * count).mapToObj(from -> {
                final List<T> left = new ArrayList<>(of);
                left.subList(from, from + count).clear();
                return left;
            }));
    }

    /** With one of them plainer. */
    static <T> Stream<List<T>> plainer(final List<T> of, final Function<T, Stream<T>> plainer) {
        return IntStream.range(0, of.size()).boxed()
            .flatMap(i -> plainer.apply(of.get(i)).map(one -> {
                final List<T> changed = new ArrayList<>(of);
                changed.set(i, one);
                return changed;
            }));
    }

    /** From the least up to one less, in ever smaller leaps. */
    static LongStream less(final long value, final long least) {
        return LongStream.iterate(value - least, leap -> leap > 0, leap -> leap / 2).map(leap -> value - leap);
    }
}
