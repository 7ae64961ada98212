package io.takt.proofs.rule;

import static io.takt.proofs.rule.Fault.hub;
import static io.takt.proofs.rule.Fault.messages;
import static io.takt.proofs.rule.Fault.rule;
import static io.takt.proofs.rule.Fault.runtime;

/**
 * Shipped classes with one broken spot each, and the property that catches it. {@code docs/explanation/proofs.md} has
 * the same table.
 */
enum Mutant {
    /** {@code <} for {@code ≤} in (a). */
    STRICT_A("ProgressTest#d1AnAssetProgressesIffItsStepIsAtMostItsLag",
        rule("AssetRule", "progresses", "strictA")),
    /** T' ≤ T_c + 1 in (a). */
    LAX_A("SafetyTest#a3NoAssetIsAheadOfTheCore",
        rule("AssetRule", "progresses", "laxA")),
    /** {@code <} for {@code ≤} in (b). */
    STRICT_B("ProgressTest#d2TheCoreProgressesIffEveryLagAndItsStepAreAtMostTheMaxDelay",
        rule("CoreRule", "allows", "strictB")),
    /** D_max + 1 in (b). */
    MAX_DELAY_AND_ONE("SafetyTest#b3TheCoreIsNeverMoreThanTheMaxDelayAheadOfAnyAsset",
        rule("CoreRule", "allows", "maxDelayAndOne")),
    /** D_max - 1 in (b). */
    MAX_DELAY_LESS_ONE("ProgressTest#d2TheCoreProgressesIffEveryLagAndItsStepAreAtMostTheMaxDelay",
        rule("CoreRule", "allows", "maxDelayLessOne")),
    /** T_c instead of T' in (b), as in Hakoniwa's C++ core. */
    OLD_CORE_TIME("SafetyTest#b3TheCoreIsNeverMoreThanTheMaxDelayAheadOfAnyAsset",
        hub("Core", "<init>", "maxDelayNs", 1, "maxDelayAndStepNs")),
    /** (b) does not look at the asset that came first. */
    FORGOTTEN_FIRST("SafetyTest#c4TheFastestAssetIsAtMostTheMaxDelayAheadOfTheSlowest",
        hub("CoreClock", "allAllow", "get", 1, "timeButOfTheFirst")),
    /** (b) does not look at the asset that came last. */
    FORGOTTEN_LAST("SafetyTest#c3TheCoreIsBetweenTheFastestAssetAndTheSlowestPlusTheMaxDelay",
        hub("CoreClock", "allAllow", "endOf", 1, "endButTheLast")),
    /** (b) looks at the fastest asset instead of the slowest. */
    FASTEST_FOR_SLOWEST("SafetyTest#c5NoTwoAssetsAreFurtherApartThanTheMaxDelay",
        hub("CoreClock", "allAllow", "lowestOf", 1, "greatest")),
    /** An asset that joins late starts at 0. */
    JOINS_AT_ZERO("StartJoinStopTest#joinLateIsAtTheCoreTimeAndKeepsAllStatements",
        hub("Joining", "begin", "timeNs", 1, "atZero")),
    /** An asset that joins late starts at T_c + 1. */
    JOINS_AHEAD("SafetyTest#a3NoAssetIsAheadOfTheCore",
        hub("Joining", "begin", "timeNs", 1, "ahead")),
    /** T_i + ΔT_i is computed in (a), beyond the largest long. */
    SUM_IN_A("RuleATest#a1AndA2AreDecidedAsIfNoSumCouldOverflow",
        rule("AssetRule", "progresses", "sumInA")),
    /** T_i + D_max is computed in (b), beyond the largest long. */
    SUM_IN_B("RuleBTest#b1AndB2AreDecidedAsIfNoSumCouldOverflow",
        rule("CoreRule", "allows", "sumInB")),
    /** The core counts up past the largest long. */
    PAST_THE_LAST("SafetyTest#s4NoClockGoesBackButByAReset",
        rule("CoreRule", "isLast", "neverLast")),
    /** Readings are taken modulo 2^32, as a futex compares them. */
    LOW_WORD_READ("ProgressTest#d1AnAssetProgressesIffItsStepIsAtMostItsLag",
        runtime("clock.Clock", "read", "getLongVolatile", 1, "lowWord")),
    /** Clocks go back to 0 by a reset in the same counters, whose readings from before it are still gone by. */
    RESET_WITHOUT_EPOCH("SafetyTest#s4WhatOldReadingsAllowTheNewestAllowToo",
        hub("Epoch", "beginNext", null, 0, "sameEpoch")),
    /** The clock of an asset that has left bounds the core as before. */
    DEPARTED_STILL_BOUNDS("StartJoinStopTest#leaveSetsTheCoreFree",
        hub("Departures", "onGone", null, 0, "notGone")),
    /** The core counts up with no assets there. */
    CORE_ALONE("StartJoinStopTest#aloneTheCoreRetains",
        hub("Core", "tryCountUp", "isEmpty", 1, "neverEmpty")),
    /** {@code >} for {@code ≥} in a gate. */
    STRICT_GATE("GateTest#g1WithADelayOfTheMaxDelayNoGateHoldsAnAsset",
        rule("GateRule", "opens", "strictGate")),
    /** A gate opens a nanosecond too early. */
    LAX_GATE("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse",
        rule("GateRule", "opens", "laxGate")),
    /** A gate does not count the delay: safe, but it holds assets that the core allows to step. */
    GATE_WITHOUT_DELAY("GateTest#g1WithADelayOfTheMaxDelayNoGateHoldsAnAsset",
        rule("GateRule", "opens", "gateWithoutDelay")),
    /** frontier + delay is computed in a gate, beyond the largest long. */
    SUM_IN_GATE("GateRuleTest#g0AGateIsDecidedAsIfNoSumCouldOverflow",
        rule("GateRule", "opens", "sumInGate")),
    /** A promise is taken for a frontier: {@code ≥} for {@code >}. */
    PROMISE_AS_FRONTIER("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse",
        rule("GateRule", "opensByPromise", "promiseAsFrontier")),
    /** An input at a step's start is waited for up to the step's end. */
    START_WAITS_FOR_END("GateTest#g2TheSlowestAssetIsHeldByNoStartGate",
        messages("MessageEndpoint", "opens", "opens", 1, "asAtTheEnd")),
    /** An input at a step's end is waited for up to the step's start. */
    END_WAITS_FOR_START("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse",
        messages("MessageEndpoint", "opens", "opens", 1, "asAtTheStart")),
    /** A step does not wait for the sender that was named last. */
    FORGOTTEN_SENDER("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse",
        messages("MessageEndpoint", "opens", "size", 1, "sizeLessOne")),
    /** A sender says that it has published a nanosecond more than it has. */
    FRONTIER_AHEAD("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse",
        messages("MessageEndpoint", "advance", "advance", 1, "frontierAhead")),
    /** A receiver does not look for messages after it has read the frontiers. */
    FRONTIER_READ_LAST("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse",
        messages("MessageEndpoint", "opens", "readIfNew", 1, "noLook")),
    /** A step gets all that is there. */
    HANDED_OUT_EARLY("GateTest#g0EveryStepGetsWhatIsDueInItAndNothingElse",
        messages("Inbox", "handOver", "isDue", 0, "isThere"));

    private final String caughtBy;
    private final Fault fault;

    Mutant(final String caughtBy, final Fault fault) {
        this.caughtBy = caughtBy;
        this.fault = fault;
    }

    /** The property, as class and method. */
    String caughtBy() {
        return caughtBy;
    }

    Fault fault() {
        return fault;
    }
}
