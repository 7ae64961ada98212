package io.takt.proofs.rule;

import io.takt.asset.AssetRule;
import io.takt.hub.rule.CoreRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * A core and its assets, moved by the rules that ship and by nothing else. Who counts up when, and how old the
 * readings are that it goes by, is up to the caller.
 */
final class Federate {
    /** Every reading is the newest there is. */
    static final IntToLongFunction FRESH = asset -> 0;

    private final long maxDelayNs;
    private final Clock core;
    private final List<Clock> assets = new ArrayList<>();

    Federate(final long coreTimeNs, final long coreStepNs, final long maxDelayNs) {
        this.maxDelayNs = maxDelayNs;
        core = new Clock(coreTimeNs, coreStepNs);
    }

    /** All clocks at 0, as a hub starts. */
    static Federate atZero(final Parameters parameters) {
        final Federate federate = new Federate(0, parameters.coreStepNs(), parameters.maxDelayNs());
        parameters.stepsNs().forEach(stepNs -> federate.join(0, stepNs));
        return federate;
    }

    void join(final long timeNs, final long stepNs) {
        assets.add(new Clock(timeNs, stepNs));
    }

    int size() {
        return assets.size();
    }

    Clock core() {
        return core;
    }

    Clock asset(final int asset) {
        return assets.get(asset);
    }

    /** One count-up of the core by rule (b), with a reading of each asset's clock of the age given for it. */
    boolean coreCountsUp(final IntToLongFunction ageOfReading) {
        if (CoreRule.isLast(core.timeNs(), core.stepNs())) {
            return false;
        }
        final long nextNs = core.timeNs() + core.stepNs();
        for (int i = 0; i < assets.size(); i++) {
            if (!CoreRule.allows(nextNs, assets.get(i).readNs(ageOfReading.applyAsLong(i)), maxDelayNs)) {
                return false;
            }
        }
        core.countUp();
        return true;
    }

    /** One count-up of an asset by rule (a), with a reading of the core's clock of the given age. */
    boolean assetCountsUp(final int asset, final long ageOfReading) {
        final Clock clock = assets.get(asset);
        if (!AssetRule.progresses(clock.timeNs(), clock.stepNs(), core.readNs(ageOfReading))) {
            return false;
        }
        clock.countUp();
        return true;
    }
}
