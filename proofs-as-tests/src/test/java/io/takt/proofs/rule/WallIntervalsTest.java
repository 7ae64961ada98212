package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.rule.Federate.Placed;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.statistics.Statistics;

/**
 * The paper's note to (a.3) and (b.3): the intervals of wall time may vary. Here assets count up at intervals
 * of their own, looked after at any instants, and the core at any others.
 */
class WallIntervalsTest {
    private static final String SEED = "10";
    private static final double OFTEN = 50.0;

    /** An asset's ΔT_i and Δt_i. */
    record Asset(long stepNs, long intervalNs) {
    }

    /** So long after the last instant; the core counts up or not. */
    record Instant(long sinceNs, boolean core) {
    }

    @Property(seed = SEED)
    void a3AndB3HoldWhateverTheWallIntervalsAre(
        @ForAll("assets") final List<Asset> assets,
        @ForAll @LongRange(min = 1, max = 20) final long coreStepNs,
        @ForAll @LongRange(min = 20, max = 60) final long maxDelayNs,
        @ForAll("instants") final List<Instant> instants) {
        final long[] nowNs = new long[1];
        final Federate federate = Federate.at(0, coreStepNs, maxDelayNs,
            assets.stream().map(asset -> new Placed(0, asset.stepNs, asset.intervalNs)).toList(), () -> nowNs[0]);
        for (final Instant instant : instants) {
            nowNs[0] += instant.sinceNs;
            for (int i = 0; i < assets.size(); i++) {
                federate.assetCountsUp(i, 0);
            }
            if (instant.core) {
                federate.coreCountsUp(Federate.FRESH);
            }
            final long coreTimeNs = federate.core().timeNs();
            for (int i = 0; i < assets.size(); i++) {
                final long timeNs = federate.asset(i).timeNs();
                assertThat(timeNs).isBetween(coreTimeNs - maxDelayNs, coreTimeNs);
                assertThat(timeNs / assets.get(i).stepNs).as("at most one count-up an interval")
                    .isLessThanOrEqualTo(nowNs[0] / assets.get(i).intervalNs);
            }
        }
        Statistics.label("an asset has moved").collect(federate.assets().stream().anyMatch(clock -> clock.timeNs() > 0))
            .coverage(coverage -> coverage.check(true).percentage(percentage -> percentage > OFTEN));
    }

    @Provide
    Arbitrary<List<Asset>> assets() {
        final Arbitrary<Long> numbers = Arbitraries.longs().between(1, 20);
        return Combinators.combine(numbers, numbers).as(Asset::new).list().ofMinSize(1).ofMaxSize(4);
    }

    @Provide
    Arbitrary<List<Instant>> instants() {
        return Combinators.combine(Arbitraries.longs().between(0, 25), Arbitraries.of(true, false)).as(Instant::new)
            .list().ofMinSize(1).ofMaxSize(100).withSizeDistribution(RandomDistribution.uniform());
    }
}
