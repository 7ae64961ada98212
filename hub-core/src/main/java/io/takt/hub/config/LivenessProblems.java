package io.takt.hub.config;

import io.takt.asset.SimTime;
import io.takt.hub.rule.LivenessVerdict;
import io.takt.hub.rule.LivenessVerdict.AssetFacts;
import java.util.List;

/** Tells, by field, what L2 has against a configuration. */
final class LivenessProblems {
    private LivenessProblems() {
    }

    static void addTo(final List<Problem> problems, final HubConfig config) {
        final LivenessVerdict verdict = config.liveness();
        for (int i = 0; i < verdict.assets().size(); i++) {
            final AssetFacts asset = verdict.assets().get(i);
            final String path = "assets[" + i + "].step";
            final boolean toldAlready = config.coreStepNs() > config.maxDelayNs()
                || asset.stepNs() > config.maxDelayNs();
            if (!asset.live() && !toldAlready) {
                problems.add(new Problem(path, "\"" + SimTime.format(asset.stepNs()) + "\"",
                    "asset '" + asset.name() + "' would stop the simulation for good; with coreStep "
                    + SimTime.format(config.coreStepNs()) + " it needs a maxDelay of at least "
                    + VerdictText.time(asset.requiredMaxDelayNs()) + ", not " + SimTime.format(config.maxDelayNs()),
                    true));
            }
        }
    }
}
