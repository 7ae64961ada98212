package io.takt.proofs.rule;

import io.takt.asset.AssetRule;
import io.takt.hub.rule.CoreRule;
import java.util.List;

/**
 * The rules that a {@link Federate} moves by. What is not overridden is the shipped code, (a) and (b), and the clauses
 * around it as the design has them; a {@link Mutant} overrides one thing.
 */
interface Rules {
    /** The rules as they ship. */
    Rules SHIPPED = new Rules() {
    };

    /** Rule (a). */
    default boolean assetProgresses(final long timeNs, final long stepNs, final long coreTimeNs) {
        return AssetRule.progresses(timeNs, stepNs, coreTimeNs);
    }

    /** Rule (b), as far as one asset goes; only asked when the core's time is not the last. */
    default boolean coreProgresses(
        final long coreTimeNs, final long coreStepNs, final long assetTimeNs, final long maxDelayNs) {
        return CoreRule.allows(coreTimeNs + coreStepNs, assetTimeNs, maxDelayNs);
    }

    /** Whether the core retains its time for ever, since simulation time ends. */
    default boolean isLast(final long coreTimeNs, final long coreStepNs) {
        return CoreRule.isLast(coreTimeNs, coreStepNs);
    }

    /** Whether anything is there that the core's time is for; alone it retains. */
    default boolean isAnybodyThere(final List<Clock> assets) {
        return !assets.isEmpty();
    }

    /** Whose clocks bound the core: those of the assets that are there. */
    default List<Clock> bounding(final List<Clock> assets, final List<Clock> departed) {
        return assets;
    }

    /** What is made of a reading of another clock. */
    default long seenNs(final long readNs) {
        return readNs;
    }

    /** Where an asset starts that joins late: at T_c. */
    default long joinsAtNs(final long coreTimeNs, final long stepNs) {
        return coreTimeNs;
    }

    /** Whether a reset begins an epoch, so that nobody goes by a reading from before it. */
    default boolean resetBeginsEpoch() {
        return true;
    }
}
