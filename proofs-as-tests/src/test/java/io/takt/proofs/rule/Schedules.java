package io.takt.proofs.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.domains.DomainContextBase;

/** All that can happen to a federate, from any clocks that are safe to begin with. */
final class Schedules extends DomainContextBase {
    /** With this unit for a nanosecond, 255 of them are the end of time. */
    private static final long HUGE = 1L << 55;
    private static final long GREATEST_STEP = 40;
    private static final long GREATEST_DELAY = 120;
    private static final long NEAR = 1_000;

    /**
     * Clocks that are safe to begin with, at any time.
     *
     * @param unitNs     what the numbers of units are of.
     * @param coreTimeNs T_c.
     * @param coreStep   ΔT_c in units.
     * @param maxDelay   D_max in units.
     * @param members    the assets.
     */
    record Start(long unitNs, long coreTimeNs, long coreStep, long maxDelay, List<Member> members) {
        Federate federate() {
            final long maxDelayNs = maxDelay * unitNs;
            return Federate.at(coreTimeNs, coreStep * unitNs, maxDelayNs, members.stream().map(member -> {
                final long lagNs = Math.min(member.lag * unitNs, Math.min(maxDelayNs, coreTimeNs));
                return new Federate.Placed(coreTimeNs - lagNs, member.step * unitNs);
            }).toList());
        }

        Start withUnit(final long unit) {
            return new Start(unit, coreTimeNs, coreStep, maxDelay, members);
        }

        Start withCoreTime(final long timeNs) {
            return new Start(unitNs, timeNs, coreStep, maxDelay, members);
        }

        Start withCoreStep(final long step) {
            return new Start(unitNs, coreTimeNs, step, maxDelay, members);
        }

        Start withMaxDelay(final long delay) {
            return new Start(unitNs, coreTimeNs, coreStep, delay, members);
        }

        /** With one asset less. */
        private Start without(final int asset) {
            final List<Member> others = new ArrayList<>(members);
            others.remove(asset);
            return withMembers(others);
        }

        private Start withMembers(final List<Member> others) {
            return new Start(unitNs, coreTimeNs, coreStep, maxDelay, others);
        }

        /** ΔT_c and D_max less by as much, so that the smaller of them is that: where one alone would stop the core. */
        private Start withLeast(final long least) {
            final long by = Math.min(coreStep, maxDelay) - least;
            return withCoreStep(coreStep - by).withMaxDelay(maxDelay - by);
        }

        /** This start with something simpler about it. */
        private Stream<Start> plainer() {
            return Stream.of(
                    IntStream.range(0, members.size()).mapToObj(this::without),
                    Simplest.less(unitNs, 1).mapToObj(this::withUnit),
                    Simplest.less(coreTimeNs, 0).mapToObj(this::withCoreTime),
                    Simplest.less(coreStep, 1).mapToObj(this::withCoreStep),
                    Simplest.less(maxDelay, 1).mapToObj(this::withMaxDelay),
                    Simplest.less(Math.min(coreStep, maxDelay), 1).mapToObj(this::withLeast),
                    Simplest.plainer(members, Member::plainer).map(this::withMembers))
                .flatMap(starts -> starts);
        }
    }

    /** An asset's step and how far it is behind at the start, in units. */
    record Member(long step, long lag) {
        private Stream<Member> plainer() {
            return Stream.concat(
                Simplest.less(step, 1).mapToObj(other -> new Member(other, lag)),
                Simplest.less(lag, 0).mapToObj(other -> new Member(step, other)));
        }
    }

    /** From where, and what happens then. */
    record Schedule(Start start, List<Turn> turns) {
        /** Something is true of this schedule; if it is not, the simplest one like it says why. */
        void satisfies(final Consumer<Schedule> property) {
            try {
                property.accept(this);
            } catch (final AssertionError e) {
                throw Simplest.failure(this, Schedule::plainer, property, e);
            }
        }

        private Stream<Schedule> plainer() {
            return Stream.of(
                    Simplest.fewer(turns).map(fewer -> new Schedule(start, fewer)),
                    Simplest.plainer(turns, Turn::plainer).map(others -> new Schedule(start, others)),
                    start.plainer().map(other -> new Schedule(other, turns)))
                .flatMap(schedules -> schedules);
        }

        /** All turns, taken. */
        Run run() {
            final Run run = new Run(start);
            turns.forEach(run::take);
            return run;
        }

        /** The statement is true at the start and after every turn. */
        void always(final Statement statement) {
            satisfies(schedule -> {
                final Run run = new Run(schedule.start);
                run.require(statement);
                for (final Turn turn : schedule.turns) {
                    run.take(turn);
                    run.require(statement);
                }
            });
        }

        /** Something is true of every turn, which it also takes. */
        void each(final TurnOf taken) {
            satisfies(schedule -> {
                final Run run = new Run(schedule.start);
                schedule.turns.forEach(turn -> taken.take(run, turn));
            });
        }

        /** Something is true once all turns are taken. */
        void inTheEnd(final Consumer<Run> property) {
            satisfies(schedule -> property.accept(schedule.run()));
        }

        @Override
        public String toString() {
            return start + " and " + turns.size() + " turns; above is the simplest that fails like it";
        }

        /** The same from where a hub starts: all clocks at 0. */
        Schedule fromZero() {
            return new Schedule(start.withCoreTime(0), turns);
        }
    }

    /** What is done with a turn. */
    @FunctionalInterface
    interface TurnOf {
        void take(Run run, Turn turn);
    }

    @Provide
    Arbitrary<Schedule> schedules() {
        return Combinators.combine(starts(), Turn.schedules()).as(Schedule::new);
    }

    private static Arbitrary<Start> starts() {
        final Arbitrary<Long> units = Arbitraries.of(1L, 1L, HUGE);
        final Arbitrary<Long> times = Arbitraries.oneOf(
            any(0, NEAR),
            any(Long.MAX_VALUE - NEAR, Long.MAX_VALUE),
            Arbitraries.longs().between(0, Long.MAX_VALUE));
        final Arbitrary<Long> steps = any(1, GREATEST_STEP);
        final Arbitrary<Long> delays = any(1, GREATEST_DELAY);
        final Arbitrary<Member> members = Combinators.combine(steps, any(0, GREATEST_DELAY))
            .as(Member::new);
        return Combinators.combine(
                units, times, steps, delays, members.list().ofMinSize(1).ofMaxSize(Turn.MOST_ASSETS - 1))
            .as(Start::new);
    }

    /** Without jqwik's bias to small ones, which seldom let a clock move. */
    private static Arbitrary<Long> any(final long least, final long greatest) {
        return Arbitraries.longs().between(least, greatest).withDistribution(RandomDistribution.uniform());
    }
}
