package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.rule.Federate.Placed;
import io.takt.proofs.rule.Times.Move;
import io.takt.proofs.rule.Times.Step;
import io.takt.proofs.rule.Times.Time;
import io.takt.rule.CoreRule;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** (b.1) to (b.3): the core is never more than D_max ahead of any asset. */
@Domain(Times.class)
class RuleBTest {
    private static final String SEED = "2";

    @Property(seed = SEED)
    void b1ProgressWhenNoAssetWouldBeMoreThanTheMaxDelayBehind(
        @ForAll final Time core, @ForAll final Step step, @ForAll final Step maxDelay, @ForAll final Time ahead) {
        Assume.that(core.ns() < Long.MAX_VALUE);
        final long stepNs = Math.min(step.ns(), Long.MAX_VALUE - core.ns());
        final long lowestNs = Math.max(0, core.ns() + stepNs - maxDelay.ns());
        Assume.that(lowestNs <= core.ns());
        final Federate federate = Federate.at(core.ns(), stepNs, maxDelay.ns(), List.of(
            new Placed(lowestNs, 1), new Placed(Math.min(core.ns(), new Time(lowestNs).laterNs(ahead.ns())), 1)));
        assertThat(federate.coreCountsUp(Federate.FRESH)).isTrue();
        assertThat(federate.core().timeNs()).isEqualTo(core.ns() + stepNs);
    }

    @Property(seed = SEED)
    void b2RetainWhenAnyAssetWouldBeMoreThanTheMaxDelayBehind(
        @ForAll final Time before, @ForAll final Step step, @ForAll final Step maxDelay, @ForAll final Time behind) {
        final long nextNs = new Time(before.ns()).laterNs(step.ns());
        Assume.that(nextNs > before.ns() && nextNs > maxDelay.ns());
        final long tooLateNs = nextNs - maxDelay.ns() - 1;
        final long stepNs = nextNs - before.ns();
        assertThat(countsUp(before.ns(), stepNs, maxDelay.ns(), tooLateNs)).isFalse();
        assertThat(countsUp(before.ns(), stepNs, maxDelay.ns(), Math.max(0, tooLateNs - behind.ns()))).isFalse();

        final Federate federate = Federate.at(before.ns(), stepNs, maxDelay.ns(), List.of(
            new Placed(before.ns(), 1), new Placed(Math.min(before.ns(), tooLateNs), 1)));
        assertThat(federate.coreCountsUp(Federate.FRESH)).isFalse();
        assertThat(federate.core().timeNs()).isEqualTo(before.ns());
    }

    @Property(seed = SEED)
    void b1AndB2AreDecidedAsIfNoSumCouldOverflow(
        @ForAll final Time core, @ForAll final Step step, @ForAll final Time asset, @ForAll final Step maxDelay) {
        final BigInteger next = BigInteger.valueOf(core.ns()).add(BigInteger.valueOf(step.ns()));
        final boolean isTime = next.bitLength() < Long.SIZE;
        assertThat(CoreRule.isLast(core.ns(), step.ns())).isEqualTo(!isTime);
        if (isTime) {
            final BigInteger latest = BigInteger.valueOf(asset.ns()).add(BigInteger.valueOf(maxDelay.ns()));
            assertThat(CoreRule.allows(next.longValueExact(), asset.ns(), maxDelay.ns()))
                .isEqualTo(next.compareTo(latest) <= 0);
        }
    }

    /** With any moves of the asset, as long as it does not go back. */
    @Property(seed = SEED)
    void b3TheCoreIsNeverMoreThanTheMaxDelayAheadOfAnAsset(
        @ForAll final Time start,
        @ForAll final Step step,
        @ForAll final Step maxDelay,
        @ForAll final List<Move> moves) {
        long coreTimeNs = start.ns();
        long timeNs = start.ns();
        for (final Move move : moves) {
            if (move.who() == 0) {
                timeNs = new Time(timeNs).laterNs(move.byNs());
            } else if (countsUp(coreTimeNs, step.ns(), maxDelay.ns(), timeNs)) {
                coreTimeNs += step.ns();
            }
            assertThat(coreTimeNs).isGreaterThanOrEqualTo(start.ns());
            assertThat(coreTimeNs - timeNs).isLessThanOrEqualTo(maxDelay.ns());
        }
    }

    /** S4: a count-up that an old reading permits is permitted by the newest, too. */
    @Property(seed = SEED)
    void s4AnOldReadingOnlyMakesTheRuleStricter(
        @ForAll final Time core,
        @ForAll final Step step,
        @ForAll final Step maxDelay,
        @ForAll final Time read,
        @ForAll final Time since) {
        final long newestNs = read.laterNs(since.ns());
        assertThat(countsUp(core.ns(), step.ns(), maxDelay.ns(), newestNs)
            || !countsUp(core.ns(), step.ns(), maxDelay.ns(), read.ns())).isTrue();
    }

    private boolean countsUp(
        final long coreTimeNs, final long stepNs, final long maxDelayNs, final long... timesNs) {
        return !CoreRule.isLast(coreTimeNs, stepNs) && Arrays.stream(timesNs)
            .allMatch(timeNs -> CoreRule.allows(coreTimeNs + stepNs, timeNs, maxDelayNs));
    }
}
