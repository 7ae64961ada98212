package io.takt.proofs.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Steps;
import io.takt.rule.LivenessVerdict;
import io.takt.rule.LivenessVerdict.Change;
import io.takt.rule.LivenessVerdict.Fix;
import io.takt.rule.LivenessVerdict.Target;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** L2v: every fix makes the system live for every choice of steps, and no closer change of its kind does. */
class ChosenFixesTest {
    private static final String SEED = "19";
    private static final long FAR = 60;
    private static final double OFTEN = 15.0;
    private static final double SOMETIMES = 2.0;

    @Property(seed = SEED)
    void l2vTheFixesAreTheSmallest(@ForAll("systems") final ClockTree system) {
        final LivenessVerdict verdict = system.judge();
        Assume.that(!verdict.live());
        for (final Fix fix : verdict.fixes()) {
            assertThat(isLive(changed(system, fix.changes()))).as("%s: %s", system, fix).isTrue();
            for (final Change change : fix.changes()) {
                assertThat(isLive(changed(system, without(fix.changes(), change)))).as("%s but %s", fix, change)
                    .isFalse();
                if (fix.changes().size() == 1) {
                    assertNearest(system, change);
                }
            }
        }
        assertThat(verdict.fixes().stream().anyMatch(fix -> has(fix, Target.CORE_STEP)))
            .as("core step of %s", system).isEqualTo(isLive(system.withCoreStep(1)));
        assertThat(verdict.fixes().stream().anyMatch(fix -> has(fix, Target.MAX_DELAY))).isTrue();
        final boolean canSteps = system.nodes().get(0).steps().greatestNs() <= system.nodes().get(0).maxDelayNs();
        assertThat(verdict.fixes().stream().anyMatch(fix ->
            has(fix, Target.ASSET_STEP) || has(fix, Target.ASSET_GRANULARITY))).isEqualTo(canSteps);
        verdict.fixes().forEach(fix -> Statistics.label("fixes").collect(fix.changes().stream()
            .map(Change::target).distinct().toList()));
        Statistics.label("fixes").coverage(coverage -> {
            coverage.check(List.of(Target.ASSET_STEP)).percentage(percentage -> percentage > OFTEN);
            coverage.check(List.of(Target.ASSET_GRANULARITY)).percentage(percentage -> percentage > SOMETIMES);
        });
    }

    /** As it is written; that it is so is seen by every choice. */
    private static boolean isLive(final ClockTree system) {
        final long coreStep = system.nodes().get(0).steps().greatestNs();
        return system.nodes().stream().filter(node -> !node.isCore()).allMatch(node -> {
            final Steps steps = node.steps();
            final long insisted = VerdictMutant.insistedNs(steps);
            return coreStep + insisted - VerdictMutant.gcd(coreStep, steps.granularityNs())
                <= system.nodes().get(0).maxDelayNs();
        });
    }

    /** No value that is closer, nor the smaller of two that are as close, makes it live. */
    private static void assertNearest(final ClockTree system, final Change change) {
        final LongFunction<ClockTree> with = toNs -> changed(system, List.of(
            new Change(change.target(), change.asset(), change.fromNs(), toNs)));
        final long distance = Math.abs(change.toNs() - change.fromNs());
        LongStream.rangeClosed(1, FAR).filter(toNs -> Math.abs(toNs - change.fromNs()) < distance
                || Math.abs(toNs - change.fromNs()) == distance && toNs < change.toNs())
            .filter(toNs -> isPossible(system, change, toNs))
            .forEach(toNs -> assertThat(isLive(with.apply(toNs))).as("%s of %s, with %d", change, system, toNs)
                .isFalse());
    }

    private static boolean isPossible(final ClockTree system, final Change change, final long toNs) {
        if (change.asset() == null) {
            return true;
        }
        final Steps steps = system.nodes().get(placeOf(change)).steps();
        return change.target() == Target.ASSET_GRANULARITY ? steps.greatestNs() % toNs == 0
            : steps.isFixed() || toNs % steps.granularityNs() == 0;
    }

    private static int placeOf(final Change change) {
        return Integer.parseInt(change.asset().substring(1));
    }

    private static ClockTree changed(final ClockTree system, final List<Change> changes) {
        ClockTree changed = system;
        for (final Change change : changes) {
            changed = switch (change.target()) {
                case MAX_DELAY -> changed.withMaxDelay(change.toNs());
                case CORE_STEP -> changed.withCoreStep(change.toNs());
                default -> changed.withSteps(placeOf(change), steps(system, changes, placeOf(change)));
            };
        }
        return changed;
    }

    /** All changes of one asset at once, since its longest step has to be a multiple of its granularity. */
    private static Steps steps(final ClockTree system, final List<Change> changes, final int node) {
        final Steps old = system.nodes().get(node).steps();
        long greatest = old.greatestNs();
        long granularity = old.granularityNs();
        for (final Change change : changes) {
            if (change.asset() != null && placeOf(change) == node) {
                greatest = change.target() == Target.ASSET_STEP ? change.toNs() : greatest;
                granularity =
                    change.target() == Target.ASSET_GRANULARITY || old.isFixed() ? change.toNs() : granularity;
            }
        }
        // Alone, one of two changes may leave a longest step between multiples: it then counts as the next one.
        greatest += Math.floorMod(-greatest, granularity);
        return new Steps(greatest, granularity, old.isWhole());
    }

    private static List<Change> without(final List<Change> changes, final Change one) {
        return changes.stream().filter(change -> change != one).toList();
    }

    private static boolean has(final Fix fix, final Target target) {
        return fix.changes().stream().anyMatch(change -> change.target() == target);
    }

    @Provide
    Arbitrary<ClockTree> systems() {
        return Arbitraries.randomValue(random -> new AnySystem(random).related());
    }
}
