package io.takt.proofs.rule;

import io.takt.rule.Liveness;
import io.takt.rule.LivenessVerdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** The parameters of a system: ΔT_c, D_max and the ΔT_i. */
public record Parameters(long coreStepNs, long maxDelayNs, List<Long> stepsNs) {
    private static final int MOST_ASSETS = 4;
    private static final long GREATEST_STEP = 40;
    private static final long GREATEST_DELAY = 100;

    /** Systems small enough to be run; a good half of them have steps that fit D_max. */
    static Arbitrary<Parameters> small() {
        final Arbitrary<Long> steps = Arbitraries.longs().between(1, GREATEST_STEP);
        final Arbitrary<Long> delays = Arbitraries.oneOf(
            Arbitraries.longs().between(1, GREATEST_DELAY), Arbitraries.longs().between(1, GREATEST_STEP));
        return of(steps, delays);
    }

    /** Systems with steps of many common divisors, so that L2 and (e.1) part. */
    static Arbitrary<Parameters> related() {
        final Arbitrary<Long> steps = Arbitraries.of(4L, 6L, 8L, 9L, 10L, 12L, 15L, 18L, 20L, 24L, 30L, 36L, 40L);
        return of(steps, Arbitraries.longs().between(4, 2 * GREATEST_STEP));
    }

    /** Systems far too large to be run. */
    static Arbitrary<Parameters> large() {
        final Arbitrary<Long> steps = Arbitraries.oneOf(
            Arbitraries.longs().between(1, Long.MAX_VALUE),
            Arbitraries.longs().between(1, 60).map(factor -> factor * 153_722_867_280_912L),
            Arbitraries.longs().between(Long.MAX_VALUE - GREATEST_DELAY, Long.MAX_VALUE),
            Arbitraries.longs().between(1, GREATEST_STEP));
        return of(steps, steps);
    }

    private static Arbitrary<Parameters> of(final Arbitrary<Long> steps, final Arbitrary<Long> delays) {
        return Combinators.combine(steps, delays, steps.list().ofMinSize(1).ofMaxSize(MOST_ASSETS))
            .as(Parameters::new);
    }

    public LivenessVerdict judge() {
        final List<Liveness.Member> members = new ArrayList<>();
        for (final long stepNs : stepsNs) {
            members.add(new Liveness.Member(nameOf(members.size()), stepNs));
        }
        return Liveness.judge(coreStepNs, maxDelayNs, members);
    }

    public static String nameOf(final int asset) {
        return "asset-" + asset;
    }

    Parameters withCoreStep(final long newNs) {
        return new Parameters(newNs, maxDelayNs, stepsNs);
    }

    Parameters withMaxDelay(final long newNs) {
        return new Parameters(coreStepNs, newNs, stepsNs);
    }

    Parameters withStep(final int asset, final long newNs) {
        final List<Long> changed = new ArrayList<>(stepsNs);
        changed.set(asset, newNs);
        return new Parameters(coreStepNs, maxDelayNs, changed);
    }

    /** The same system with one of its assets only. */
    Parameters only(final int asset) {
        return new Parameters(coreStepNs, maxDelayNs, List.of(stepsNs.get(asset)));
    }

    /** After this long all clocks are as they were at 0, if nothing has stopped them. */
    public long leastCommonMultiple() {
        BigInteger multiple = BigInteger.valueOf(coreStepNs);
        for (final long stepNs : stepsNs) {
            final BigInteger step = BigInteger.valueOf(stepNs);
            multiple = multiple.divide(multiple.gcd(step)).multiply(step);
        }
        return multiple.longValueExact();
    }
}
