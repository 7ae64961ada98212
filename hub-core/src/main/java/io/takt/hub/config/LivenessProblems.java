package io.takt.hub.config;

import io.takt.asset.SimTime;
import io.takt.asset.Steps;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.rule.GateVerdict;
import io.takt.rule.LivenessVerdict;
import io.takt.rule.LivenessVerdict.AssetFacts;
import java.util.List;
import java.util.stream.Collectors;

/** The objections of L2 and G3 to a configuration, by field. */
public final class LivenessProblems {
    private static final String GATES = "channels";

    private LivenessProblems() {
    }

    /**
     * Whether it is the verdict on the gates.
     *
     * @param problem with a configuration.
     * @return whether all it says is that they would stop the simulation.
     */
    public static boolean isOfGates(final Problem problem) {
        return problem.liveness() && problem.path().equals(GATES);
    }

    /** The verdict on its gates is null when L2 does not hold, or it cannot be told. */
    static void addTo(final Problems problems, final HubConfig config, final GateVerdict gates) {
        if (gates != null && !gates.live()) {
            problems.add(new Problem(GATES, "",
                "the gates " + (gates.certain() ? "would" : "may") + " stop the simulation for good"
                + (gates.waits().isEmpty() ? "" : ": " + GateText.waits(gates))
                + gates.fixes().stream().map(fix -> "; " + GateText.fix(fix)).collect(Collectors.joining(", or")),
                true));
        }
        final LivenessVerdict verdict = config.liveness();
        final List<PlannedAsset> planned = config.planned();
        for (int i = 0; i < verdict.assets().size(); i++) {
            final AssetFacts asset = verdict.assets().get(i);
            final Steps steps = planned.get(i).steps();
            final long insistedNs = steps.isWhole() ? steps.greatestNs() : steps.granularityNs();
            final boolean toldAlready = config.coreStepNs() > config.maxDelayNs() || insistedNs > config.maxDelayNs();
            if (!asset.live() && !toldAlready) {
                problems.add(new Problem(config.stepPath(i, StepsReader.decisive(steps)),
                    "\"" + SimTime.format(insistedNs) + "\"",
                    "asset '" + asset.name() + "' " + (steps.isWhole() ? "may" : "would")
                    + " stop the simulation for good; with coreStep " + SimTime.format(config.coreStepNs())
                    + (steps.isWhole() ? " and granularity " + SimTime.format(steps.granularityNs()) : "")
                    + " it needs a maxDelay of at least "
                    + VerdictText.time(asset.requiredMaxDelayNs()) + ", not " + SimTime.format(config.maxDelayNs()),
                    true));
            }
        }
    }
}
