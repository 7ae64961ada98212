package io.takt.proofs.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/**
 * One turn of a schedule. The readings of a count-up are of any age, each turn anew: so a reading can be lost (the next
 * is as old), come again, or come after a newer one. Wall time is not here: any intervals, varying or not, make some
 * order of turns, and every order of turns is made by some intervals.
 *
 * @param kind of turn.
 * @param who  takes it: 0 for the core, else an asset; taken modulo how many there are.
 * @param ages by how many count-ups the reading of each clock is old, by the clock's number.
 * @param step ΔT_i, in units, of an asset that joins.
 */
record Turn(Kind kind, int who, List<Integer> ages, long step) {
    /** More assets than this do not fit in. */
    static final int MOST_ASSETS = 4;
    private static final int MOST_TURNS = 80;
    private static final List<Integer> NEWEST = List.of(0);

    /** Kinds of turns. */
    enum Kind {
        COUNT_UP,
        JOIN,
        LEAVE,
        RESET
    }

    static Turn countUpOf(final int party) {
        return new Turn(Kind.COUNT_UP, party, NEWEST, 1);
    }

    static Turn join(final long step) {
        return new Turn(Kind.JOIN, 0, NEWEST, step);
    }

    static Turn leave(final int asset) {
        return new Turn(Kind.LEAVE, asset, NEWEST, 1);
    }

    /** Any schedule: fair or not, with readings of any age, with joins, departures and resets. */
    static Arbitrary<List<Turn>> schedules() {
        return schedules(MOST_TURNS, Arbitraries.frequency(
            Tuple.of(50, Kind.COUNT_UP), Tuple.of(3, Kind.JOIN), Tuple.of(2, Kind.LEAVE), Tuple.of(1, Kind.RESET)));
    }

    /** Any schedule without joins, departures and resets. */
    static Arbitrary<List<Turn>> countUps(final int mostTurns) {
        return schedules(mostTurns, Arbitraries.just(Kind.COUNT_UP));
    }

    private static Arbitrary<List<Turn>> schedules(final int mostTurns, final Arbitrary<Kind> kinds) {
        // One choice, as a choice of choices takes longer to draw than a schedule takes to run.
        final Arbitrary<Integer> ages = Arbitraries.frequency(Tuple.of(12, 0),
            Tuple.of(2, 1), Tuple.of(2, 2), Tuple.of(2, 3), Tuple.of(2, 4), Tuple.of(4, Integer.MAX_VALUE));
        return Combinators.combine(
                kinds,
                Arbitraries.integers().between(0, MOST_ASSETS).withDistribution(RandomDistribution.uniform()),
                ages.list().ofSize(MOST_ASSETS + 1),
                Arbitraries.longs().between(1, 40))
            .as(Turn::new)
            .list().ofMinSize(1).ofMaxSize(mostTurns).withSizeDistribution(RandomDistribution.uniform());
    }

    /** The same with newest readings. */
    Turn fresh() {
        return new Turn(kind, who, NEWEST, step);
    }

    /** The same with newest frontiers: of clocks only the core's is read late. */
    Turn withNewestFrontiers() {
        final List<Integer> others = new ArrayList<>(Collections.nCopies(MOST_ASSETS + 1, 0));
        others.set(CounterMemory.CORE, ages.get(CounterMemory.CORE));
        return new Turn(kind, who, others, step);
    }

    /** How old the reading of a clock is. */
    int ageOf(final int number) {
        return ages.get(number % ages.size());
    }

    boolean isCountUpOfCore(final Federate federate) {
        return kind == Kind.COUNT_UP && who % (federate.size() + 1) == 0;
    }

    boolean isCountUpOfAsset(final Federate federate) {
        return kind == Kind.COUNT_UP && !isCountUpOfCore(federate);
    }

    /** Which asset counts up or leaves; only if there is one. */
    int asset(final Federate federate) {
        return kind == Kind.COUNT_UP ? who % (federate.size() + 1) - 1 : who % federate.size();
    }
}
