package io.takt.rule;

import io.takt.rule.GateVerdict.Fix;
import io.takt.rule.GateVerdict.Wait;
import io.takt.rule.GatedSystem.Gate;
import io.takt.rule.LivenessVerdict.AssetFacts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The smallest changes that make a system with gates live which is not: of D_max, or of the delay of one link. A
 * greater value of either only lets clocks count up sooner, so the smallest that is enough is found by halving.
 */
final class SmallestGateFixes {
    private static final long MOST_CASES = 50_000_000;
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final long NONE = -1;

    private final GatedSystem system;

    private SmallestGateFixes(final GatedSystem system) {
        this.system = system;
    }

    /**
     * All fixes that there are and that can be told.
     *
     * @param cycle of waits when the system stops; empty when it is not known.
     * @return at most one fix of D_max and one of a delay, in this order.
     */
    static List<Fix> of(final GatedSystem system, final List<Wait> cycle) {
        final SmallestGateFixes smallest = new SmallestGateFixes(system);
        final LivenessVerdict withoutGates =
            Liveness.judge(system.coreStepNs(), system.maxDelayNs(), system.assets());
        final List<Fix> fixes = new ArrayList<>(2);
        smallest.raiseMaxDelay(withoutGates.assets(), fixes);
        if (withoutGates.live()) {
            smallest.raiseADelay(cycle, fixes);
        }
        return fixes;
    }

    /** By (b) only multiples of the unit matter, of which all times are multiples, and none that L2 rules out. */
    private void raiseMaxDelay(final List<AssetFacts> facts, final List<Fix> fixes) {
        final long unitNs = system.assets().stream().mapToLong(Liveness.Member::stepNs)
            .reduce(system.coreStepNs(), Divisors::gcd);
        final BigInteger requiredNs = facts.stream().map(AssetFacts::requiredMaxDelayNs)
            .reduce(BigInteger.ZERO, BigInteger::max);
        final BigInteger mostNs = mostThatHelps();
        if (mostNs.compareTo(MAX) > 0) {
            return;
        }
        final long tooFew = Math.max(system.maxDelayNs() / unitNs, requiredNs.longValueExact() / unitNs - 1);
        final long units = smallest(tooFew, mostNs.longValueExact() / unitNs,
            count -> system.withMaxDelay(count * unitNs));
        if (units != NONE) {
            fixes.add(new Fix(null, system.maxDelayNs(), units * unitNs));
        }
    }

    /**
     * By the sufficient condition; where it knows none, a whole period: no asset holds the core in that period then.
     * Neither is less than what L2 requires. For whole steps that begin in the period clocks may have to be beyond it:
     * each on the way from one that waits to those that it waits for by as much as a longest step.
     */
    private BigInteger mostThatHelps() {
        final BigInteger sufficientNs = SufficientDelay.fromZero(system).ofAllNs();
        if (sufficientNs != null) {
            return sufficientNs;
        }
        final BitSet all = new BitSet();
        all.set(0, system.assets().size());
        final BigInteger periodNs = new WaitGraph(system, all, system.gatesByReceiver()).periodNs();
        final boolean areAnyWhole = system.assets().stream().anyMatch(asset -> asset.steps().isWhole());
        return !areAnyWhole ? periodNs : system.assets().stream()
            .map(asset -> BigInteger.valueOf(asset.insistedNs()))
            .reduce(periodNs.add(BigInteger.valueOf(system.coreStepNs())), BigInteger::add);
    }

    /** Only the links of the cycle can help by themselves: the others do not change the cycle. */
    private void raiseADelay(final List<Wait> cycle, final List<Fix> fixes) {
        Fix best = null;
        for (final Wait wait : cycle) {
            if (wait.link() != null && wait.link().mayBeLonger()) {
                final long fromNs = wait.link().delayNs();
                final long mostNs = best == null ? Long.MAX_VALUE : fromNs + best.toNs() - best.fromNs() - 1;
                final long toNs = smallestDelayNs(gateOf(wait), Math.min(mostNs, system.maxDelayNs()));
                best = toNs == NONE ? best : new Fix(wait.link(), fromNs, toNs);
            }
        }
        if (best != null) {
            fixes.add(best);
        }
    }

    private Gate gateOf(final Wait wait) {
        return system.gates().stream().filter(gate -> gate.link() == wait.link()).findFirst().orElseThrow();
    }

    /** Where the sender is and where the receiver wants to go differ by multiples of the unit; with D_max see G1. */
    private long smallestDelayNs(final Gate gate, final long mostNs) {
        final long unitNs = Divisors.gcd(system.stepNs(gate.sender()), system.stepNs(gate.receiver()));
        final long units = smallest(gate.link().delayNs() / unitNs, mostNs / unitNs,
            count -> system.withDelay(gate, count * unitNs));
        return units == NONE ? NONE : units * unitNs;
    }

    /**
     * The smallest count with which a system is live.
     *
     * @param tooFew with which it is not.
     * @param most   more than this will not do.
     * @param with   the system with a count.
     * @return {@link #NONE} when there is none, or it takes too long to tell.
     */
    private static long smallest(final long tooFew, final long most, final LongFunction<GatedSystem> with) {
        final Cases cases = new Cases(MOST_CASES);
        try {
            if (most <= tooFew || !new JudgedGates(with.apply(most), cases).live()) {
                return NONE;
            }
            long notLive = tooFew;
            long live = most;
            while (live - notLive > 1) {
                final long count = notLive + (live - notLive) / 2;
                if (new JudgedGates(with.apply(count), cases).live()) {
                    live = count;
                } else {
                    notLive = count;
                }
            }
            return live;
        } catch (final TooManyCasesException e) {
            return NONE;
        }
    }
}
