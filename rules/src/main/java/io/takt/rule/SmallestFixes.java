package io.takt.rule;

import io.takt.rule.LivenessVerdict.AssetFacts;
import io.takt.rule.LivenessVerdict.Change;
import io.takt.rule.LivenessVerdict.Fix;
import io.takt.rule.LivenessVerdict.Target;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;

/**
 * The smallest changes that make a system live which by L2 is not: of D_max, of the violating assets' steps, or of the
 * core's step. Nearest is by absolute difference; of two equally near values the smaller is taken.
 */
final class SmallestFixes {
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private SmallestFixes() {
    }

    /**
     * All fixes that exist.
     *
     * @param coreStepNs ΔT_c.
     * @param maxDelayNs D_max.
     * @param facts      the assets, at least one of them not live.
     * @return at most one fix for each target, in the order of {@link Target}.
     */
    static List<Fix> of(final long coreStepNs, final long maxDelayNs, final List<AssetFacts> facts) {
        final List<Fix> fixes = new ArrayList<>(Target.values().length);
        raiseMaxDelay(maxDelayNs, facts, fixes);
        changeAssetSteps(coreStepNs, maxDelayNs, facts, fixes);
        changeCoreStep(coreStepNs, maxDelayNs, facts, fixes);
        return fixes;
    }

    private static void raiseMaxDelay(final long maxDelayNs, final List<AssetFacts> facts, final List<Fix> fixes) {
        BigInteger required = BigInteger.ZERO;
        for (final AssetFacts fact : facts) {
            required = required.max(fact.requiredMaxDelayNs());
        }
        if (required.compareTo(MAX) <= 0) {
            fixes.add(new Fix(List.of(new Change(Target.MAX_DELAY, null, maxDelayNs, required.longValueExact()))));
        }
    }

    /** Each violating asset by itself: L2 says nothing about two assets at once. */
    private static void changeAssetSteps(
        final long coreStepNs, final long maxDelayNs, final List<AssetFacts> facts, final List<Fix> fixes) {
        if (coreStepNs > maxDelayNs) {
            return;
        }
        final NavigableSet<Long> special = SpecialSteps.of(coreStepNs, maxDelayNs);
        final List<Change> changes = new ArrayList<>();
        for (final AssetFacts fact : facts) {
            if (!fact.live()) {
                final long stepNs = fact.stepNs();
                changes.add(new Change(Target.ASSET_STEP, fact.name(), stepNs, nearest(special, stepNs)));
            }
        }
        fixes.add(new Fix(changes));
    }

    private static void changeCoreStep(
        final long coreStepNs, final long maxDelayNs, final List<AssetFacts> facts, final List<Fix> fixes) {
        final long[] stepsNs = facts.stream()
            .map(AssetFacts::stepNs)
            .sorted(Comparator.reverseOrder())
            .distinct()
            .mapToLong(Long::longValue)
            .toArray();
        if (stepsNs[0] > maxDelayNs) {
            return;
        }
        // A core step that suits all assets suits the one with the greatest step, which has the least slack: up to
        // that slack + 1 every core step suits all of them, beyond it only that asset's special ones can.
        final NavigableSet<Long> special = SpecialSteps.of(stepsNs[0], maxDelayNs);
        Long down = special.lower(coreStepNs);
        Long up = special.higher(coreStepNs);
        while (true) {
            final boolean downIsNearer = up == null || coreStepNs - down <= up - coreStepNs;
            final long candidateNs = downIsNearer ? down : up;
            if (suitsAll(candidateNs, maxDelayNs, stepsNs)) {
                fixes.add(new Fix(List.of(new Change(Target.CORE_STEP, null, coreStepNs, candidateNs))));
                return;
            }
            if (downIsNearer) {
                down = special.lower(down);
            } else {
                up = special.higher(up);
            }
        }
    }

    /** The nearest special step to a step that is not one; there is always one below it. */
    private static long nearest(final NavigableSet<Long> special, final long stepNs) {
        final long down = special.lower(stepNs);
        final Long up = special.higher(stepNs);
        return up == null || stepNs - down <= up - stepNs ? down : up;
    }

    /** L2 for every asset; steps in descending order, so that the slack grows. */
    private static boolean suitsAll(final long coreStepNs, final long maxDelayNs, final long[] stepsNs) {
        for (final long stepNs : stepsNs) {
            final long slackNs = maxDelayNs - stepNs;
            if (coreStepNs - 1 <= slackNs) {
                return true;
            }
            if (coreStepNs - Divisors.gcd(coreStepNs, stepNs) > slackNs) {
                return false;
            }
        }
        return true;
    }
}
