package io.takt.proofs.steps;

import io.takt.asset.Steps;
import java.math.BigInteger;

/** L2v with one thing broken each, for one asset; {@code docs/explanation/proofs.md} has the same table. */
enum VerdictMutant {
    /** One that takes what it is allowed is judged by its longest step. */
    TAKER_BY_LONGEST_STEP {
        @Override
        long lagNs(final long coreStepNs, final Steps steps) {
            return steps.greatestNs() - gcd(coreStepNs, steps.granularityNs());
        }
    },
    /** One with whole steps is judged by its granularity. */
    WHOLE_BY_GRANULARITY {
        @Override
        long lagNs(final long coreStepNs, final Steps steps) {
            return steps.granularityNs() - gcd(coreStepNs, steps.granularityNs());
        }
    },
    /** The divisor is that of the longest step, as if that were always taken. */
    DIVISOR_OF_LONGEST_STEP {
        @Override
        long lagNs(final long coreStepNs, final Steps steps) {
            return insistedNs(steps) - gcd(coreStepNs, insistedNs(steps));
        }
    },
    /** The granularity itself is taken for the divisor. */
    GRANULARITY_FOR_DIVISOR {
        @Override
        long lagNs(final long coreStepNs, final Steps steps) {
            return insistedNs(steps) - steps.granularityNs();
        }
    },
    /** No divisor is taken off, as in (e.1). */
    NO_DIVISOR {
        @Override
        long lagNs(final long coreStepNs, final Steps steps) {
            return insistedNs(steps);
        }
    },
    /** A step that is chosen may be as long as the longest one and a granularity. */
    ONE_GRANULARITY_MORE {
        @Override
        long lagNs(final long coreStepNs, final Steps steps) {
            return insistedNs(steps) + (steps.isWhole() ? steps.granularityNs() : 0)
                - gcd(coreStepNs, steps.granularityNs());
        }
    };

    /** The most by which the asset lags when only the core could move: wrong. */
    abstract long lagNs(long coreStepNs, Steps steps);

    boolean isLive(final long coreStepNs, final long maxDelayNs, final Steps steps) {
        return coreStepNs + lagNs(coreStepNs, steps) <= maxDelayNs;
    }

    static long insistedNs(final Steps steps) {
        return steps.isWhole() ? steps.greatestNs() : steps.granularityNs();
    }

    static long gcd(final long one, final long other) {
        return BigInteger.valueOf(one).gcd(BigInteger.valueOf(other)).longValueExact();
    }
}
