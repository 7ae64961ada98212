package io.takt.proofs.rule;

import java.math.BigInteger;

/** L2 as it is written, in numbers without end: for systems that are too large to be run. */
final class ExactL2 {
    private ExactL2() {
    }

    /** ΔT_c + ΔT_i - gcd(ΔT_c, ΔT_i) ≤ D_max for every asset. */
    static boolean holds(final Parameters parameters) {
        final BigInteger coreStep = BigInteger.valueOf(parameters.coreStepNs());
        return parameters.stepsNs().stream().map(BigInteger::valueOf).allMatch(step ->
            coreStep.add(step).subtract(coreStep.gcd(step))
                .compareTo(BigInteger.valueOf(parameters.maxDelayNs())) <= 0);
    }

    /** max_i (T_c mod ΔT_i), the greatest lag that is left when no asset can move. */
    static long greatestLagNs(final Parameters parameters, final BigInteger coreTimeNs) {
        return parameters.stepsNs().stream()
            .mapToLong(stepNs -> coreTimeNs.mod(BigInteger.valueOf(stepNs)).longValueExact())
            .max().getAsLong();
    }

    /** Whether the core can count up from here once no asset can move any more. */
    static boolean coreMayLeave(final Parameters parameters, final BigInteger coreTimeNs) {
        return BigInteger.valueOf(greatestLagNs(parameters, coreTimeNs))
            .add(BigInteger.valueOf(parameters.coreStepNs()))
            .compareTo(BigInteger.valueOf(parameters.maxDelayNs())) <= 0;
    }
}
