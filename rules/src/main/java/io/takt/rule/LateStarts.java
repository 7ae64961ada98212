package io.takt.rule;

import java.math.BigInteger;

/**
 * Liveness of a tree whose clocks do not all start at 0. Each starts where its parent's core stands then, so what it
 * has below that is a multiple of its parent's step; but unlike in L4 the multiples of two levels have nothing to do
 * with each other, and the greatest lags of all levels can come at once.
 *
 * <p>When nothing below a core can move, a member lags its parent's core by at most ΔT_member - gcd(ΔT_parent,
 * ΔT_member); by S - gcd(ΔT_parent, g) with steps that vary and are whole. So a federate never stops by itself if D_max
 * is at least its own step and the greatest sum of those on a path to a clock whose time it hears of. With less there
 * are starts with which it does. Where children report their core time this is L2 for each federate, as at 0.
 */
public final class LateStarts {
    private LateStarts() {
    }

    /**
     * The smallest D_max with which a federate never stops by itself, whenever those below it start.
     *
     * @param federate with its members.
     * @return nanoseconds of simulation time; its step when it has no members.
     */
    public static BigInteger requiredMaxDelayNs(final Federate federate) {
        return BigInteger.valueOf(federate.coreStepNs()).add(greatestLagNs(federate));
    }

    /** Of those whose times this core hears of, behind it. */
    private static BigInteger greatestLagNs(final Federate federate) {
        BigInteger most = BigInteger.ZERO;
        for (final Liveness.Member asset : federate.assets()) {
            most = most.max(BigInteger.valueOf(
                asset.insistedNs() - Divisors.gcd(federate.coreStepNs(), asset.stepNs())));
        }
        for (final Federate child : federate.children()) {
            final BigInteger ownNs = BigInteger.valueOf(
                child.coreStepNs() - Divisors.gcd(federate.coreStepNs(), child.coreStepNs()));
            most = most.max(child.report() == Report.CORE ? ownNs : ownNs.add(greatestLagNs(child)));
        }
        return most;
    }
}
