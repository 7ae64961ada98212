package io.takt.lab.tree;

import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import io.takt.rule.Report;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The clocks of a tree, all from 0.
 *
 * <p>Every federate keeps the slowest report of its members and how many of them report it. Only when the last of those
 * has moved are its members looked at again; and only then may its own report change, which its parent wants to know.
 * With n members that costs n for every time that the slowest moves, in which every member moves about once: so a
 * count-up costs the same on average, however many members and levels there are.
 */
public final class TreeClocks {
    private final TreeShape shape;
    private final Report report;
    private final long maxDelay;
    private final int federates;
    private final int[] steps;
    private final long[] times;
    private final long[] reports;
    private final long[] slowest;
    private final int[] slowestMembers;
    private long touched;

    /**
     * All clocks at 0.
     *
     * @param shape    of the tree.
     * @param settings of its federates.
     * @param random   draws the steps of the assets.
     */
    public TreeClocks(final TreeShape shape, final TreeSettings settings, final SplittableRandom random) {
        this.shape = shape;
        report = settings.report();
        maxDelay = settings.maxDelay();
        federates = shape.federates();
        steps = new int[shape.nodes()];
        Arrays.fill(steps, 0, federates, Math.toIntExact(settings.coreStep()));
        for (int asset = federates; asset < steps.length; asset++) {
            steps[asset] = settings.assetSteps().get(random.nextInt(settings.assetSteps().size()));
        }
        times = new long[shape.nodes()];
        reports = new long[shape.nodes()];
        slowest = new long[federates];
        slowestMembers = new int[federates];
        Arrays.setAll(slowestMembers, federate -> shape.firstMember(federate + 1) - shape.firstMember(federate));
    }

    /**
     * The shape of the tree.
     *
     * @return as it was given.
     */
    public TreeShape shape() {
        return shape;
    }

    /**
     * Where a clock stands.
     *
     * @param node any.
     * @return simulation time.
     */
    public long time(final int node) {
        return times[node];
    }

    /**
     * The step of a clock.
     *
     * @param node any.
     * @return simulation time.
     */
    public long step(final int node) {
        return steps[node];
    }

    /**
     * How many clocks and reports have been looked at or changed since the start.
     *
     * @return a count.
     */
    public long touched() {
        return touched;
    }

    /**
     * A count-up: by rule (a) towards the parent, by rule (b) towards the members.
     *
     * @param node any.
     * @return whether it progressed.
     */
    public boolean countUp(final int node) {
        final long time = times[node];
        final long step = steps[node];
        final int parent = shape.parent(node);
        touched += 2;
        if (parent < 0 ? CoreRule.isLast(time, step) : !AssetRule.progresses(time, step, times[parent])) {
            return false;
        }
        if (node < federates) {
            touched++;
            // A count-up that the slowest member allows is allowed by all.
            if (!CoreRule.allows(time + step, slowest[node], maxDelay)) {
                return false;
            }
        }
        times[node] = time + step;
        tellParents(node);
        return true;
    }

    private void tellParents(final int moved) {
        int node = moved;
        for (int parent = shape.parent(node); parent >= 0; parent = shape.parent(node)) {
            final long before = reports[node];
            final long now = node < federates ? report.timeNs(times[node], slowest[node]) : times[node];
            if (now == before) {
                return;
            }
            reports[node] = now;
            touched += 2;
            if (before != slowest[parent] || --slowestMembers[parent] > 0) {
                return;
            }
            findSlowest(parent);
            node = parent;
        }
    }

    private void findSlowest(final int federate) {
        final int end = shape.firstMember(federate + 1);
        final int first = shape.firstMember(federate);
        long least = Long.MAX_VALUE;
        int count = 0;
        for (int member = first; member < end; member++) {
            if (reports[member] < least) {
                least = reports[member];
                count = 0;
            }
            if (reports[member] == least) {
                count++;
            }
        }
        slowest[federate] = least;
        slowestMembers[federate] = count;
        touched += end - first;
    }
}
