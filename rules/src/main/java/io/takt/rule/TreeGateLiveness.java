package io.takt.rule;

import io.takt.rule.GateLiveness.Link;
import io.takt.rule.TreeGateVerdict.Fix;
import io.takt.rule.TreeGateVerdict.Place;
import io.takt.rule.TreeGateVerdict.Wait;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * G3 for a tree, exact liveness of federates with the gates of their message inputs, within hubs and across them.
 *
 * <p>All rules say the same of two clocks, as {@link GateLiveness} states: a child's core that looks at its parent's
 * has a leeway of 0, a core that looks at what a child reports has its own D_max, and a report of the slowest is all
 * the clocks whose least it is. So the argument there holds of the whole tree: the order of count-ups makes no
 * difference to the end, the laziest choices of steps decide, and one period does.
 *
 * <p>Within one hub start gates alone never stop anything (G2), since the core is held by the asset with the smallest
 * time. In a tree they can: a root that hears of cores alone does not look at the asset that a gate waits for. Let a
 * child have an asset of step 100 and another child one of step 5 that waits for it. The first has to be allowed to go
 * to 100 at once, while the second stands at 5; with a D_max of 15 the root stands at 20.
 */
public final class TreeGateLiveness {
    private static final long MOST_CASES = 50_000_000;
    private static final long NONE = -1;

    private final Federate root;
    private final List<Link> links;
    private final Cases cases = new Cases(MOST_CASES);

    private TreeGateLiveness(final Federate root, final List<Link> links) {
        this.root = root;
        this.links = links;
    }

    /**
     * Judges a tree whose clocks all start at 0.
     *
     * @param root  the whole tree; its rules alone are judged by {@link TreeLiveness}, which tells more of them.
     * @param links whose receivers wait for their senders, both named by their paths from below the root.
     * @return the verdict.
     * @throws IllegalArgumentException when two assets have one path, or a link is of one that is not there.
     * @throws TooManyCasesException    when it cannot be told in a few seconds.
     */
    public static TreeGateVerdict judge(final Federate root, final List<Link> links) {
        final TreeGraph graph = new TreeGraph(root, links);
        if (!root.hasMembers()) {
            return TreeGateVerdict.LIVE;
        }
        final GreedyRun run = new GreedyRun(graph, new Cases(MOST_CASES));
        return switch (run.run(null)) {
            case LIVE -> TreeGateVerdict.LIVE;
            case REST -> new TreeGateLiveness(root, links).stops(graph, run);
            default -> throw new TooManyCasesException("whether gates ever hold a tree of hubs for good takes too long"
                + " to tell: more than " + MOST_CASES + " cases; steps with greater common divisors make fewer");
        };
    }

    private TreeGateVerdict stops(final TreeGraph graph, final GreedyRun run) {
        final List<Wait> waits = new ArrayList<>();
        final Set<Integer> passed = new HashSet<>();
        for (int node = ClockGraph.CORE; passed.add(node); node = graph.awaited(run.holdingEdge(node))) {
            final int edge = run.holdingEdge(node);
            waits.add(new Wait(graph.place(node), run.timeNs(node), graph.place(graph.awaited(edge)),
                run.timeNs(graph.awaited(edge)), graph.link(edge)));
        }
        return new TreeGateVerdict(false, isCertain(graph, run.timeNs(ClockGraph.CORE)), run.timeNs(ClockGraph.CORE),
            waits, fixes(graph, waits));
    }

    private boolean isCertain(final TreeGraph graph, final BigInteger stopsAtNs) {
        if (!graph.varies()) {
            return true;
        }
        final GreedyRun best = new GreedyRun(new TreeGraph(withTheBestSteps(root), links.stream()
            .filter(link -> link.atStepEnd() || graph.isFixed(link.to())).toList()), cases);
        return best.run(null) == GreedyRun.End.REST && best.timeNs(ClockGraph.CORE).equals(stopsAtNs);
    }

