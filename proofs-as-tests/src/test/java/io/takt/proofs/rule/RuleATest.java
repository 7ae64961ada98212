package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.rule.Times.Move;
import io.takt.proofs.rule.Times.Step;
import io.takt.proofs.rule.Times.Time;
import io.takt.rule.AssetRule;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** (a.1) to (a.3): an asset never passes the core. */
@Domain(Times.class)
class RuleATest {
    private static final String SEED = "1";

    @Property(seed = SEED)
    void a1ProgressWhenTheNextTimeIsAtMostTheCoreTime(
        @ForAll final Time time, @ForAll final Step ahead, @ForAll final Step step) {
        final long coreTimeNs = time.laterNs(ahead.ns());
        final long greatestNs = coreTimeNs - time.ns();
        Assume.that(greatestNs > 0);
        assertThat(AssetRule.progresses(time.ns(), greatestNs, coreTimeNs)).isTrue();
        assertThat(AssetRule.progresses(time.ns(), Math.min(step.ns(), greatestNs), coreTimeNs)).isTrue();
    }

    @Property(seed = SEED)
    void a2RetainWhenTheNextTimeIsBeyondTheCoreTime(
        @ForAll final Time time, @ForAll final Time core, @ForAll final Step step) {
        Assume.that(core.ns() - time.ns() < Long.MAX_VALUE);
        final long smallestNs = Math.max(1, core.ns() - time.ns() + 1);
        assertThat(AssetRule.progresses(time.ns(), smallestNs, core.ns())).isFalse();
        assertThat(AssetRule.progresses(time.ns(), Math.max(step.ns(), smallestNs), core.ns())).isFalse();
    }

    @Property(seed = SEED)
    void a1AndA2AreDecidedAsIfNoSumCouldOverflow(
        @ForAll final Time time, @ForAll final Step step, @ForAll final Time core) {
        final BigInteger next = BigInteger.valueOf(time.ns()).add(BigInteger.valueOf(step.ns()));
        assertThat(AssetRule.progresses(time.ns(), step.ns(), core.ns()))
            .isEqualTo(next.compareTo(BigInteger.valueOf(core.ns())) <= 0);
    }

    /** With any moves of the core, as long as it does not go back. */
    @Property(seed = SEED)
    void a3AnAssetIsNeverAheadOfTheCore(
        @ForAll final Time start, @ForAll final Time lag, @ForAll final Step step, @ForAll final List<Move> moves) {
        long timeNs = start.ns();
        long coreTimeNs = start.laterNs(lag.ns());
        for (final Move move : moves) {
            if (move.who() == 0) {
                coreTimeNs = new Time(coreTimeNs).laterNs(move.byNs());
            } else if (AssetRule.progresses(timeNs, step.ns(), coreTimeNs)) {
                timeNs += step.ns();
            }
            assertThat(timeNs).isBetween(start.ns(), coreTimeNs);
        }
    }

    /** S4: a count-up that an old reading permits is permitted by the newest, too. */
    @Property(seed = SEED)
    void s4AnOldReadingOnlyMakesTheRuleStricter(
        @ForAll final Time time, @ForAll final Step step, @ForAll final Time read, @ForAll final Time since) {
        final long newestNs = read.laterNs(since.ns());
        assertThat(AssetRule.progresses(time.ns(), step.ns(), newestNs)
            || !AssetRule.progresses(time.ns(), step.ns(), read.ns())).isTrue();
    }
}
