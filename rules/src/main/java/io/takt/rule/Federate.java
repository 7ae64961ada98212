package io.takt.rule;

import java.math.BigInteger;
import java.util.List;
import java.util.Objects;

/**
 * A core, its assets and the federates below it, as far as bounds and liveness go.
 *
 * <p>The core of a child federate counts up only when both rules allow it: rule (a) towards its parent's core, rule (b)
 * towards its own members. A child without members is bound by rule (a) only, as an asset is.
 *
 * @param name       what to call it in a verdict.
 * @param coreStepNs ΔT_c, greater than 0.
 * @param maxDelayNs D_max, greater than 0.
 * @param report     what it reports to its parent; at the root it says nothing.
 * @param assets     its own assets.
 * @param children   the federates that count as its assets.
 */
public record Federate(
    String name,
    long coreStepNs,
    long maxDelayNs,
    Report report,
    List<Liveness.Member> assets,
    List<Federate> children) {

    /**
     * Checks all of it and copies the lists: a federate does not change.
     *
     * @throws IllegalArgumentException when a number is not greater than 0.
     */
    public Federate {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(report, "report");
        Liveness.requirePositive("coreStepNs of federate " + name, coreStepNs);
        Liveness.requirePositive("maxDelayNs of federate " + name, maxDelayNs);
        assets = List.copyOf(assets);
        children = List.copyOf(children);
    }

    /**
     * How far this core can ever be ahead of any asset below it, at whatever depth; any two of those assets are no
     * farther apart either, since none passes the core.
     *
     * <p>Rule (b) keeps the core within D_max of every report. A member that reports its slowest adds nothing to that
     * by itself; one that reports its core time adds its own bound. So this is the sum of D_max along the path when
     * all report their core time, and this core's D_max when all report their slowest member.
     *
     * @return nanoseconds of simulation time; 0 when there are no members.
     */
    public BigInteger boundNs() {
        return hasMembers() ? BigInteger.valueOf(maxDelayNs).add(beyondSlowestNs()) : BigInteger.ZERO;
    }

    boolean hasMembers() {
        return !assets.isEmpty() || !children.isEmpty();
    }

    /** How far an asset below can be behind the slowest report of these members. */
    private BigInteger beyondSlowestNs() {
        BigInteger most = BigInteger.ZERO;
        for (final Federate child : children) {
            most = most.max(child.report == Report.CORE ? child.boundNs() : child.beyondSlowestNs());
        }
        return most;
    }
}
