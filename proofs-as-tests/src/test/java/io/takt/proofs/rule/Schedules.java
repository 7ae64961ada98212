package io.takt.proofs.rule;

import java.util.List;
import java.util.function.Consumer;
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

        Start withCoreTime(final long timeNs) {
            return new Start(unitNs, timeNs, coreStep, maxDelay, members);
        }
    }

    /** An asset's step and how far it is behind at the start, in units. */
    record Member(long step, long lag) {
    }

    /** A start, and the turns that follow. */
    record Schedule(Start start, List<Turn> turns) {
        /** All turns, taken. */
        Run run() {
            final Run run = new Run(start);
            turns.forEach(run::take);
            return run;
        }

        /** The statement is true at the start and after every turn. */
        void always(final Statement statement) {
            final Run run = new Run(start);
            run.require(statement);
            for (final Turn turn : turns) {
                run.take(turn);
                run.require(statement);
            }
        }

        /** Something is true of every turn, which it also takes. */
        void each(final TurnOf taken) {
            final Run run = new Run(start);
            turns.forEach(turn -> taken.take(run, turn));
        }

        /** Something is true once all turns are taken. */
        void inTheEnd(final Consumer<Run> property) {
            property.accept(run());
        }

        @Override
        public String toString() {
            return start + " and " + turns.size() + " turns";
        }

        /** The same from where a hub starts: all clocks at 0. */
        Schedule fromZero() {
            return new Schedule(start.withCoreTime(0), turns);
        }
    }

    /** Acts on a turn. */
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
