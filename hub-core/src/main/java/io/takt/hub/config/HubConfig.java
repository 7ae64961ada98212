package io.takt.hub.config;

import io.takt.asset.WaitStrategy;
import io.takt.asset.message.Delivery;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.Paths;
import io.takt.rule.GateLiveness;
import io.takt.rule.GateVerdict;
import io.takt.rule.Liveness;
import io.takt.rule.LivenessVerdict;
import io.takt.rule.TooManyCasesException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
 * @param metrics        where metrics and the page are served.
 * @param tree           the hub's place in a tree of hubs.
 * @param endWithinNs    wall time for which launched programs may go on after the end; 0 for as long as usual.
 */
public record HubConfig(Path folder, String hub, long coreStepNs, long coreIntervalNs, long maxDelayNs, double speed,
    WaitStrategy waiting, long seed, List<PlannedAsset> assets,
    MessagePlan messages, MetricsPlan metrics, TreePlan tree, long endWithinNs) {
    /** Wall time for which launched programs may always go on after the end; ns. */
    public static final long USUAL_END_WITHIN_NS = 800_000_000;

    /** Without a word on metrics there are none. */
    public HubConfig {
        metrics = metrics == null ? MetricsPlan.NONE : metrics;
    }

    /**
     * A hub that stands alone.
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
     * @param metrics        where metrics and the page are served.
     */
    public HubConfig(final Path folder, final String hub, final long coreStepNs, final long coreIntervalNs,
        final long maxDelayNs, final double speed, final WaitStrategy waiting, final long seed,
        final List<PlannedAsset> assets, final MessagePlan messages, final MetricsPlan metrics) {
        this(folder, hub, coreStepNs, coreIntervalNs, maxDelayNs, speed, waiting, seed, assets, messages, metrics,
            TreePlan.NONE, 0);
    }

    /**
     * The same, with another plan of where metrics and the page are served.
     *
     * @param other the plan.
     * @return the configuration.
     */
    public HubConfig serving(final MetricsPlan other) {
        return new HubConfig(folder, hub, coreStepNs, coreIntervalNs, maxDelayNs, speed, waiting, seed, assets,
            messages, other, tree, endWithinNs);
    }

    /** {@return all that the hub counts as its assets: those of the file, then its child hubs} */
    public List<PlannedAsset> planned() {
        if (tree.federates().isEmpty()) {
            return assets;
        }
        final List<PlannedAsset> all = new ArrayList<>(assets);
        tree.federates().forEach(federate -> all.add(federate.asset()));
        return List.copyOf(all);
    }

    /**
     * The field that says by how much one of the {@linkplain #planned() planned} counts up at once.
     *
     * @param place among them.
     * @param field of an asset, such as {@code step}.
     * @return such as {@code assets[1].step}, or {@code federates[0].config: coreStep} for one in a file of its own.
     */
    public String stepPath(final int place, final String field) {
        final int federate = place - assets.size();
        return federate < 0 ? "assets[" + place + "]." + field
            : tree.federates().get(federate).config() == null ? "federates[" + federate + "]." + field
            : "federates[" + federate + "].config: coreStep";
    }

    /** {@return the verdict of L2, or L2v, over the assets and child hubs of the file} */
    public LivenessVerdict liveness() {
        return Liveness.judge(coreStepNs, maxDelayNs, members());
    }

    /**
     * G3 over the file's assets and the gates of their channels, but for those of other hubs, for a system that L2
     * calls live.
     *
     * @return the verdict.
     * @throws TooManyCasesException when it cannot be told in a few seconds.
     */
    public GateVerdict gates() {
        return GateLiveness.judge(coreStepNs, maxDelayNs, members(), gatedLinks().stream()
            .filter(link -> !Paths.isElsewhere(link.from()) && !Paths.isElsewhere(link.to())).toList());
    }

    /** {@return the links of the file's channels whose receivers wait for their senders, with paths as in the file} */
    List<GateLiveness.Link> gatedLinks() {
        final List<GateLiveness.Link> links = new ArrayList<>();
        messages.inputs().forEach((receiver, inputs) -> inputs.stream().filter(input -> input.delivery().isGated())
            .forEach(input -> links.add(new GateLiveness.Link(input.channel(), input.sender(), receiver,
                input.delayNs(), input.delivery() == Delivery.GATED_UNTIL_END,
                !messages.isToCarrier(receiver, input)))));
        return links;
    }

    private List<Liveness.Member> members() {
        return planned().stream().map(asset -> new Liveness.Member(asset.name(), asset.steps())).toList();
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
            endsWhenAllLeft, force, planned(), messages,
            tree.federates().stream().map(each -> each.asset().name()).toList(),
            tree.federates().stream().filter(each -> each.terms() != null)
                .collect(Collectors.toMap(each -> each.asset().name(), FederatePlan::terms)));
    }
}
