package io.takt.rule;

import io.takt.rule.LivenessVerdict.AssetFacts;
import io.takt.rule.LivenessVerdict.Change;
import io.takt.rule.LivenessVerdict.Target;
import java.util.List;
import java.util.NavigableSet;

/**
 * The nearest steps, or the nearest granularity, with which an asset no longer violates L2 or L2v: with which
 * S - gcd(ΔT_c, g) is at most the slack, D_max - ΔT_c.
 */
final class AssetFixes {
    private final long coreStepNs;
    private final long slackNs;
    private final NavigableSet<Long> special;

    /**
     * For assets of a core.
     *
     * @param slackNs D_max - ΔT_c, 0 or greater.
     */
    AssetFixes(final long coreStepNs, final long slackNs) {
        this.coreStepNs = coreStepNs;
        this.slackNs = slackNs;
        special = SpecialSteps.of(coreStepNs, slackNs);
    }

    /**
     * The changes, at best of the longest step alone.
     *
     * @param fact of an asset that violates it.
     * @return one change, or of the longest step and the granularity where neither would do by itself.
     */
    List<Change> ofSteps(final AssetFacts fact) {
        if (!fact.varies()) {
            return List.of(step(fact, nearestStep(fact.stepNs())));
        }
        final long greatestNs = fact.wholeSteps() ? greatestNs(fact.granularityNs()) : 0;
        if (greatestNs > 0) {
            return List.of(step(fact, greatestNs));
        }
        final Change granularity = ofGranularity(fact);
        if (granularity != null) {
            return List.of(granularity);
        }
        final long granularityNs = nearestStep(fact.granularityNs());
        return List.of(step(fact, greatestNs(granularityNs)), granularity(fact, granularityNs));
    }

    /**
     * The granularity alone: the longest step stays as it is, so it has to be a multiple.
     *
     * @param fact of an asset with steps that vary that violates it.
     * @return null when no granularity helps.
     */
    Change ofGranularity(final AssetFacts fact) {
        long nearestNs = 0;
        for (final long granularityNs : Divisors.of(fact.stepNs())) {
            final long insistedNs = fact.wholeSteps() ? fact.stepNs() : granularityNs;
            final boolean isNearer = nearestNs == 0
                || Math.abs(granularityNs - fact.granularityNs()) < Math.abs(nearestNs - fact.granularityNs());
            if (isNearer && insistedNs - Divisors.gcd(coreStepNs, granularityNs) <= slackNs) {
                nearestNs = granularityNs;
            }
        }
        return nearestNs == 0 ? null : granularity(fact, nearestNs);
    }

    /** The longest whole step that does with a granularity; 0 when there is none. */
    private long greatestNs(final long granularityNs) {
        final long gcdNs = Divisors.gcd(coreStepNs, granularityNs);
        // Not more than D_max, since the gcd is at most the core's step.
        return (slackNs + gcdNs) / granularityNs * granularityNs;
    }

    /** The nearest special step to a step that is not one; there is always one below it. */
    private long nearestStep(final long stepNs) {
        final long down = special.lower(stepNs);
        final Long up = special.higher(stepNs);
        return up == null || stepNs - down <= up - stepNs ? down : up;
    }

    private static Change step(final AssetFacts fact, final long toNs) {
        return new Change(Target.ASSET_STEP, fact.name(), fact.stepNs(), toNs);
    }

    private static Change granularity(final AssetFacts fact, final long toNs) {
        return new Change(Target.ASSET_GRANULARITY, fact.name(), fact.granularityNs(), toNs);
    }
}
