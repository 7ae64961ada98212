package io.takt.proofs.links;

import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.rule.Report;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Looks at the clocks of all hubs of a tree at one moment, as no observer of a real one can: each side's clocks against
 * what it knows of the other, and against what is.
 */
final class TreeJudge {
    private final Tree tree;
    private long looks;
    private long looksAtLinks;
    private long behind;

    TreeJudge(final Tree tree) {
        this.tree = tree;
    }

    /** The earliest of a hub's own time and those of its members. */
    long leastNs(final Hub hub) {
        final Counters counters = hub.counters();
        long leastNs = hub.coreNs();
        for (final int counter : counters.clocks().assets().values()) {
            leastNs = Math.min(leastNs, counters.read(counter));
        }
        return leastNs;
    }

    void look() {
        looks++;
        for (final Shape.HubShape each : tree.shape().hubs()) {
            final Hub hub = tree.hub(each.path());
            if (hub != null && !hub.isKilled()) {
                lookAtMembers(hub);
                if (!each.isRoot()) {
                    lookAtLink(hub, tree.hub(each.parent()));
                }
                lookAtPath(hub);
            }
        }
    }

    /** The rules within one hub, where a child is an asset by what it has reported. */
    private void lookAtMembers(final Hub hub) {
        final Counters counters = hub.counters();
        final long coreNs = hub.coreNs();
        for (final Map.Entry<String, Integer> each : counters.clocks().assets().entrySet()) {
            final long timeNs = counters.read(each.getValue());
            require(timeNs <= coreNs && coreNs - timeNs <= hub.shape().maxDelayNs(),
                () -> each.getKey() + " is at " + timeNs + ", and T_c of " + hub.name() + " at " + coreNs);
        }
    }

    /** Whether a child and its parent are in one epoch of the parent's run. */
    private static boolean isPlaced(final Hub child, final Hub parent) {
        return child.counters().clocks().parent() >= 0 && !parent.isKilled()
            && parent.counters().clocks().assets().containsKey(child.shape().leaf())
            && parent.isIn(child.parentEpoch());
    }

    private void lookAtLink(final Hub child, final Hub parent) {
        final Counters.Clocks own = child.counters().clocks();
        if (own.parent() < 0) {
            return;
        }
        final long knownNs = child.counters().read(own.parent());
        final long reportNs = child.counters().read(own.report());
        final Supplier<String> names = () -> child.name() + " below " + parent.name() + ": ";
        require(child.coreNs() <= knownNs, () -> names.get() + "T_c of the child is " + child.coreNs()
            + ", and its parent's as it knows it " + knownNs);
        if (!isPlaced(child, parent)) {
            // A child that is lost, or whose parent was killed, does not know it at once.
            require(tree.shape().onLost() != OnLost.HALT || parent.isKilled()
                || parent.isAfter(child.parentEpoch()), () -> names.get() + "the child is in epoch "
                + child.parentEpoch() + " of its parent's runs, and the parent in "
                + parent.counters().clocks().epoch());
            return;
        }
        looksAtLinks++;
        final long parentNs = parent.coreNs();
        behind += knownNs < parentNs ? 1 : 0;
        require(knownNs <= parentNs, () -> names.get() + "the child believes its parent at " + knownNs
            + ", which is at " + parentNs);
        final long toldNs = parent.counters().read(parent.counters().clocks().assets().get(child.shape().leaf()));
        require(toldNs <= reportNs, () -> names.get() + "the parent believes its child at " + toldNs
            + ", which reports " + reportNs);
    }

    /** From the root down to the members of a hub: the sum of D_max on the way, or the root's alone. */
    private void lookAtPath(final Hub hub) {
        final Hub root = tree.root();
        long sumNs = hub.shape().maxDelayNs();
        for (Hub at = hub; at != root;) {
            final Hub parent = tree.hub(at.shape().parent());
            if (!isPlaced(at, parent)) {
                return;
            }
            sumNs += parent.shape().maxDelayNs();
            at = parent;
        }
        final long mostNs = tree.shape().report() == Report.SLOWEST ? root.shape().maxDelayNs() : sumNs;
        final long rootNs = root.coreNs();
        final long leastNs = leastNs(hub);
        require(hub.coreNs() <= rootNs && rootNs - leastNs <= mostNs, () -> "the root is at " + rootNs + ", "
            + hub.name() + " at " + hub.coreNs() + " and its slowest member at " + leastNs + "; the bound is "
            + mostNs);
    }

    private void require(final boolean holds, final Supplier<String> otherwise) {
        if (!holds) {
            throw new BrokenProperty(otherwise.get() + "\n" + tree.world().history());
        }
    }

    long looks() {
        return looks;
    }

    /** With a child and a parent of one epoch. */
    long looksAtLinks() {
        return looksAtLinks;
    }

    /** Of these, with a child that knew less of its parent than there was to know. */
    long behind() {
        return behind;
    }
}
