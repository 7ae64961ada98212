package io.takt.proofs.rule;

import io.takt.asset.message.InputSpec;
import io.takt.proofs.rule.Sender.Habit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/** Everything that can happen to a federate whose assets send each other messages, from 0. */
final class GateSchedules extends DomainContextBase {
    private static final int MOST_TURNS = 200;
    private static final int MOST_LINES = 4;
    private static final int GREATEST_STEP = 6;
    private static final int GREATEST_DELAY = 9;

    /** An asset: its step, and its messages. */
    record Party(long step, Habit habit) {
    }

    /**
     * A link with its jitter.
     *
     * @param gate     what its receiver waits for.
     * @param jitterNs by up to so much more than δ messages are late.
     */
    record Line(Gate gate, long jitterNs) {
        InputSpec input() {
            return gate.input(channel(), jitterNs);
        }

        private List<Integer> way() {
            return List.of(gate.from(), gate.to());
        }

        /** All that an asset sends is on one channel. */
        String channel() {
            return "of-" + Federate.nameOf(gate.from());
        }

        private Line withDelay(final long delayNs) {
            return new Line(new Gate(gate.from(), gate.to(), delayNs, gate.atStepEnd()), jitterNs);
        }
    }

    /** A system, and the turns that follow; all numbers in nanoseconds. */
    record GateSchedule(long coreStep, long maxDelay, List<Party> parties, List<Line> lines, List<Turn> turns) {
        GateSchedule withLines(final List<Line> others) {
            return new GateSchedule(coreStep, maxDelay, parties, others, turns);
        }

        /** With delays that are all at least D_max, and often just that. */
        GateSchedule withDelaysOfMaxDelay() {
            return withLines(lines.stream().map(line ->
                line.withDelay(maxDelay + Math.max(0, line.gate.delayNs() - GREATEST_DELAY / 2))).toList());
        }

        /** Something is true of every turn, which it also takes. */
        void each(final TurnOf taken) {
            final GateRun run = new GateRun(this);
            turns.forEach(turn -> taken.take(run, turn));
        }

        /** The first so many turns, taken. */
        GateRun run(final int count) {
            final GateRun run = new GateRun(this);
            turns.subList(0, count).forEach(run::take);
            return run;
        }

        @Override
        public String toString() {
            return "ΔT_c = " + coreStep + ", D_max = " + maxDelay + ", " + parties + ", " + lines + " and "
                + turns.size() + " turns";
        }
    }

    /** Acts on a turn. */
    @FunctionalInterface
    interface TurnOf {
        void take(GateRun run, Turn turn);
    }

    /**
     * With a D_max that lets all move, if the gates do. Of lists of so many parts there are more edge cases than tries,
     * and to find them takes longer than all tries.
     */
    @Provide
    Arbitrary<GateSchedule> schedules() {
        return Arbitraries.integers().between(2, Turn.MOST_ASSETS - 1).flatMap(assets -> Combinators.combine(
                any(1, GREATEST_STEP), any(0, 2 * GREATEST_STEP), parties(assets).withoutEdgeCases(),
                lines(assets).withoutEdgeCases(), Turn.countUps(MOST_TURNS).withoutEdgeCases())
            .as((coreStep, spare, parties, lines, turns) -> new GateSchedule(coreStep,
                coreStep + parties.stream().mapToLong(Party::step).max().getAsLong() + spare, parties, lines, turns)));
    }

    private static Arbitrary<List<Party>> parties(final int assets) {
        final Arbitrary<List<List<Integer>>> offsets = Arbitraries.integers().between(0, GREATEST_STEP)
            .list().ofMaxSize(2).withSizeDistribution(RandomDistribution.uniform())
            .list().ofMinSize(1).ofMaxSize(3).withSizeDistribution(RandomDistribution.uniform());
        return Combinators.combine(any(1, GREATEST_STEP), offsets, Arbitraries.of(true, false))
            .as((step, each, promises) -> new Party(step, new Habit(each, promises)))
            .list().ofSize(assets);
    }

    /** Mostly with gates at steps' starts, so that not too many systems stop soon. */
    private static Arbitrary<List<Line>> lines(final int assets) {
        final List<List<Integer>> ways = IntStream.range(0, assets).boxed().flatMap(from -> IntStream.range(0, assets)
            .filter(to -> to != from).mapToObj(to -> List.of(from, to))).toList();
        final Arbitrary<Boolean> atStepEnd = Arbitraries.frequency(Tuple.of(2, false), Tuple.of(1, true));
        return Combinators.combine(Arbitraries.of(ways), mostlyNone(11), atStepEnd, mostlyNone(9))
            .as((way, delay, atEnd, late) -> new Line(new Gate(way.get(0), way.get(1), delay, atEnd), late))
            .list().ofMinSize(1).ofMaxSize(Math.min(MOST_LINES, ways.size()))
            .withSizeDistribution(RandomDistribution.uniform())
            .uniqueElements(Line::way);
    }

    /** 0 so often, and each of the numbers up to the greatest delay once. */
    private static Arbitrary<Long> mostlyNone(final int often) {
        return Arbitraries.frequency(LongStream.rangeClosed(0, GREATEST_DELAY)
            .mapToObj(each -> Tuple.of(each == 0 ? often : 1, each)).toList());
    }

    private static Arbitrary<Long> any(final long least, final long greatest) {
        return Arbitraries.longs().between(least, greatest).withDistribution(RandomDistribution.uniform());
    }
}
