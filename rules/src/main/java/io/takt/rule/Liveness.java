package io.takt.rule;

import io.takt.asset.Steps;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * L2 and L2v, exact liveness: a core and its assets can never stop for good, whatever steps those choose whose steps
 * vary, iff for every asset ΔT_c + S - gcd(ΔT_c, g) ≤ D_max. For a fixed step S = g = ΔT_i. One with steps that vary
 * has times that are multiples of its granularity g; S is its greatest step when it does its steps whole or not at all,
 * and g when it takes what it is allowed.
 *
 * <p>Proof. T_c is always a multiple of ΔT_c and T_i of g. When nothing else can move, an asset that takes what it is
 * allowed, or always steps by g, stands at the greatest multiple of g up to T_c, so it lags by T_c mod g. One that
 * chose a step s ≤ S, to be done whole, stands less than s behind T_c, and at 0 at least: so its lag is at most T_c,
 * and at most (T_c mod g) + S - g, which is the greatest number below S that differs from T_c by a multiple of g. It
 * has that lag if it stepped by g up to there and then wants S. The core can move iff lag + ΔT_c ≤ D_max for every
 * asset. Over all multiples T_c of ΔT_c, T_c mod g takes exactly the multiples of the gcd below g; the greatest is g -
 * gcd, and it comes up beyond S, too. If the lag is too great, the first T* where it is can be reached, as nothing
 * stops before, and with those choices no schedule gets the core past it.
 *
 * <p>(e.1) of the Hakoniwa time-sync paper, ΔT_c + ΔT_i ≤ D_max, is the sufficient half.
 */
public final class Liveness {
    private Liveness() {
    }

    /**
     * An asset as far as liveness goes.
     *
     * @param name  what to call it in the verdict.
     * @param steps by how much it counts up at once.
     */
    public record Member(String name, Steps steps) {
        /**
         * Checks both.
         */
        public Member {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(steps, "steps");
        }

        /**
         * An asset with a fixed step.
         *
         * @param name   what to call it in the verdict.
         * @param stepNs ΔT_i, greater than 0.
         * @throws IllegalArgumentException when the step is not greater than 0.
         */
        public Member(final String name, final long stepNs) {
            this(name, Steps.fixedNs(requirePositive("stepNs of asset " + name, stepNs)));
        }

        /** {@return the unit of which its times are multiples: ΔT_i, or the granularity of steps that vary} */
        public long stepNs() {
            return steps.granularityNs();
        }

        /**
         * By how much more than {@link #stepNs} it may want at once and take no less. As far as stopping goes, it then
         * is an asset of that step which sees all other clocks so much earlier.
         *
         * @return S - g for steps that are done whole, else 0.
         */
        long extraNs() {
            return steps.isWhole() ? steps.greatestNs() - steps.granularityNs() : 0;
        }

        /** The longest step that it may want and take no less than. */
        long insistedNs() {
            return stepNs() + extraNs();
        }

        /** The most that it can lag when nothing but the core could move, and that stands at a time. */
        BigInteger greatestLagNs(final BigInteger coreTimeNs) {
            return leastLagNs(coreTimeNs).add(BigInteger.valueOf(extraNs())).min(coreTimeNs);
        }

        /** The same with the shortest steps; for steps that are not whole there is no other. */
        BigInteger leastLagNs(final BigInteger coreTimeNs) {
            return coreTimeNs.mod(BigInteger.valueOf(stepNs()));
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
        BigInteger count = null;
        for (final Member asset : assets) {
            final LivenessVerdict.AssetFacts fact = judgeOne(coreStepNs, maxDelayNs, asset);
            facts.add(fact);
            if (!fact.live()) {
                final BigInteger own = countUpsToStop(coreStepNs, maxDelayNs, asset);
                count = count == null ? own : count.min(own);
            }
        }
        if (count == null) {
            return new LivenessVerdict(true, false, null, null, 0, facts, List.of());
        }

        final BigInteger stopsAt = BigInteger.valueOf(coreStepNs).multiply(count);
        final BigInteger badLag = BigInteger.valueOf(maxDelayNs - coreStepNs + 1);
        final Member sure = mostLagging(assets, asset -> asset.leastLagNs(stopsAt));
        final boolean certain = sure.leastLagNs(stopsAt).compareTo(badLag) >= 0;
        final Member stopper = certain ? sure : mostLagging(assets, asset -> asset.greatestLagNs(stopsAt));
        final BigInteger lag = certain ? sure.leastLagNs(stopsAt) : stopper.greatestLagNs(stopsAt);
        return new LivenessVerdict(
            false,
            certain,
            stopsAt,
            stopper.name(),
            lag.longValueExact(),
            facts,
            SmallestFixes.of(coreStepNs, maxDelayNs, facts));
    }

    private static LivenessVerdict.AssetFacts judgeOne(
        final long coreStepNs, final long maxDelayNs, final Member asset) {
        final long insistedNs = asset.insistedNs();
        final long slackNs = maxDelayNs - coreStepNs;
        final long gcdNs = Divisors.gcd(coreStepNs, asset.stepNs());
        return new LivenessVerdict.AssetFacts(
            asset.name(),
            asset.steps().greatestNs(),
            asset.stepNs(),
            asset.steps().isWhole(),
            gcdNs,
            BigInteger.valueOf(coreStepNs).add(BigInteger.valueOf(insistedNs - gcdNs)),
            insistedNs <= slackNs,
            insistedNs - gcdNs <= slackNs);
    }

    /** How many steps of the core it takes to the first T_c at which an asset may lag by more than D_max - ΔT_c. */
    private static BigInteger countUpsToStop(final long coreStepNs, final long maxDelayNs, final Member asset) {
        final long badLagNs = maxDelayNs - coreStepNs + 1;
        if (badLagNs <= 0) {
            return BigInteger.ZERO;
        }
        // No lag is more than T_c; from there on the remainder decides.
        final long least = (badLagNs - 1) / coreStepNs + 1;
        return BigInteger.valueOf(least).add(FirstMultiple.withRemainderAtLeast(
            least * coreStepNs, coreStepNs, asset.stepNs(), badLagNs - asset.extraNs()));
    }

    private static Member mostLagging(final List<Member> assets, final Function<Member, BigInteger> lag) {
        Member most = assets.get(0);
        for (final Member asset : assets) {
            if (lag.apply(asset).compareTo(lag.apply(most)) > 0) {
                most = asset;
            }
        }
        return most;
    }

    static long requirePositive(final String what, final long valueNs) {
        if (valueNs <= 0) {
            throw new IllegalArgumentException(what + " is " + valueNs + ", must be greater than 0");
        }
        return valueNs;
    }
}
