package io.takt.proofs.rule;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/**
 * Times, steps and moves at both ends of what a long can hold, and in between.
 */
final class Times extends DomainContextBase {
    static final int CLOCKS = 3;
    private static final long NEAR = 200;

    /** From 0 to the largest long. */
    record Time(long ns) {
        /** The time so much later, or the largest long if that is sooner. */
        long laterNs(final long byNs) {
            return ns + Math.min(byNs, Long.MAX_VALUE - ns);
        }
    }

    /** A step or a delay: from 1 to the largest long. */
    record Step(long ns) {
    }

    /**
     * One of several clocks moves forward, or is told to count up.
     *
     * @param who  which, 0 to {@link #CLOCKS} - 1.
     * @param byNs by how much, if it is free to choose.
     */
    record Move(int who, long byNs) {
    }

    @Provide
    Arbitrary<Time> times() {
        return ends().map(Time::new);
    }

    @Provide
    Arbitrary<Step> steps() {
        return ends().map(timeNs -> new Step(Math.max(timeNs, 1)));
    }

    @Provide
    Arbitrary<List<Move>> moves() {
        final Arbitrary<Long> by = Arbitraries.oneOf(Arbitraries.longs().between(0, NEAR), ends());
        return Combinators.combine(Arbitraries.integers().between(0, CLOCKS - 1), by)
            .as(Move::new)
            .list().ofMinSize(1).ofMaxSize(60);
    }

    private static Arbitrary<Long> ends() {
        return Arbitraries.oneOf(
            Arbitraries.longs().between(0, NEAR),
            Arbitraries.longs().between(Long.MAX_VALUE - NEAR, Long.MAX_VALUE),
            Arbitraries.longs().between(0, Long.MAX_VALUE));
    }
}
