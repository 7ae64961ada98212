package io.takt.hub.config;

import io.takt.asset.WaitStrategy;
import io.takt.asset.message.Delivery;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.rule.GateLiveness;
import io.takt.rule.GateVerdict;
import io.takt.rule.Liveness;
import io.takt.rule.LivenessVerdict;
import io.takt.rule.TooManyCasesException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A configuration without errors. Times in nanoseconds.
 *
 * @param folder         of the file; programs are launched there.
 * @param hub            the hub's name.
 * @param coreStepNs     ΔT_c.
 * @param coreIntervalNs Δt_c in wall time; 0 for none.
 * @param maxDelayNs     D_max.
 * @param speed          simulated time per wall time; {@link Double#POSITIVE_INFINITY} for free pace.
 * @param waiting        how the hub waits, and assets for which nothing else is said.
 * @param seed           of everything that is drawn by chance in this scenario.
 * @param assets         in the order of the file.
 * @param messages       the channels of the file.
 * @param metricsPort    where metrics are served; 0 for any free port, null for nowhere.
 */
public record HubConfig(Path folder, String hub, long coreStepNs, long coreIntervalNs, long maxDelayNs, double speed,
    WaitStrategy waiting, long seed, List<PlannedAsset> assets,
    MessagePlan messages, Integer metricsPort) {

    /**
     * L2, or L2v, over the file's assets.
     *
     * @return the verdict.
     */
    public LivenessVerdict liveness() {
        return Liveness.judge(coreStepNs, maxDelayNs, members());
    }

    /**
     * G3 over the file's assets and the gates of their channels, for a system that L2 calls live.
     *
     * @return the verdict.
     * @throws TooManyCasesException when it cannot be told in a few seconds.
     */
    public GateVerdict gates() {
        final List<GateLiveness.Link> links = new ArrayList<>();
        messages.inputs().forEach((receiver, inputs) -> inputs.stream().filter(input -> input.delivery().isGated())
            .forEach(input -> links.add(new GateLiveness.Link(input.channel(), input.sender(), receiver,
                input.delayNs(), input.delivery() == Delivery.GATED_UNTIL_END))));
        return GateLiveness.judge(coreStepNs, maxDelayNs, members(), links);
    }

    private List<Liveness.Member> members() {
        return assets.stream().map(asset -> new Liveness.Member(asset.name(), asset.steps())).toList();
    }

    /**
     * The hub's side of this configuration.
     *
     * @param cncFile         absolute path of the media driver's file.
     * @param untilNs         as in the plan.
     * @param endsWhenAllLeft as in the plan.
     * @param force           as in the plan.
     * @return the plan.
     */
    public HubPlan plan(final String cncFile, final long untilNs, final boolean endsWhenAllLeft,
        final boolean force) {
        return new HubPlan(hub, cncFile, coreStepNs, coreIntervalNs, maxDelayNs, speed, waiting, untilNs,
            endsWhenAllLeft, force, assets, messages);
    }
}
