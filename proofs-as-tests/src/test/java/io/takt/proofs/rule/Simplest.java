package io.takt.proofs.rule;

import io.takt.proofs.rule.Schedules.Member;
import io.takt.proofs.rule.Schedules.Schedule;
import io.takt.proofs.rule.Schedules.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Finds the simplest schedule that violates the same statement: turns are left out, many at once at first, then turns,
 * steps and times are made plainer, as long as anything helps. Always the same for the same schedule.
 *
 * <p>It does what jqwik's own shrinking is for, which in two minutes left such a schedule (80 turns, each of a list of
 * ages and three numbers) as it was; this takes a tenth of a second and ends with one to five turns.
 */
final class Simplest {
    private final Consumer<Schedule> property;
    private AssertionError failure;
    private Schedule schedule;

    private Simplest(final Schedule schedule, final Consumer<Schedule> property, final AssertionError failure) {
        this.schedule = schedule;
        this.property = property;
        this.failure = failure;
    }

    /** How the simplest schedule fails. */
    static AssertionError failure(
        final Schedule schedule, final Consumer<Schedule> property, final AssertionError failure) {
        final Simplest simplest = new Simplest(schedule, property, failure);
        boolean simpler = true;
        while (simpler) {
            simpler = Stream.of(fewerTurns(simplest.schedule), plainerTurns(simplest.schedule),
                plainerStarts(simplest.schedule)).flatMap(candidates -> candidates).anyMatch(simplest::takes);
        }
        return simplest.failure;
    }

    /** Goes on from this one, if it fails in the same way. */
    private boolean takes(final Schedule candidate) {
        final Optional<AssertionError> itsFailure = failureOf(candidate);
        if (itsFailure.filter(error -> statementOf(error).equals(statementOf(failure))).isEmpty()) {
            return false;
        }
        schedule = candidate;
        failure = itsFailure.get();
        return true;
    }

    private Optional<AssertionError> failureOf(final Schedule candidate) {
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

    private static Stream<Schedule> fewerTurns(final Schedule of) {
        final int size = of.turns().size();
        return IntStream.iterate(size / 2, count -> count > 0, count -> count / 2).boxed()
            .flatMap(count -> IntStream.rangeClosed(1, size / count).map(i -> size - i * count).mapToObj(from -> {
                final List<Turn> turns = new ArrayList<>(of.turns());
                turns.subList(from, from + count).clear();
                return new Schedule(of.start(), turns);
            }));
    }

    private static Stream<Schedule> plainerTurns(final Schedule of) {
        return IntStream.range(0, of.turns().size()).boxed()
            .flatMap(i -> of.turns().get(i).plainer().map(turn -> {
                final List<Turn> turns = new ArrayList<>(of.turns());
                turns.set(i, turn);
                return new Schedule(of.start(), turns);
            }));
    }

    private static Stream<Schedule> plainerStarts(final Schedule of) {
        final Start start = of.start();
        return Stream.of(
                IntStream.range(0, start.members().size()).mapToObj(i -> start.with(i, null)),
                less(start.unitNs(), 1).mapToObj(start::withUnit),
                less(start.coreTimeNs(), 0).mapToObj(start::withCoreTime),
                less(start.coreStep(), 1).mapToObj(start::withCoreStep),
                less(start.maxDelay(), 1).mapToObj(start::withMaxDelay),
                less(Math.min(start.coreStep(), start.maxDelay()), 1).mapToObj(least -> plainer(start, least)),
                IntStream.range(0, start.members().size()).boxed().flatMap(i -> plainer(start.members().get(i))
                    .map(member -> start.with(i, member))))
            .flatMap(starts -> starts).map(plainer -> new Schedule(plainer, of.turns()));
    }

    /** ΔT_c and D_max less by as much, so that the smaller of them is that: where one alone would stop the core. */
    private static Start plainer(final Start of, final long least) {
        final long by = Math.min(of.coreStep(), of.maxDelay()) - least;
        return of.withCoreStep(of.coreStep() - by).withMaxDelay(of.maxDelay() - by);
    }

    private static Stream<Member> plainer(final Member of) {
        return Stream.concat(
            less(of.step(), 1).mapToObj(step -> new Member(step, of.lag())),
            less(of.lag(), 0).mapToObj(lag -> new Member(of.step(), lag)));
    }

    /** From the least up to one less, in ever smaller leaps. */
    static LongStream less(final long value, final long least) {
        return LongStream.iterate(value - least, leap -> leap > 0, leap -> leap / 2).map(leap -> value - leap);
    }
}