    /** As {@link GatedSystem#withTheBestSteps}. */
    private static Federate withTheBestSteps(final Federate at) {
        return new Federate(at.name(), at.coreStepNs(), at.maxDelayNs(), at.report(),
            at.assets().stream().map(asset -> new Liveness.Member(asset.name(), asset.stepNs())).toList(),
            at.children().stream().map(TreeGateLiveness::withTheBestSteps).toList());
    }

    /** Only what holds a clock of the chain can help: the rest of it does not change by anything else. */
    private List<Fix> fixes(final TreeGraph graph, final List<Wait> waits) {
        final BigInteger enoughNs = graph.periodNs().add(BigInteger.valueOf(graph.allStepsNs()));
        if (enoughNs.bitLength() >= Long.SIZE - 1) {
            return List.of();
        }
        Fix maxDelay = null;
        Fix delay = null;
        for (final Wait wait : waits) {
            if (wait.link() != null && wait.link().mayBeLonger()) {
                delay = smaller(delay, smallest(null, wait.link(), wait.link().delayNs(), enoughNs.longValueExact(),
                    graph.unitNs(), toNs -> isLive(root, changed(wait.link(), toNs))));
            } else if (wait.waiter().isCore() && !isParent(wait)) {
                final String hub = wait.waiter().path();
                maxDelay = smaller(maxDelay, smallest(hub, null, maxDelayNs(root, "", hub), enoughNs.longValueExact(),
                    graph.unitNs(), toNs -> isLive(changed(root, "", hub, toNs), links)));
            }
        }
        final List<Fix> fixes = new ArrayList<>(2);
        for (final Fix each : new Fix[] {maxDelay, delay}) {
            if (each != null) {
                fixes.add(each);
            }
        }
        return fixes;
    }

    /** Whether a core waits for its parent, not for what is below. */
    private static boolean isParent(final Wait wait) {
        final Place awaited = wait.awaited();
        return awaited.isCore() && awaited.path().length() < wait.waiter().path().length();
    }

    private static Fix smaller(final Fix one, final Fix other) {
        return one == null || other != null && other.toNs() - other.fromNs() < one.toNs() - one.fromNs() ? other : one;
    }

    /** All clocks stand at multiples of the unit, so nothing in between makes a difference. */
    private static Fix smallest(final String hub, final Link link, final long fromNs, final long enoughNs,
        final long unitNs, final LongFunction<Boolean> isLive) {
        long notLive = fromNs / unitNs;
        long live = Math.max(notLive, enoughNs / unitNs) + 1;
        if (live > Long.MAX_VALUE / unitNs || !isLive.apply(live * unitNs)) {
            return null;
        }
        while (live - notLive > 1) {
            final long count = notLive + (live - notLive) / 2;
            if (isLive.apply(count * unitNs)) {
                live = count;
            } else {
                notLive = count;
            }
        }
        return new Fix(hub, link, fromNs, live * unitNs);
    }

    private boolean isLive(final Federate tree, final List<Link> gates) {
        return new GreedyRun(new TreeGraph(tree, gates), cases).run(null) == GreedyRun.End.LIVE;
    }

    private List<Link> changed(final Link link, final long toNs) {
        return links.stream().map(each -> each != link ? each
            : new Link(link.channel(), link.from(), link.to(), toNs, link.atStepEnd())).toList();
    }

    private static String below(final String path, final Federate child) {
        return path.isEmpty() ? child.name() : path + "/" + child.name();
    }

    private static long maxDelayNs(final Federate at, final String path, final String hub) {
        if (path.equals(hub)) {
            return at.maxDelayNs();
        }
        return at.children().stream().mapToLong(child -> maxDelayNs(child, below(path, child), hub))
            .filter(found -> found != NONE).findFirst().orElse(NONE);
    }

    private static Federate changed(final Federate at, final String path, final String hub, final long toNs) {
        return new Federate(at.name(), at.coreStepNs(), path.equals(hub) ? toNs : at.maxDelayNs(), at.report(),
            at.assets(), at.children().stream().map(child -> changed(child, below(path, child), hub, toNs)).toList());
    }
}
