package io.takt.proofs.links;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.federation.link.LinkTimes;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.rule.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A system, and how it is cut into hubs. A hub is named by its path from the root, whose own is empty.
 *
 * @param report   what each child reports to its parent.
 * @param hubs     parents before their children.
 * @param assets   all of them.
 * @param channels each link of each channel.
 * @param onLost   the consequence of the loss of a child.
 * @param seed     from which jitter and loss are drawn.
 */
record Shape(Report report, List<HubShape> hubs, List<AssetShape> assets, List<Sending> channels, OnLost onLost,
    long seed) {
    /**
     * A hub.
     *
     * @param path       from the root.
     * @param host       number of its host.
     * @param stepNs     ΔT_c.
     * @param maxDelayNs D_max.
     */
    record HubShape(String path, int host, long stepNs, long maxDelayNs) {
        String name() {
            return path.isEmpty() ? "root" : "root-" + path.replace('/', '-');
        }

        String leaf() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        boolean isRoot() {
            return path.isEmpty();
        }

        String parent() {
            return path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
        }
    }

    /**
     * An asset.
     *
     * @param name   of it.
     * @param hub    path of its hub.
     * @param stepNs ΔT_i.
     */
    record AssetShape(String name, String hub, long stepNs) {
    }

    /**
     * A link of a channel.
     *
     * @param channel of the sender.
     * @param from    the sender.
     * @param to      the receiver.
     * @param spec    its delay and the like, with a sender of any name.
     */
    record Sending(String channel, String from, String to, InputSpec spec) {
    }

    /** Where no child is to be lost its connection may be away for any time. */
    LinkTimes times() {
        final LinkTimes usual = LinkTimes.DEFAULT;
        return onLost != OnLost.HALT ? usual : new LinkTimes(usual.heartbeatNs(), usual.silentNs(), usual.deafNs(),
            Long.MAX_VALUE, usual.proofWithinNs(), usual.answerWithinNs(), usual.firstPauseNs(),
            usual.longestPauseNs());
    }

    HubShape hub(final String path) {
        return hubs.stream().filter(each -> each.path.equals(path)).findFirst().orElseThrow();
    }

    AssetShape asset(final String name) {
        return assets.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
    }

    boolean hasChildren(final HubShape of) {
        return hubs.stream().anyMatch(each -> !each.isRoot() && each.parent().equals(of.path));
    }

    List<HubShape> childrenOf(final HubShape of) {
        return hubs.stream().filter(each -> !each.isRoot() && each.parent().equals(of.path)).toList();
    }

    List<AssetShape> assetsOf(final HubShape of) {
        return assets.stream().filter(each -> each.hub.equals(of.path)).toList();
    }

    /** As the configuration of a hub would say it. */
    HubPlan plan(final HubShape of) {
        final List<PlannedAsset> planned = new ArrayList<>();
        assetsOf(of).forEach(each -> planned.add(planned(each.name, each.stepNs, onLost)));
        childrenOf(of).forEach(each -> planned.add(planned(each.leaf(), each.stepNs, onLost)));
        return new HubPlan(of.name(), "", of.stepNs, intervalNs(), of.maxDelayNs, Double.POSITIVE_INFINITY,
            WaitStrategy.SLEEP, Long.MAX_VALUE, false, false, planned, messages(of),
            childrenOf(of).stream().map(HubShape::leaf).toList(), Map.of());
    }

    /** A hub whose children are lost would run far ahead of all that happens, and be all that a test runs. */
    private long intervalNs() {
        return onLost == OnLost.HALT ? 0 : 300_000;
    }

    private static PlannedAsset planned(final String name, final long stepNs, final OnLost onLost) {
        return new PlannedAsset(name, Steps.fixedNs(stepNs), 0, true, onLost, WaitStrategy.SLEEP, OnHubLost.EXIT,
            new Restart(Integer.MAX_VALUE, 0, false), List.of());
    }

    /** The channels whose nearest common hub this is. */
    private MessagePlan messages(final HubShape of) {
        final Map<String, List<OutputSpec>> outputs = new LinkedHashMap<>();
        final Map<String, List<InputSpec>> inputs = new LinkedHashMap<>();
        for (final Sending each : channels) {
            final String from = asset(each.from).hub;
            final String to = asset(each.to).hub;
            if (common(from, to).equals(of.path)) {
                final String sender = below(of.path, from, each.from);
                final OutputSpec output = OutputSpec.named(each.channel).maxBytes(Speaker.MAX_BYTES);
                final List<OutputSpec> its = outputs.computeIfAbsent(sender, name -> new ArrayList<>());
                if (!its.contains(output)) {
                    its.add(output);
                }
                final InputSpec spec = each.spec;
                inputs.computeIfAbsent(below(of.path, to, each.to), name -> new ArrayList<>()).add(new InputSpec(
                    each.channel, sender, spec.delivery(), spec.delayNs(), spec.jitterNs(), spec.loss()));
            }
        }
        return new MessagePlan(seed, outputs, inputs, false);
    }

    private static boolean isWithin(final String path, final String hub) {
        return hub.isEmpty() || path.equals(hub) || path.startsWith(hub + "/");
    }

    private static String common(final String one, final String other) {
        String common = one;
        while (!isWithin(other, common)) {
            common = common.contains("/") ? common.substring(0, common.lastIndexOf('/')) : "";
        }
        return common;
    }

    private static String below(final String hub, final String path, final String asset) {
        final String rest = path.equals(hub) ? "" : hub.isEmpty() ? path : path.substring(hub.length() + 1);
        return rest.isEmpty() ? asset : rest + "/" + asset;
    }
}
