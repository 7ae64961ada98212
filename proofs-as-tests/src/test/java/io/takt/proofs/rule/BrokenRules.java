package io.takt.proofs.rule;

import io.takt.rule.GateRule;
import org.agrona.concurrent.AtomicBuffer;

/** Replacements for spots of `rules` or the assets' runtime, see {@link Mutant}. */
public final class BrokenRules {
    private BrokenRules() {
    }

    public static boolean strictA(final long timeNs, final long stepNs, final long coreTimeNs) {
        return stepNs < coreTimeNs - timeNs;
    }

    public static boolean laxA(final long timeNs, final long stepNs, final long coreTimeNs) {
        return stepNs - 1 <= coreTimeNs - timeNs;
    }

    public static boolean whereverBehind(final long timeNs, final long stepNs, final long coreTimeNs) {
        return timeNs < coreTimeNs;
    }

    public static boolean always(final long timeNs, final long stepNs, final long coreTimeNs) {
        return true;
    }

    /** A time that is far too old counts as new. */
    public static boolean oldForNew(final long nextCoreTimeNs, final long assetTimeNs, final long maxDelayNs) {
        return Math.floorMod(nextCoreTimeNs - assetTimeNs, 10 * maxDelayNs) <= maxDelayNs;
    }

    public static boolean sumInA(final long timeNs, final long stepNs, final long coreTimeNs) {
        return timeNs + stepNs <= coreTimeNs;
    }

    public static boolean strictB(final long nextCoreTimeNs, final long assetTimeNs, final long maxDelayNs) {
        return nextCoreTimeNs - assetTimeNs < maxDelayNs;
    }

    public static boolean maxDelayAndOne(final long nextCoreTimeNs, final long assetTimeNs, final long maxDelayNs) {
        return nextCoreTimeNs - assetTimeNs <= maxDelayNs + 1;
    }

    public static boolean maxDelayLessOne(final long nextCoreTimeNs, final long assetTimeNs, final long maxDelayNs) {
        return nextCoreTimeNs - assetTimeNs <= maxDelayNs - 1;
    }

    public static boolean sumInB(final long nextCoreTimeNs, final long assetTimeNs, final long maxDelayNs) {
        return nextCoreTimeNs <= assetTimeNs + maxDelayNs;
    }

    public static boolean neverLast(final long coreTimeNs, final long coreStepNs) {
        return false;
    }

    /** A reading modulo 2^32, as a futex compares them. */
    public static long lowWord(final AtomicBuffer values, final int index) {
        return values.getLongVolatile(index) & 0xFFFF_FFFFL;
    }

    public static boolean strictGate(final long wantedNs, final long frontierNs, final long delayNs) {
        return wantedNs - delayNs < frontierNs;
    }

    public static boolean laxGate(final long wantedNs, final long frontierNs, final long delayNs) {
        return wantedNs - delayNs - 1 <= frontierNs;
    }

    public static boolean gateWithoutDelay(final long wantedNs, final long frontierNs, final long delayNs) {
        return wantedNs <= frontierNs;
    }

    public static boolean sumInGate(final long wantedNs, final long frontierNs, final long delayNs) {
        return frontierNs + delayNs >= wantedNs;
    }

    public static boolean promiseAsFrontier(final long wantedNs, final long promiseNs, final long delayNs) {
        return GateRule.opens(wantedNs, promiseNs, delayNs);
    }
}
