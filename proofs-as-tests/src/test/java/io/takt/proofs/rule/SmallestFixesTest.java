package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.LivenessVerdict;
import io.takt.rule.LivenessVerdict.Change;
import io.takt.rule.LivenessVerdict.Fix;
import io.takt.rule.LivenessVerdict.Target;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** L2: every fix by itself makes the system live, and no closer change of its kind does. */
class SmallestFixesTest {
    private static final String SEED = "6";
    private static final int TRIES = 500;
    /** In a system too large to try every closer value, this many are tried at either end. */
    private static final long NEIGHBOURS = 200;

    @Property(seed = SEED, tries = TRIES)
    void everyFixOfASmallSystemIsLiveWhenRunAndNoCloserChangeIs(@ForAll("small") final Parameters parameters) {
        assertThat(parameters.judge().fixes().isEmpty()).isEqualTo(neverStops(parameters));
        Assume.that(!parameters.judge().live());
        assertSmallest(parameters, SmallestFixesTest::neverStops, Long.MAX_VALUE);
    }

    @Example
    void everyFixOfEverySystemOfTwoAssetsWithSmallNumbersIsTheSmallest() {
        for (long coreStep = 1; coreStep <= 9; coreStep++) {
            for (long one = 1; one <= 9; one++) {
                for (long two = 1; two <= one; two++) {
                    for (long maxDelay = 1; maxDelay <= 17; maxDelay++) {
                        final Parameters parameters = new Parameters(coreStep, maxDelay, List.of(one, two));
                        if (!ExactL2.holds(parameters)) {
                            assertSmallest(parameters, ExactL2::holds, Long.MAX_VALUE);
                        }
                    }
                }
            }
        }
    }

    @Property(seed = SEED, tries = TRIES)
    void everyFixOfALargeSystemIsLiveAndNoNeighbourCloserIs(@ForAll("large") final Parameters parameters) {
        Assume.that(!ExactL2.holds(parameters));
        assertSmallest(parameters, ExactL2::holds, NEIGHBOURS);
    }

    private static void assertSmallest(
        final Parameters parameters, final Predicate<Parameters> live, final long neighbours) {
        final Map<Target, Fix> fixes = byTarget(parameters.judge());
        assertMaxDelay(parameters, fixes.get(Target.MAX_DELAY), live, neighbours);
        assertAssetSteps(parameters, fixes.get(Target.ASSET_STEP), live, neighbours);
        assertCoreStep(parameters, fixes.get(Target.CORE_STEP), live, neighbours);
    }

    private static void assertMaxDelay(
        final Parameters parameters, final Fix fix, final Predicate<Parameters> live, final long neighbours) {
        final LongPredicate works = value -> live.test(parameters.withMaxDelay(value));
        if (fix == null) {
            assertThat(works.test(Long.MAX_VALUE)).as("D_max of %s can be raised enough", parameters).isFalse();
            return;
        }
        assertThat(fix.changes()).hasSize(1);
        assertNearest(fix.changes().get(0), null, parameters.maxDelayNs(), works, neighbours);
    }

    private static void assertAssetSteps(
        final Parameters parameters, final Fix fix, final Predicate<Parameters> live, final long neighbours) {
        if (fix == null) {
            assertThat(parameters.coreStepNs()).isGreaterThan(parameters.maxDelayNs());
            assertThat(live.test(parameters.withStep(0, 1))).as("step 1 is the easiest").isFalse();
            return;
        }
        final int[] violating = IntStream.range(0, parameters.stepsNs().size())
            .filter(asset -> !live.test(parameters.only(asset)))
            .toArray();
        assertThat(fix.changes()).hasSameSizeAs(violating);
        Parameters fixed = parameters;
        for (int i = 0; i < violating.length; i++) {
            final int asset = violating[i];
            final Change change = fix.changes().get(i);
            assertNearest(change, Parameters.nameOf(asset), parameters.stepsNs().get(asset),
                value -> live.test(parameters.only(asset).withStep(0, value)), neighbours);
            fixed = fixed.withStep(asset, change.toNs());
        }
        assertThat(live.test(fixed)).as("%s after %s", parameters, fix).isTrue();
    }

    private static void assertCoreStep(
        final Parameters parameters, final Fix fix, final Predicate<Parameters> live, final long neighbours) {
        final LongPredicate works = value -> live.test(parameters.withCoreStep(value));
        if (fix == null) {
            assertThat(parameters.stepsNs()).anyMatch(stepNs -> stepNs > parameters.maxDelayNs());
            assertThat(works.test(1)).as("core step 1 is the easiest for %s", parameters).isFalse();
            return;
        }
        assertThat(fix.changes()).hasSize(1);
        assertNearest(fix.changes().get(0), null, parameters.coreStepNs(), works, neighbours);
    }

    /** No value that is closer, nor the smaller of two that are as close, works; the proposed one does. */
    private static void assertNearest(
        final Change change,
        final String asset,
        final long fromNs,
        final LongPredicate works,
        final long neighbours) {
        assertThat(change.asset()).isEqualTo(asset);
        assertThat(change.fromNs()).isEqualTo(fromNs);
        assertThat(change.toNs()).isPositive();
        assertThat(works.test(change.toNs())).as("%s works", change).isTrue();

        final long distanceNs = Math.abs(change.toNs() - fromNs);
        assertThat(distanceNs).isPositive();
        final LongStream closer = distanceNs <= 2 * Math.min(neighbours, Integer.MAX_VALUE)
            ? LongStream.range(0, distanceNs)
            : LongStream.concat(
                LongStream.range(0, neighbours), LongStream.range(distanceNs - neighbours, distanceNs));
        closer.forEach(nearNs -> {
            assertThat(fromNs > nearNs && works.test(fromNs - nearNs)).as("%s, nearer %d less", change, nearNs)
                .isFalse();
            assertThat(fromNs <= Long.MAX_VALUE - nearNs && works.test(fromNs + nearNs))
                .as("%s, nearer %d more", change, nearNs).isFalse();
        });
        final boolean smallerWorks =
            change.toNs() > fromNs && fromNs > distanceNs && works.test(fromNs - distanceNs);
        assertThat(smallerWorks).as("%s, smaller and as near", change).isFalse();
    }

    private static Map<Target, Fix> byTarget(final LivenessVerdict verdict) {
        final Map<Target, Fix> fixes = new EnumMap<>(Target.class);
        for (final Fix fix : verdict.fixes()) {
            final Target target = fix.changes().get(0).target();
            assertThat(fix.changes()).allMatch(change -> change.target() == target);
            assertThat(fixes.put(target, fix)).as("another fix for %s", target).isNull();
        }
        assertThat(verdict.fixes()).as("in order").containsExactlyElementsOf(fixes.values());
        return fixes;
    }

    /**
     * The core meets each asset again within the longest period of a pair. It is held by the lag of one asset, so a run
     * that gets further never stops; L2 with all assets at once is tried elsewhere over their common period.
     */
    private static boolean neverStops(final Parameters parameters) {
        final long longEnoughNs = IntStream.range(0, parameters.stepsNs().size())
            .mapToLong(asset -> parameters.only(asset).leastCommonMultiple()).max().getAsLong();
        return FairRun.stop(parameters, 2 * longEnoughNs, parameters.hashCode()).isEmpty();
    }

    @Provide
    Arbitrary<Parameters> small() {
        return Arbitraries.oneOf(Parameters.small(), Parameters.related());
    }

    @Provide
    Arbitrary<Parameters> large() {
        return Parameters.large();
    }
}
