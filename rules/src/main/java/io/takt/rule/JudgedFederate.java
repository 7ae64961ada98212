package io.takt.rule;

import io.takt.rule.NestedFloors.Chain;
import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A federate with those below it, left to itself: where it stops, and how everything stands when it cannot move.
 * {@link TreeLiveness} says why.
 */
final class JudgedFederate {
    private final Federate federate;
    private final List<JudgedFederate> children;
    /** From below this core to the member whose time is reported to it; equal chains lag equally. */
    private final Set<Chain> chains = new LinkedHashSet<>();
    private final BigInteger stopsAtNs;

    /**
     * The slowest report of a federate's members, when nothing below its core can move.
     *
     * @param timeNs the reported time.
     * @param member the one that reports it: an asset, or a child.
     * @param stuck  the child, if its own rule (b) keeps it from going up to its parent; null if not.
     * @param below  the member that the child reports in its turn; null when that is itself.
     */
    record Slowest(BigInteger timeNs, String member, JudgedFederate stuck, Slowest below) {
    }

    JudgedFederate(final Federate federate, final Cases cases) {
        this.federate = federate;
        children = federate.children().stream().map(child -> new JudgedFederate(child, cases)).toList();
        federate.assets().forEach(asset -> chains.add(Chain.of(asset)));
        children.forEach(child -> child.addReportedTo(chains));
        stopsAtNs = earliest(ownStopNs(cases), stopByChildrenNs());
    }

    String name() {
        return federate.name();
    }

    /** T*, or null when it never stops. */
    BigInteger stopsAtNs() {
        return stopsAtNs;
    }

    /** The smallest D_max with which it never stops by itself, or null when it takes too long to tell. */
    BigInteger requiredMaxDelayNs() {
        final Cases cases = NestedFloors.cases();
        BigInteger lagNs = BigInteger.ZERO;
        try {
            for (final Chain chain : chains) {
                lagNs = lagNs.max(new NestedFloors(federate.coreStepNs(), chain, cases).greatestLagNs());
            }
        } catch (final TooManyCasesException e) {
            return null;
        }
        return lagNs.add(BigInteger.valueOf(federate.coreStepNs()));
    }

    /**
     * The member with the slowest report, the first of them, when this core stands at a time and nothing below it can
     * move; those whose steps are whole as far behind as they can be.
     *
     * @param coreTimeNs at most T*, a multiple of the core's step.
     * @return null when there are no members.
     */
    Slowest slowestAt(final BigInteger coreTimeNs) {
        Slowest slowest = null;
        for (final Liveness.Member asset : federate.assets()) {
            final BigInteger timeNs = coreTimeNs.subtract(asset.greatestLagNs(coreTimeNs));
            slowest = slower(slowest, new Slowest(timeNs, asset.name(), null, null));
        }
        for (final JudgedFederate child : children) {
            slowest = slower(slowest, child.reportUnder(coreTimeNs));
        }
        return slowest;
    }

    private Slowest reportUnder(final BigInteger parentTimeNs) {
        final BigInteger upToParentNs = greatestMultiple(federate.coreStepNs(), parentTimeNs);
        final BigInteger timeNs = earliest(upToParentNs, stopsAtNs);
        final JudgedFederate stuck = timeNs.compareTo(upToParentNs) < 0 ? this : null;
        final Slowest below = reportsCore() ? null : slowestAt(timeNs);
        return new Slowest(below == null ? timeNs : below.timeNs(), name(), stuck, below);
    }

    private boolean reportsCore() {
        return federate.report() == Report.CORE || !federate.hasMembers();
    }

    /** The chains by which this federate's reports lag its parent's core. */
    private void addReportedTo(final Set<Chain> parentsChains) {
        if (reportsCore()) {
            parentsChains.add(Chain.of(new Liveness.Member(federate.name(), federate.coreStepNs())));
        } else {
            chains.forEach(chain -> parentsChains.add(chain.below(federate.coreStepNs())));
        }
    }

    /** The first time at which the condition fails. */
    private BigInteger ownStopNs(final Cases cases) {
        final long tooMuchNs = federate.maxDelayNs() - federate.coreStepNs() + 1;
        BigInteger stopNs = null;
        for (final Chain chain : chains) {
            stopNs = earliest(stopNs, new NestedFloors(federate.coreStepNs(), chain, cases).firstLagOf(tooMuchNs));
        }
        return stopNs;
    }

    /** The first time that is too far ahead of what a child reports for good. */
    private BigInteger stopByChildrenNs() {
        BigInteger stopNs = null;
        for (final JudgedFederate child : children) {
            if (child.stopsAtNs != null) {
                final BigInteger lastReportNs = child.reportUnder(child.stopsAtNs).timeNs();
                final BigInteger latestNs = lastReportNs.add(BigInteger.valueOf(federate.maxDelayNs()));
                stopNs = earliest(stopNs, greatestMultiple(federate.coreStepNs(), latestNs));
            }
        }
        return stopNs;
    }

    private static Slowest slower(final Slowest one, final Slowest other) {
        return one == null || other.timeNs().compareTo(one.timeNs()) < 0 ? other : one;
    }

    private static BigInteger greatestMultiple(final long stepNs, final BigInteger upToNs) {
        return upToNs.subtract(upToNs.mod(BigInteger.valueOf(stepNs)));
    }

    /** The lesser of two times; null is never. */
    private static BigInteger earliest(final BigInteger one, final BigInteger other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.min(other);
    }
}
