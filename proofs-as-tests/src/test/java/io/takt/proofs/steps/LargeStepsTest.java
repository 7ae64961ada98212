package io.takt.proofs.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Steps;
import io.takt.rule.LivenessVerdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** L2v where no search comes to an end: T* is a time that the core may not leave, and those before it are none. */
class LargeStepsTest {
    private static final String SEED = "20";
    private static final int EARLIER = 30;
    private static final double OFTEN = 10.0;

    @Property(seed = SEED)
    void l2vASystemTooLargeToSearchStopsWhereAnAssetMayLagTooMuchAndNotBefore(
        @ForAll("large") final ClockTree system) {
        final LivenessVerdict verdict = system.judge();
        Assume.that(!verdict.live());
        final BigInteger coreStep = big(system.nodes().get(0).steps().greatestNs());
        assertThat(verdict.stopsAtNs().mod(coreStep)).isZero();
        assertThat(mayStopAt(system, verdict.stopsAtNs())).as("%s at %s", system, verdict.stopsAtNs()).isTrue();
        BigInteger earlier = verdict.stopsAtNs();
        for (int i = 0; i < EARLIER && earlier.signum() > 0; i++) {
            earlier = earlier.subtract(coreStep);
            assertThat(mayStopAt(system, earlier)).as("%s at %s", system, earlier).isFalse();
        }
        final BigInteger longest = system.nodes().stream().filter(node -> node.steps().isWhole())
            .map(node -> big(node.steps().greatestNs())).reduce(BigInteger.ONE, BigInteger::max);
        Statistics.label("T* is beyond the longest whole step").collect(verdict.stopsAtNs().compareTo(longest) > 0)
            .coverage(coverage -> {
                coverage.check(true).percentage(percentage -> percentage > OFTEN);
                coverage.check(false).percentage(percentage -> percentage > OFTEN);
            });
    }

    /** Some asset may be behind by the greatest lag below its longest step that is on its grid, and not below 0. */
    private static boolean mayStopAt(final ClockTree system, final BigInteger coreTimeNs) {
        final BigInteger most = big(system.nodes().get(0).maxDelayNs())
            .subtract(big(system.nodes().get(0).steps().greatestNs()));
        return system.nodes().stream().filter(node -> !node.isCore()).anyMatch(node -> {
            final BigInteger granularity = big(node.steps().granularityNs());
            final BigInteger insisted = big(VerdictMutant.insistedNs(node.steps()));
            final BigInteger stands = coreTimeNs.compareTo(insisted) < 0 ? BigInteger.ZERO
                : coreTimeNs.subtract(insisted).divide(granularity).add(BigInteger.ONE).multiply(granularity);
            return coreTimeNs.subtract(stands).compareTo(most) > 0;
        });
    }

    private static BigInteger big(final long number) {
        return BigInteger.valueOf(number);
    }

    @Provide
    Arbitrary<ClockTree> large() {
        return Arbitraries.randomValue(LargeStepsTest::anyLarge);
    }

    private static ClockTree anyLarge(final Random random) {
        final long coreStep = anyLong(random, 1L << 1 + random.nextInt(40));
        final List<Steps> assets = new ArrayList<>();
        long insisted = 0;
        for (int i = random.nextInt(2); i >= 0; i--) {
            final long granularity = anyLong(random, 1L << 1 + random.nextInt(40));
            assets.add(new Steps(granularity * (1 + random.nextInt(1 << random.nextInt(20))), granularity,
                random.nextInt(4) > 0));
            insisted = Math.max(insisted, VerdictMutant.insistedNs(assets.get(assets.size() - 1)));
        }
        final long less = anyLong(random, 1L << 1 + random.nextInt(40));
        return ClockTree.of(coreStep, Math.max(coreStep, coreStep + insisted - less), assets);
    }

    private static long anyLong(final Random random, final long bound) {
        return 1 + Math.floorMod(random.nextLong(), bound);
    }
}
