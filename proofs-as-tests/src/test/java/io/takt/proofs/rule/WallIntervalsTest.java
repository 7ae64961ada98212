package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.AssetClock;
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
 * The paper's note to (a.3) and (b.3): the intervals of wall time may vary. Here the shipped clocks of assets count up
 * at intervals of their own, seen by whoever looks after them at any instants, and the core at any others.
 */
class WallIntervalsTest {
    private static final String SEED = "10";
    private static final double OFTEN = 50.0;

    /** An asset's ΔT_i and Δt_i. */
    record Asset(long stepNs, long intervalNs) {
        AssetClock clock() {
            return new AssetClock(0, stepNs, intervalNs, 0);
        }
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
        final Rules rules = RulesUnderTest.get();
        final List<AssetClock> clocks = assets.stream().map(Asset::clock).toList();
        long nowNs = 0;
        long coreTimeNs = 0;
        for (final Instant instant : instants) {
            nowNs += instant.sinceNs;
            for (final AssetClock clock : clocks) {
                countUp(clock, coreTimeNs, nowNs);
            }
            final long fromNs = coreTimeNs;
            if (instant.core && clocks.stream().allMatch(
                clock -> rules.coreProgresses(fromNs, coreStepNs, clock.timeNs(), maxDelayNs))) {
                coreTimeNs += coreStepNs;
            }
            for (int i = 0; i < clocks.size(); i++) {
                assertThat(clocks.get(i).timeNs()).isBetween(coreTimeNs - maxDelayNs, coreTimeNs);
                assertThat(clocks.get(i).timeNs() / assets.get(i).stepNs).as("at most one count-up an interval")
                    .isLessThanOrEqualTo(nowNs / assets.get(i).intervalNs);
            }
        }
        Statistics.label("an asset has moved").collect(clocks.stream().anyMatch(clock -> clock.timeNs() > 0))
            .coverage(coverage -> coverage.check(true).percentage(percentage -> percentage > OFTEN));
    }

    private static void countUp(final AssetClock clock, final long coreTimeNs, final long nowNs) {
        if (clock.isDue(nowNs)) {
            if (clock.progresses(coreTimeNs)) {
                clock.progress(nowNs);
            } else {
                clock.retain(nowNs);
            }
        }
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
