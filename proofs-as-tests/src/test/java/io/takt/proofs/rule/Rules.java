package io.takt.proofs.rule;

import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import io.takt.rule.GateRule;
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

    /** The gate of an input, as far as a sender's frontier goes. */
    default boolean gateOpens(final long wantedNs, final long frontierNs, final long delayNs) {
        return GateRule.opens(wantedNs, frontierNs, delayNs);
    }

    /** Up to which time a step gets what an input delivers. */
    default long wantedNs(final long timeNs, final long stepNs, final boolean atStepEnd) {
        return atStepEnd ? timeNs + stepNs : timeNs;
    }

    /** Which of its inputs a step waits for: all. */
    default List<Gate> waitedFor(final List<Gate> inputs) {
        return inputs;
    }

    /** Whose time is the frontier of a sender: its own. */
    default Clock frontier(final Clock sender, final Clock core) {
        return sender;
    }

    /** The gate of an input, as far as a sender's promise goes. */
    default boolean gateOpensByPromise(final long wantedNs, final long promiseNs, final long delayNs) {
        return GateRule.opensByPromise(wantedNs, promiseNs, delayNs);
    }

    /** Whether a message that is there is handed to a step. */
    default boolean isDue(final long deliveryNs, final long wantedNs) {
        return deliveryNs <= wantedNs;
    }

    /** Whether a receiver reads the frontiers before it looks for messages, and not after. */
    default boolean readsFrontiersFirst() {
        return true;
    }

    /** Whether a sender publishes what a step sends before it advances its time, and not after. */
    default boolean publishesFirst() {
        return true;
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
