package io.takt.proofs.links;

import io.takt.asset.message.InputSpec;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.rule.Federate;
import io.takt.rule.LateStarts;
import io.takt.rule.Liveness;
import io.takt.rule.Report;
import io.takt.rule.TreeLiveness;
import java.util.ArrayList;
import java.util.List;

/** Trees that are live, often barely; and systems with channels, cut in any way. */
final class Shapes {
    private static final int GREATEST_STEP = 6;
    private static final String[] NAMES = {"a", "b", "c", "d", "e"};

    private Shapes() {
    }

    /** Without channels; of at most so many hubs. */
    static Shape live(final Choices choices, final Report report, final int mostHubs, final OnLost onLost) {
        final List<String> paths = paths(choices, 1 + choices.below(mostHubs));
        final List<Shape.AssetShape> assets = new ArrayList<>();
        for (final String path : paths) {
            final boolean isLeaf = paths.stream().noneMatch(each -> !each.isEmpty() && parent(each).equals(path));
            for (int left = isLeaf ? 1 + choices.below(2) : choices.below(3); left > 0; left--) {
                assets.add(new Shape.AssetShape("x" + assets.size(), path, 1 + choices.below(GREATEST_STEP)));
            }
        }
        List<Shape.HubShape> hubs = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            hubs.add(new Shape.HubShape(paths.get(i), i + 1, 1 + choices.below(GREATEST_STEP), 0));
        }
        final Shape bare = new Shape(report, List.copyOf(hubs), assets, List.of(), onLost, 0);
        hubs = new ArrayList<>(hubs.stream().map(each -> new Shape.HubShape(each.path(), each.host(), each.stepNs(),
            leastMaxDelayNs(bare, each) + choices.below(GREATEST_STEP))).toList());
        Shape shape = new Shape(report, hubs, assets, List.of(), onLost, 0);
        while (!TreeLiveness.judge(federate(shape, hubs.get(0))).live()) {
            // Of slowest members: all hubs but the leaves need more.
            hubs.replaceAll(each -> new Shape.HubShape(each.path(), each.host(), each.stepNs(),
                each.maxDelayNs() + 1));
            shape = new Shape(report, List.copyOf(hubs), assets, List.of(), onLost, 0);
        }
        return onLost == OnLost.HALT ? shape : liveFromAnyStart(shape);
    }

    /** Hubs and assets that come again start when others have come far. */
    private static Shape liveFromAnyStart(final Shape shape) {
        final List<Shape.HubShape> hubs = shape.hubs().stream().map(each -> new Shape.HubShape(each.path(),
            each.host(), each.stepNs(), Math.max(each.maxDelayNs(),
            LateStarts.requiredMaxDelayNs(federate(shape, each)).longValueExact()))).toList();
        return new Shape(shape.report(), hubs, shape.assets(), shape.channels(), shape.onLost(), shape.seed());
    }

    /** The same tree, whose hubs may be lost. */
    static Shape losing(final Shape shape, final OnLost onLost) {
        return liveFromAnyStart(new Shape(shape.report(), shape.hubs(), shape.assets(), shape.channels(), onLost,
            shape.seed()));
    }

    private static List<String> paths(final Choices choices, final int hubs) {
        final List<String> paths = new ArrayList<>(List.of(""));
        while (paths.size() < hubs) {
            final String parent = paths.get(choices.below(paths.size()));
            paths.add((parent.isEmpty() ? "" : parent + "/") + NAMES[paths.size()]);
        }
        return paths;
    }

    private static String parent(final String path) {
        return path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
    }

    /** By L2, with child cores as assets. */
    private static long leastMaxDelayNs(final Shape shape, final Shape.HubShape hub) {
        final List<Liveness.Member> members = new ArrayList<>();
        shape.assetsOf(hub).forEach(each -> members.add(new Liveness.Member(each.name(), each.stepNs())));
        shape.childrenOf(hub).forEach(each -> members.add(new Liveness.Member(each.leaf(), each.stepNs())));
        return Liveness.judge(hub.stepNs(), hub.stepNs(), members).assets().stream()
            .mapToLong(fact -> fact.requiredMaxDelayNs().longValueExact()).max().orElse(hub.stepNs());
    }

    private static Federate federate(final Shape shape, final Shape.HubShape hub) {
        return new Federate(hub.name(), hub.stepNs(), hub.maxDelayNs(), shape.report(),
            shape.assetsOf(hub).stream().map(each -> new Liveness.Member(each.name(), each.stepNs())).toList(),
            shape.childrenOf(hub).stream().map(each -> federate(shape, each)).toList());
    }

    /** A system of one hub: assets with channels between them, with delays of any kind. */
    static Shape talking(final Choices choices) {
        final List<Shape.AssetShape> assets = new ArrayList<>();
        for (int i = 2 + choices.below(4); i > 0; i--) {
            assets.add(new Shape.AssetShape("x" + i, "", 1 + choices.below(GREATEST_STEP)));
        }
        final List<Shape.Sending> channels = new ArrayList<>();
        for (final Shape.AssetShape from : assets) {
            for (final Shape.AssetShape to : assets) {
                for (int i = 0; i < 2; i++) {
                    if (from != to && choices.below(3) == 0) {
                        channels.add(new Shape.Sending("of-" + from.name() + "-" + i, from.name(), to.name(),
                            InputSpec.gated("any", "any").delayNs(choices.below(20)).jitterNs(choices.below(3)
                                * choices.below(15)).loss(choices.below(3) == 0 ? 0.3 : 0)));
                    }
                }
            }
        }
        return new Shape(Report.CORE, List.of(new Shape.HubShape("", 1, 4, 24)), assets, channels, OnLost.HALT,
            choices.below(1_000));
    }

    /** The same system, with each asset at any hub of a tree of so many. */
    static Shape cut(final Choices choices, final Shape whole, final int hubs) {
        final List<String> paths = paths(choices, hubs);
        final List<Shape.HubShape> shapes = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            shapes.add(new Shape.HubShape(paths.get(i), i + 1, 1 + choices.below(GREATEST_STEP),
                20 + choices.below(20)));
        }
        final List<Shape.AssetShape> assets = whole.assets().stream().map(each ->
            new Shape.AssetShape(each.name(), paths.get(choices.below(hubs)), each.stepNs())).toList();
        return new Shape(whole.report(), shapes, assets, whole.channels(), whole.onLost(), whole.seed());
    }
}
