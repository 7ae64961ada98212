package io.takt.rule;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * L2, exact liveness: a core and its assets can never stop for good iff for every asset
 * ΔT_c + ΔT_i - gcd(ΔT_c, ΔT_i) ≤ D_max.
 *
 * <p>Proof. T_c is always a multiple of ΔT_c and T_i of ΔT_i. When nothing else can move, T_i is the greatest multiple
 * of ΔT_i up to T_c, so asset i lags by T_c mod ΔT_i and the core can move iff (T_c mod ΔT_i) + ΔT_c ≤ D_max for every
 * i. Over all multiples T_c of ΔT_c, T_c mod ΔT_i takes exactly the multiples of the gcd below ΔT_i; the greatest is
 * ΔT_i - gcd. If it is too great, no schedule gets the core past the first T* where
 * max_i (T* mod ΔT_i) + ΔT_c &gt; D_max, for an asset never lags less than that, and every fair one gets it there.
 *
 * <p>(e.1) of the Hakoniwa time-sync paper, ΔT_c + ΔT_i ≤ D_max, is the sufficient half.
 */
public final class Liveness {
    private Liveness() {
    }

    /**
     * An asset as far as liveness goes.
     *
     * @param name   what to call it in the verdict.
     * @param stepNs ΔT_i, greater than 0.
     */
    public record Member(String name, long stepNs) {
        /**
         * Checks both.
         *
         * @throws IllegalArgumentException when the step is not greater than 0.
         */
        public Member {
            Objects.requireNonNull(name, "name");
            requirePositive("stepNs of asset " + name, stepNs);
        }
    }

    /**
     * Judges a system. Steps may be greater than D_max. Takes well under a second whatever the numbers are: nothing
     * is found by stepping.
     *
     * @param coreStepNs ΔT_c, greater than 0.
     * @param maxDelayNs D_max, greater than 0.
     * @param assets     the assets; with none nothing binds the core, which is live.
     * @return the verdict, with T* and fixes when it is not live.
     * @throws IllegalArgumentException when a number is not greater than 0.
     */
    public static LivenessVerdict judge(final long coreStepNs, final long maxDelayNs, final List<Member> assets) {
        requirePositive("coreStepNs", coreStepNs);
        requirePositive("maxDelayNs", maxDelayNs);

        final List<LivenessVerdict.AssetFacts> facts = new ArrayList<>(assets.size());
        boolean live = true;
        for (final Member asset : assets) {
            final LivenessVerdict.AssetFacts fact = judgeOne(coreStepNs, maxDelayNs, asset);
            facts.add(fact);
            live &= fact.live();
        }
        if (live) {
            return new LivenessVerdict(true, null, null, 0, facts, List.of());
        }

        final BigInteger stopsAt = stopsAt(coreStepNs, maxDelayNs, facts);
        final LivenessVerdict.AssetFacts stopper = mostLagging(stopsAt, facts);
        return new LivenessVerdict(
            false,
            stopsAt,
            stopper.name(),
            lagNs(stopsAt, stopper.stepNs()),
            facts,
            SmallestFixes.of(coreStepNs, maxDelayNs, facts));
    }

    private static LivenessVerdict.AssetFacts judgeOne(
        final long coreStepNs, final long maxDelayNs, final Member asset) {
        final long stepNs = asset.stepNs();
        final long slackNs = maxDelayNs - coreStepNs;
        final long gcdNs = Divisors.gcd(coreStepNs, stepNs);
        return new LivenessVerdict.AssetFacts(
            asset.name(),
            stepNs,
            gcdNs,
            BigInteger.valueOf(coreStepNs).add(BigInteger.valueOf(stepNs - gcdNs)),
            stepNs <= slackNs,
            stepNs - gcdNs <= slackNs);
    }

    /** T*: the first multiple of ΔT_c at which some asset lags by more than D_max - ΔT_c. */
    private static BigInteger stopsAt(
        final long coreStepNs, final long maxDelayNs, final List<LivenessVerdict.AssetFacts> facts) {
        final long firstBadLagNs = maxDelayNs - coreStepNs + 1;
        BigInteger count = null;
        for (final LivenessVerdict.AssetFacts fact : facts) {
            if (!fact.live()) {
                final BigInteger own =
                    FirstMultiple.withRemainderAtLeast(coreStepNs, fact.stepNs(), firstBadLagNs);
                count = count == null ? own : count.min(own);
            }
        }
        return BigInteger.valueOf(coreStepNs).multiply(count);
    }

    private static LivenessVerdict.AssetFacts mostLagging(
        final BigInteger coreTimeNs, final List<LivenessVerdict.AssetFacts> facts) {
        LivenessVerdict.AssetFacts most = facts.get(0);
        for (final LivenessVerdict.AssetFacts fact : facts) {
            if (lagNs(coreTimeNs, fact.stepNs()) > lagNs(coreTimeNs, most.stepNs())) {
                most = fact;
            }
        }
        return most;
    }

    private static long lagNs(final BigInteger coreTimeNs, final long stepNs) {
        return coreTimeNs.mod(BigInteger.valueOf(stepNs)).longValueExact();
    }

    static void requirePositive(final String what, final long valueNs) {
        if (valueNs <= 0) {
            throw new IllegalArgumentException(what + " is " + valueNs + ", must be greater than 0");
        }
    }
}
