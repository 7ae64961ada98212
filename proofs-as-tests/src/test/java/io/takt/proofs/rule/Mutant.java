package io.takt.proofs.rule;

import java.util.ArrayList;
import java.util.List;

/** Rules with one thing broken each, and the property that catches it. {@code docs/proofs.md} has the same table. */
enum Mutant implements Rules {
    /** {@code <} for {@code ≤} in (a). */
    STRICT_A("ProgressTest#d1AnAssetProgressesIffItsStepIsAtMostItsLag") {
        @Override
        public boolean assetProgresses(final long timeNs, final long stepNs, final long coreTimeNs) {
            return stepNs < coreTimeNs - timeNs;
        }
    },
    /** T' ≤ T_c + 1 in (a). */
    LAX_A("SafetyTest#a3NoAssetIsAheadOfTheCore") {
        @Override
        public boolean assetProgresses(final long timeNs, final long stepNs, final long coreTimeNs) {
            return stepNs - 1 <= coreTimeNs - timeNs;
        }
    },
    /** {@code <} for {@code ≤} in (b). */
    STRICT_B("ProgressTest#d2TheCoreProgressesIffEveryLagAndItsStepAreAtMostTheMaxDelay") {
        @Override
        public boolean coreProgresses(
            final long coreTimeNs, final long coreStepNs, final long assetTimeNs, final long maxDelayNs) {
            return coreTimeNs + coreStepNs - assetTimeNs < maxDelayNs;
        }
    },
    /** D_max + 1 in (b). */
    MAX_DELAY_AND_ONE("SafetyTest#b3TheCoreIsNeverMoreThanTheMaxDelayAheadOfAnyAsset") {
        @Override
        public boolean coreProgresses(
            final long coreTimeNs, final long coreStepNs, final long assetTimeNs, final long maxDelayNs) {
            return SHIPPED.coreProgresses(coreTimeNs, coreStepNs, assetTimeNs, maxDelayNs + 1);
        }
    },
    /** D_max - 1 in (b). */
    MAX_DELAY_LESS_ONE("ProgressTest#d2TheCoreProgressesIffEveryLagAndItsStepAreAtMostTheMaxDelay") {
        @Override
        public boolean coreProgresses(
            final long coreTimeNs, final long coreStepNs, final long assetTimeNs, final long maxDelayNs) {
            return SHIPPED.coreProgresses(coreTimeNs, coreStepNs, assetTimeNs, maxDelayNs - 1);
        }
    },
    /** T_c instead of T' in (b), as in Hakoniwa's C++ core. */
    OLD_CORE_TIME("SafetyTest#c2TheCoreIsNeverMoreThanTheMaxDelayAheadOfTheSlowestAsset") {
        @Override
        public boolean coreProgresses(
            final long coreTimeNs, final long coreStepNs, final long assetTimeNs, final long maxDelayNs) {
            return coreTimeNs - assetTimeNs <= maxDelayNs;
        }
    },
    /** (b) does not look at the asset that came first. */
    FORGOTTEN_FIRST("SafetyTest#b4TheCoreIsNeverMoreThanTheMaxDelayAheadOfTheSlowestAsset") {
        @Override
        public List<Clock> bounding(final List<Clock> assets, final List<Clock> departed) {
            return assets.isEmpty() ? assets : assets.subList(1, assets.size());
        }
    },
    /** (b) does not look at the asset that came last. */
    FORGOTTEN_LAST("SafetyTest#c3TheCoreIsBetweenTheFastestAssetAndTheSlowestPlusTheMaxDelay") {
        @Override
        public List<Clock> bounding(final List<Clock> assets, final List<Clock> departed) {
            return assets.isEmpty() ? assets : assets.subList(0, assets.size() - 1);
        }
    },
    /** (b) looks at the fastest asset instead of the slowest. */
    FASTEST_FOR_SLOWEST("SafetyTest#c5NoTwoAssetsAreFurtherApartThanTheMaxDelay") {
        @Override
        public List<Clock> bounding(final List<Clock> assets, final List<Clock> departed) {
            return assets.stream()
                .reduce((one, other) -> one.timeNs() >= other.timeNs() ? one : other).stream().toList();
        }
    },
    /** Who joins late starts at 0. */
    JOINS_AT_ZERO("StartJoinStopTest#joinLateIsAtTheCoreTimeAndKeepsAllStatements") {
        @Override
        public long joinsAtNs(final long coreTimeNs, final long stepNs) {
            return 0;
        }
    },
    /** Who joins late starts a step ahead of T_c. */
    JOINS_A_STEP_AHEAD("SafetyTest#a4NotEvenTheFastestAssetIsAheadOfTheCore") {
        @Override
        public long joinsAtNs(final long coreTimeNs, final long stepNs) {
            return coreTimeNs + stepNs;
        }
    },
    /** T_i + ΔT_i is computed in (a), beyond the largest long. */
    SUM_IN_A("RuleATest#a1AndA2AreDecidedAsIfNoSumCouldOverflow") {
        @Override
        public boolean assetProgresses(final long timeNs, final long stepNs, final long coreTimeNs) {
            return timeNs + stepNs <= coreTimeNs;
        }
    },
    /** T_i + D_max is computed in (b), beyond the largest long. */
    SUM_IN_B("RuleBTest#b1AndB2AreDecidedAsIfNoSumCouldOverflow") {
        @Override
        public boolean coreProgresses(
            final long coreTimeNs, final long coreStepNs, final long assetTimeNs, final long maxDelayNs) {
            return coreTimeNs + coreStepNs <= assetTimeNs + maxDelayNs;
        }
    },
    /** The core counts up past the largest long. */
    PAST_THE_LAST("SafetyTest#s4NoClockGoesBackButByAReset") {
        @Override
        public boolean isLast(final long coreTimeNs, final long coreStepNs) {
            return false;
        }
    },
    /** Readings are taken modulo 2^32, as a futex compares them. */
    LOW_WORD_READ("ProgressTest#d1AnAssetProgressesIffItsStepIsAtMostItsLag") {
        @Override
        public long seenNs(final long readNs) {
            return readNs & 0xFFFF_FFFFL;
        }
    },
    /** Clocks go back to 0 by a reset, and readings from before it are still gone by. */
    RESET_WITHOUT_EPOCH("SafetyTest#s4WhatOldReadingsAllowTheNewestAllowToo") {
        @Override
        public boolean resetBeginsEpoch() {
            return false;
        }
    },
    /** The clock of an asset that has left bounds the core as before. */
    DEPARTED_STILL_BOUNDS("StartJoinStopTest#leaveSetsTheCoreFree") {
        @Override
        public List<Clock> bounding(final List<Clock> assets, final List<Clock> departed) {
            final List<Clock> all = new ArrayList<>(assets);
            all.addAll(departed);
            return all;
        }
    },
    /** The core counts up with no assets there. */
    CORE_ALONE("StartJoinStopTest#aloneTheCoreRetains") {
        @Override
        public boolean isAnybodyThere(final List<Clock> assets) {
            return true;
        }
    };

    private final String caughtBy;

    Mutant(final String caughtBy) {
        this.caughtBy = caughtBy;
    }

    /** The property, as class and method. */
    String caughtBy() {
        return caughtBy;
    }
}
