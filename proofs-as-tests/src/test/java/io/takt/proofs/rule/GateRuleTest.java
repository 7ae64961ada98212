package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.rule.Times.Time;
import io.takt.rule.GateRule;
import java.math.BigInteger;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** The gate by itself, over all times. */
@Domain(Times.class)
class GateRuleTest {
    private static final String SEED = "12";

    /** A frontier may also be one less than 0: not even stamp 0 is published. */
    @Property(seed = SEED)
    void g0AGateIsDecidedAsIfNoSumCouldOverflow(
        @ForAll final Time wanted, @ForAll final Time frontier, @ForAll final Time delay) {
        for (final long frontierNs : new long[] {frontier.ns(), -1}) {
            final int order = BigInteger.valueOf(frontierNs).add(BigInteger.valueOf(delay.ns()))
                .compareTo(BigInteger.valueOf(wanted.ns()));
            assertThat(GateRule.opens(wanted.ns(), frontierNs, delay.ns())).isEqualTo(order >= 0);
        }
    }

    /** To send nothing before p is to have published everything up to the nanosecond before. */
    @Property(seed = SEED)
    void g0APromiseIsAFrontierANanosecondEarlier(
        @ForAll final Time wanted, @ForAll final Time promise, @ForAll final Time delay) {
        assertThat(GateRule.opensByPromise(wanted.ns(), promise.ns(), delay.ns()))
            .isEqualTo(GateRule.opens(wanted.ns(), promise.ns() - 1, delay.ns()));
    }

    /** S4: a gate that an old reading opens is open by the newest, too. */
    @Property(seed = SEED)
    void s4AnOldFrontierOnlyMakesTheGateStricter(
        @ForAll final Time wanted, @ForAll final Time read, @ForAll final Time since, @ForAll final Time delay) {
        Assume.that(GateRule.opens(wanted.ns(), read.ns(), delay.ns()));
        assertThat(GateRule.opens(wanted.ns(), read.laterNs(since.ns()), delay.ns())).isTrue();
    }
}
