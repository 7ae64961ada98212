package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.rule.LivenessVerdict;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** (e.1): ΔT_i + ΔT_c ≤ D_max for every asset is enough, but more than is needed. */
class SufficientLivenessTest {
    private static final String SEED = "5";
    private static final long LONGEST_PERIOD = 60_000;

    @Property(seed = SEED)
    void e1IsEnough(@ForAll("fitting") final Parameters parameters, @ForAll final long schedule) {
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

    @Example
    void e1IsNotNeeded() {
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
    Arbitrary<Parameters> any() {
        return Arbitraries.oneOf(Parameters.small(), Parameters.large());
    }
}
