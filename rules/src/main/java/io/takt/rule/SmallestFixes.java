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
 * The smallest changes that make a system live which by L2 or L2v is not: of D_max, of the violating assets' steps or
 * granularities, or of the core's step. Nearest is by absolute difference; of two equally near values the smaller is
 * taken.
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
     * @return at most one fix for each kind, in the order of {@link Target}.
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
        final long slackNs = maxDelayNs - coreStepNs;
        if (slackNs < 0) {
            return;
        }
        final AssetFixes asset = new AssetFixes(coreStepNs, slackNs);
        final List<AssetFacts> violating = facts.stream().filter(fact -> !fact.live()).toList();
        final List<Change> steps = new ArrayList<>();
        violating.forEach(fact -> steps.addAll(asset.ofSteps(fact)));
        fixes.add(new Fix(steps));

        final List<Change> granularities = new ArrayList<>();
        for (final AssetFacts fact : violating) {
            final Change granularity = fact.varies() ? asset.ofGranularity(fact) : null;
            if (granularity != null) {
                granularities.add(granularity);
            } else if (fact.varies()) {
                return;
            } else {
                granularities.addAll(asset.ofSteps(fact));
            }
        }
        if (!granularities.equals(steps)) {
            fixes.add(new Fix(granularities));
        }
    }

    private static void changeCoreStep(
        final long coreStepNs, final long maxDelayNs, final List<AssetFacts> facts, final List<Fix> fixes) {
        final List<Party> parties = facts.stream()
            .map(fact -> new Party(maxDelayNs - fact.insistedNs(), fact.granularityNs()))
            .distinct()
            .sorted(Comparator.comparingLong(Party::slackNs))
            .toList();
        final Party tightest = parties.get(0);
        if (tightest.slackNs() < 0) {
            return;
        }
        // A core step that suits all assets suits the one with the least slack: up to that slack + 1 every core step
        // suits all of them, beyond it only that asset's special ones can.
        final NavigableSet<Long> special = SpecialSteps.of(tightest.granularityNs(), tightest.slackNs());
        Long down = special.lower(coreStepNs);
        Long up = special.higher(coreStepNs);
        while (true) {
            final boolean downIsNearer = up == null || coreStepNs - down <= up - coreStepNs;
            final long candidateNs = downIsNearer ? down : up;
            if (suitsAll(candidateNs, parties)) {
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

    /**
     * The part of an asset's step that a core's step has to suit.
     *
     * @param slackNs       D_max less the longest step that the asset insists on.
     * @param granularityNs g.
     */
    private record Party(long slackNs, long granularityNs) {
    }

    /** L2v for every asset; in ascending order of slack. */
    private static boolean suitsAll(final long coreStepNs, final List<Party> parties) {
        for (final Party party : parties) {
            if (coreStepNs - 1 <= party.slackNs()) {
                return true;
            }
            if (coreStepNs - Divisors.gcd(coreStepNs, party.granularityNs()) > party.slackNs()) {
                return false;
            }
        }
        return true;
    }
}
