package io.takt.proofs.explore;

import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;

/**
 * What lets clocks count up. The rules that ship, or broken ones, to see that they are found out.
 *
 * @param asset rule (a).
 * @param core  rule (b), for one asset.
 */
record Rules(Asset asset, Core core) {
    static final Rules SHIPPED = new Rules(
        (asset, timeNs, stepNs, coreTimeNs) -> AssetRule.progresses(timeNs, stepNs, coreTimeNs),
        (asset, nextCoreTimeNs, assetTimeNs, maxDelayNs) ->
            CoreRule.allows(nextCoreTimeNs, assetTimeNs, maxDelayNs));

    /** Whether an asset may go to T_i + ΔT_i with this reading of T_c. */
    @FunctionalInterface
    interface Asset {
        boolean progresses(int asset, long timeNs, long stepNs, long coreTimeNs);
    }

    /** Whether an asset lets the core go on, with this reading of T_i. */
    @FunctionalInterface
    interface Core {
        boolean allows(int asset, long nextCoreTimeNs, long assetTimeNs, long maxDelayNs);
    }

    Rules withAsset(final Asset broken) {
        return new Rules(broken, core);
    }

    Rules withCore(final Core broken) {
        return new Rules(asset, broken);
    }
}
