package io.takt.rule;

import io.takt.rule.GateVerdict.Wait;
import io.takt.rule.GatedSystem.Gate;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Whether and where a system with gates stops. {@link GateLiveness} says why no more than this has to be looked at: L2;
 * for assets that gates at steps' ends can hold, the sufficient condition; and a run of those that lack it, with the
 * assets that they wait for.
 */
final class JudgedGates {
    private static final long MOST_CASES = 50_000_000;

    private final GatedSystem system;
    /** Null when live. */
    private final Stop stop;
    /** Whether there is no earlier one. */
    private final boolean isTold;

    /**
     * The first of those that hold the core for good, and why.
     *
     * @param coreTimeNs T*.
     * @param holder     number of the slowest asset.
     * @param timeNs     where it stands.
     * @param waits      from the core to the first one that waits for a member of the chain.
     */
    private record Stop(BigInteger coreTimeNs, int holder, BigInteger timeNs, List<Wait> waits) {
        private static final Comparator<Stop> ORDER = Comparator
            .comparing(Stop::coreTimeNs).thenComparing(Stop::timeNs).thenComparing(Stop::holder);

        /** The one that shows; null for the first is none. */
        static Stop first(final Stop one, final Stop other) {
            return one == null || ORDER.compare(other, one) < 0 ? other : one;
        }
    }

    JudgedGates(final GatedSystem system) {
        this(system, new Cases(MOST_CASES));
    }

    /**
     * Judges.
     *
     * @throws TooManyCasesException when it cannot be told within these cases.
     */
    JudgedGates(final GatedSystem given, final Cases cases) {
        system = given.withoutIdleGates();
        Stop first = stopByL2();
        boolean isGivenUp = false;
        for (final WaitGraph part : partsToBeRun()) {
            final GreedyRun run = new GreedyRun(part, cases);
            final GreedyRun.End end = run.run(first == null ? null : first.coreTimeNs());
            first = end == GreedyRun.End.REST ? Stop.first(first, stopOf(part, run)) : first;
            isGivenUp |= end == GreedyRun.End.GIVEN_UP;
        }
        if (isGivenUp && first == null) {
            throw tooMany(given);
        }
        stop = first;
        isTold = first != null && !isGivenUp;
    }

    boolean live() {
        return stop == null;
    }

    /** T*; null when live, or when it takes too long to tell. */
    BigInteger stopsAtNs() {
        return isTold ? stop.coreTimeNs() : null;
    }

    /** As a verdict has them. */
    List<Wait> waits() {
        return isTold ? stop.waits() : List.of();
    }

    /** Where it would stop without gates, beyond which it does not get with them; null when it never would. */
    private Stop stopByL2() {
        final LivenessVerdict verdict =
            Liveness.judge(system.coreStepNs(), system.maxDelayNs(), system.assets());
        if (verdict.live()) {
            return null;
        }
        final String name = verdict.stoppedBy();
        int holder = 0;
        while (!system.assets().get(holder).name().equals(name)) {
            holder++;
        }
        final BigInteger coreNs = verdict.stopsAtNs();
        final BigInteger timeNs = coreNs.subtract(BigInteger.valueOf(verdict.stoppedByLagNs()));
        return new Stop(coreNs, holder, timeNs, List.of(
            new Wait(null, coreNs, name, timeNs, neededNs(coreNs, system.coreStepNs(), system.maxDelayNs()), null),
            new Wait(name, timeNs, null, coreNs, neededNs(timeNs, system.assets().get(holder).insistedNs(), 0), null)));
    }

    private static BigInteger neededNs(final BigInteger timeNs, final long stepNs, final long leewayNs) {
        return timeNs.add(BigInteger.valueOf(stepNs)).subtract(BigInteger.valueOf(leewayNs));
    }

    /**
     * Of the assets that a gate at a step's end holds, however indirectly, the ones that lack the sufficient condition,
     * with the assets that they wait for; apart where no gates connect them, and the shortest periods first.
     */
    private List<WaitGraph> partsToBeRun() {
        final BitSet receivers = new BitSet();
        system.gates().stream().filter(gate -> gate.link().atStepEnd()).forEach(gate -> receivers.set(gate.receiver()));
        final BitSet gated = system.awaitedBy(receivers);
        final BitSet lacking = system.awaitedBy(SufficientDelay.fromZero(system).lacking(gated));
        final List<List<Gate>> into = system.gatesByReceiver();
        final List<WaitGraph> parts = new ArrayList<>();
        connected(lacking).forEach(part -> parts.add(new WaitGraph(system, part, into)));
        parts.sort(Comparator.comparing(WaitGraph::periodNs));
        return parts;
    }

    /** Each part is known by one of its assets, found by going from an asset to another of its part again and again. */
    private Collection<BitSet> connected(final BitSet assets) {
        final int[] other = IntStream.range(0, system.assets().size()).toArray();
        for (final Gate gate : system.gates()) {
            if (assets.get(gate.receiver())) {
                other[oneOfPart(gate.sender(), other)] = oneOfPart(gate.receiver(), other);
            }
        }
        final Map<Integer, BitSet> parts = new TreeMap<>();
        assets.stream().forEach(asset ->
            parts.computeIfAbsent(oneOfPart(asset, other), one -> new BitSet()).set(asset));
        return parts.values();
    }

    private static int oneOfPart(final int asset, final int[] other) {
        int one = asset;
        while (other[one] != one) {
            other[one] = other[other[one]];
            one = other[one];
        }
        return one;
    }

    private static Stop stopOf(final WaitGraph graph, final GreedyRun rest) {
        final List<Wait> waits = new ArrayList<>();
        final Set<Integer> named = new HashSet<>();
        int node = WaitGraph.CORE;
        while (named.add(node)) {
            final int edge = rest.holdingEdge(node);
            final int awaited = graph.awaited(edge);
            final BigInteger timeNs = rest.timeNs(node);
            waits.add(new Wait(graph.name(node), timeNs, graph.name(awaited), rest.timeNs(awaited),
                neededNs(timeNs, graph.stepNs(node), graph.leewayNs(edge)),
                graph.gate(edge) == null ? null : graph.gate(edge).link()));
            node = awaited;
        }
        final int slowest = graph.awaited(rest.holdingEdge(WaitGraph.CORE));
        return new Stop(rest.timeNs(WaitGraph.CORE), graph.asset(slowest), rest.timeNs(slowest), waits);
    }

    /** All gates are told of, since those that are idle may not be with another D_max. */
    private static TooManyCasesException tooMany(final GatedSystem system) {
        final BigInteger enoughNs = SufficientDelay.withLateJoiners(system).ofAllNs();
        return new TooManyCasesException("whether gates ever hold assets and the core for good takes too long to tell: "
            + "more than " + MOST_CASES + " cases; steps with greater common divisors make fewer"
            + (enoughNs == null ? "" : ", and a D_max of " + enoughNs + " ns would do in any case"));
    }
}
