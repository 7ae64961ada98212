package io.takt.rule;

import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The solutions s of L2 for one pair of clocks, that is of s - gcd(other, s) ≤ slack, where other is the other clock's
 * step and slack is D_max - other ≥ 0. L2 is symmetric, so s may be the asset's step or the core's. For the core's step
 * by L2v other is the asset's granularity, and slack is D_max less the longest step that it insists on.
 *
 * <p>Every s ≤ slack is one. A solution s &gt; slack with gcd d lies in (slack, slack + d], is a multiple of d, and d
 * divides other. There is exactly one multiple of d in that range, and it is a solution for every divisor d of other,
 * since its gcd with other is d or more. So beyond slack there is one <em>special</em> step per divisor of other (some
 * coincide), from slack + 1 (d = 1) to at most slack + other ≤ D_max: no sum here can overflow.
 */
final class SpecialSteps {
    private SpecialSteps() {
    }

    /**
     * The solutions greater than the slack.
     *
     * @param otherNs the other clock's step, greater than 0.
     * @param slackNs 0 or greater; with otherNs a long.
     * @return slack + 1 and all greater solutions.
     */
    static NavigableSet<Long> of(final long otherNs, final long slackNs) {
        final NavigableSet<Long> steps = new TreeSet<>();
        for (final long divisor : Divisors.of(otherNs)) {
            steps.add(slackNs - slackNs % divisor + divisor);
        }
        return steps;
    }
}
