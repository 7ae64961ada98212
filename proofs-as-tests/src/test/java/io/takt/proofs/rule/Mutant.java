package io.takt.proofs.rule;

import java.util.ArrayList;
import java.util.List;

/**
 * Rules with one thing broken each, and the property that catches it. {@code docs/explanation/proofs.md} has the same
 * table.
 */
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
    OLD_CORE_TIME("SafetyTest#b3TheCoreIsNeverMoreThanTheMaxDelayAheadOfAnyAsset") {
        @Override
        public boolean coreProgresses(
            final long coreTimeNs, final long coreStepNs, final long assetTimeNs, final long maxDelayNs) {
            return coreTimeNs - assetTimeNs <= maxDelayNs;
        }
    },
    /** (b) does not look at the asset that came first. */
    FORGOTTEN_FIRST("SafetyTest#c4TheFastestAssetIsAtMostTheMaxDelayAheadOfTheSlowest") {
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
    JOINS_A_STEP_AHEAD("SafetyTest#a3NoAssetIsAheadOfTheCore") {
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
    },
    /** {@code >} for {@code ≥} in a gate. */
    STRICT_GATE("GateTest#g1WithADelayOfTheMaxDelayNobodyIsHeldByAGate") {
        @Override
        public boolean gateOpens(final long wantedNs, final long frontierNs, final long delayNs) {
            return wantedNs - delayNs < frontierNs;
        }
    },
    /** A gate opens a nanosecond too early. */
    LAX_GATE("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse") {
        @Override
        public boolean gateOpens(final long wantedNs, final long frontierNs, final long delayNs) {
            return wantedNs - delayNs - 1 <= frontierNs;
        }
    },
    /** A gate does not count the delay: safe, but it holds those whom the core allows to step. */
    GATE_WITHOUT_DELAY("GateTest#g1WithADelayOfTheMaxDelayNobodyIsHeldByAGate") {
        @Override
        public boolean gateOpens(final long wantedNs, final long frontierNs, final long delayNs) {
            return wantedNs <= frontierNs;
        }
    },
    /** frontier + delay is computed in a gate, beyond the largest long. */
    SUM_IN_GATE("GateRuleTest#g0AGateIsDecidedAsIfNoSumCouldOverflow") {
        @Override
        public boolean gateOpens(final long wantedNs, final long frontierNs, final long delayNs) {
            return frontierNs + delayNs >= wantedNs;
        }
    },
    /** A promise is taken for a frontier: {@code ≥} for {@code >}. */
    PROMISE_AS_FRONTIER("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse") {
        @Override
        public boolean gateOpensByPromise(final long wantedNs, final long promiseNs, final long delayNs) {
            return SHIPPED.gateOpens(wantedNs, promiseNs, delayNs);
        }
    },
    /** An input at a step's start is waited for up to the step's end. */
    START_WAITS_FOR_END("GateTest#g2TheSlowestAssetIsHeldByNoStartGate") {
        @Override
        public long wantedNs(final long timeNs, final long stepNs, final boolean atStepEnd) {
            return timeNs + stepNs;
        }
    },
    /** An input at a step's end is waited for up to the step's start. */
    END_WAITS_FOR_START("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse") {
        @Override
        public long wantedNs(final long timeNs, final long stepNs, final boolean atStepEnd) {
            return timeNs;
        }
    },
    /** A step does not wait for the sender that was named last. */
    FORGOTTEN_SENDER("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse") {
        @Override
        public List<Gate> waitedFor(final List<Gate> inputs) {
            return inputs.isEmpty() ? inputs : inputs.subList(0, inputs.size() - 1);
        }
    },
    /** A gate looks at the core's time instead of the sender's. */
    CORE_FOR_SENDER("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse") {
        @Override
        public Clock frontier(final Clock sender, final Clock core) {
            return core;
        }
    },
    /** A receiver looks for messages before it reads the frontiers. */
    FRONTIER_READ_LAST("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse") {
        @Override
        public boolean readsFrontiersFirst() {
            return false;
        }
    },
    /** A sender advances its time before it publishes. */
    PUBLISHED_LAST("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse") {
        @Override
        public boolean publishesFirst() {
            return false;
        }
    },
    /** A step gets all that is there. */
    HANDED_OUT_EARLY("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse") {
        @Override
        public boolean isDue(final long deliveryNs, final long wantedNs) {
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
