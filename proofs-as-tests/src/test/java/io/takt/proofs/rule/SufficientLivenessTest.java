package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.LivenessVerdict;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/**
 * (e.1): ΔT_i + ΔT_c ≤ D_max for every asset is sufficient. It is necessary as far as the paper's argument carries, for
 * lags that take every value below ΔT_i; clocks that start at 0 have lags that are multiples of gcd(ΔT_c, ΔT_i).
 */
class SufficientLivenessTest {
    private static final String SEED = "5";
    private static final long LONGEST_PERIOD = 60_000;

    @Property(seed = SEED)
    void e1IsSufficient(@ForAll("fitting") final Parameters parameters, @ForAll final long schedule) {
        final LivenessVerdict verdict = parameters.judge();
        assertThat(verdict.assets()).allMatch(LivenessVerdict.AssetFacts::sufficient);
        assertThat(verdict.live()).isTrue();
        Assume.that(parameters.leastCommonMultiple() <= LONGEST_PERIOD);
        assertThat(FairRun.stop(parameters, 2 * parameters.leastCommonMultiple(), schedule)).isEmpty();
    }

    @Property(seed = SEED)
    void e1IsSaidOfEachAssetAsIfNoSumCouldOverflow(@ForAll("any") final Parameters parameters) {
        final LivenessVerdict verdict = parameters.judge();
        for (final LivenessVerdict.AssetFacts fact : verdict.assets()) {
            final BigInteger sum = BigInteger.valueOf(fact.stepNs()).add(BigInteger.valueOf(parameters.coreStepNs()));
            assertThat(fact.sufficient())
                .isEqualTo(sum.compareTo(BigInteger.valueOf(parameters.maxDelayNs())) <= 0);
            assertThat(fact.live() || !fact.sufficient()).isTrue();
        }
    }

    /** With any lags, multiples of something or not: if no asset can move then the core can. */
    @Property(seed = SEED)
    void e1IsSufficientInEveryState(
        @ForAll("fitting") final Parameters parameters, @ForAll @Size(4) final List<@LongRange(max = 400) Long> lags) {
        assertThat(inHalves(parameters, lags).rests()).isFalse();
    }

    /** If it is violated, some lag below ΔT_i, and a safe one, stops all: half a nanosecond below will do. */
    @Property(seed = SEED)
    void e1IsNecessaryWhereALagCanTakeEveryValue(@ForAll("small") final Parameters parameters) {
        for (int asset = 0; asset < parameters.stepsNs().size(); asset++) {
            final long stepNs = parameters.stepsNs().get(asset);
            final long halves = Math.min(2 * stepNs - 1, 2 * parameters.maxDelayNs());
            final Federate federate = inHalves(parameters.only(asset), List.of(halves));
            assertThat(federate.rests()).as("%s", parameters.only(asset))
                .isEqualTo(stepNs + parameters.coreStepNs() > parameters.maxDelayNs());
            assertThat(Statement.C3.holds(federate)).isTrue();
        }
    }

    /** From 0 it is not: with D_max short of (e.1) by up to the gcd, no fair run ever stops. */
    @Property(seed = SEED)
    void e1IsNotNecessaryWhenAllClocksStartAtZero(
        @ForAll("related") final Parameters parameters, @ForAll final long schedule) {
        final Parameters one = parameters.only(0);
        final long stepNs = one.stepsNs().get(0);
        final long gcdNs = one.judge().assets().get(0).gcdNs();
        Assume.that(gcdNs > 1);
        final long sufficientNs = one.coreStepNs() + stepNs;
        for (final long maxDelayNs : List.of(sufficientNs - 1, sufficientNs - gcdNs)) {
            final Parameters shorter = one.withMaxDelay(maxDelayNs);
            assertThat(FairRun.stop(shorter, 2 * shorter.leastCommonMultiple(), schedule)).isEmpty();
        }
        final Parameters tooShort = one.withMaxDelay(sufficientNs - gcdNs - 1);
        Assume.that(tooShort.maxDelayNs() > 0);
        assertThat(FairRun.stop(tooShort, 2 * tooShort.leastCommonMultiple(), schedule)).isPresent();
    }

    /** The system in units of half a nanosecond, at some time, with lags that are given in them. */
    private static Federate inHalves(final Parameters parameters, final List<Long> lags) {
        final long coreTime = 1_000;
        final long maxDelay = 2 * parameters.maxDelayNs();
        return Federate.at(coreTime, 2 * parameters.coreStepNs(), maxDelay,
            IntStream.range(0, parameters.stepsNs().size()).mapToObj(i ->
                new Federate.Placed(coreTime - Math.min(lags.get(i), maxDelay), 2 * parameters.stepsNs().get(i)))
                .toList());
    }

    @Example
    void e1IsNotNecessaryForTheSmallestExample() {
        final Parameters parameters = new Parameters(4, 4, List.of(4L, 2L));
        final LivenessVerdict verdict = parameters.judge();
        assertThat(verdict.assets()).noneMatch(LivenessVerdict.AssetFacts::sufficient);
        assertThat(verdict.live()).isTrue();
        assertThat(FairRun.stop(parameters, 1_000, 0)).isEmpty();
    }

    @Provide
    Arbitrary<Parameters> fitting() {
        return Parameters.small().map(parameters -> parameters.withMaxDelay(
            parameters.coreStepNs() + parameters.stepsNs().stream().mapToLong(Long::longValue).max().getAsLong()
                + parameters.maxDelayNs() / 4));
    }

    @Provide
    Arbitrary<Parameters> small() {
        return Parameters.small();
    }

    @Provide
    Arbitrary<Parameters> related() {
        return Parameters.related();
    }

    @Provide
    Arbitrary<Parameters> any() {
        return Arbitraries.oneOf(Parameters.small(), Parameters.large());
    }
}
