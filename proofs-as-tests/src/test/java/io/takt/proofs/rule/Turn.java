package io.takt.proofs.rule;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Who counts up next, and how old its readings are.
 *
 * @param who  0 for the core, else the number of the asset; taken modulo how many there are.
 * @param ages by how many count-ups the reading of each clock is old.
 */
record Turn(int who, List<Integer> ages) {
    private static final int AT_MOST = 4;

    /** Any schedule: fair or not, with readings of any age. */
    static Arbitrary<List<Turn>> schedules() {
        final Arbitrary<Integer> age = Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.just(0)),
            Tuple.of(2, Arbitraries.integers().between(1, 4)),
            Tuple.of(1, Arbitraries.just(Integer.MAX_VALUE)));
        return Combinators.combine(Arbitraries.integers().between(0, AT_MOST), age.list().ofSize(AT_MOST))
            .as(Turn::new)
            .list().ofMinSize(1).ofMaxSize(80);
    }

    /** Takes this turn, with readings as old as it says. */
    boolean take(final Federate federate) {
        return take(federate, 1);
    }

    /** Takes this turn with newest readings. */
    boolean takeFresh(final Federate federate) {
        return take(federate, 0);
    }

    private boolean take(final Federate federate, final long old) {
        final int party = who % (federate.size() + 1);
        return party == 0
            ? federate.coreCountsUp(asset -> old * ages.get(asset))
            : federate.assetCountsUp(party - 1, old * ages.get(party - 1));
    }
}
