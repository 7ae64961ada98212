package io.takt.rule;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * A run of a {@link ClockGraph} from 0 in which every node counts up as far as it may, until all clocks have gone
 * through a whole period, or no clock can move any more. The order makes no difference to the end.
 *
 * <p>A node that cannot move waits for one clock and is looked at again when that one has moved. Of the edges of a node
 * each is looked at until it allows the next count-up, and not again before that is made: a clock that allows it goes
 * on doing so. A node then goes as far as the clocks that it has seen allow, which may be many steps.
 */
final class GreedyRun {
    /** Times beyond 2^61 units are given up as too long. */
    private static final int MOST_BITS = 61;
    private static final int NO_WAITER = -1;

    private final ClockGraph graph;
    private final BigInteger unitNs;
    private final long goal;
    private final Cases cases;
    private final long[] steps;
    private final long[] leeways;
    private final long[] times;
    /** By node, the edge to be looked at next, and how far those before it allow the node to go. */
    private final int[] edge;
    private final long[] most;
    /** The nodes that wait for a node: the first of them, and by each of them the next. */
    private final int[] firstWaiter;
    private final int[] nextWaiter;
    /** A ring of those to be looked at, each at most once. */
    private final int[] ready;
    private int firstReady;
    private int countReady;
    private int countAtGoal;
    /** How many edges have been looked at for the node that is ready now, and one for itself. */
    private int looked;

    /** How a run has ended. */
    enum End {
        /** All clocks have gone through a whole period, so they can go on for ever. */
        LIVE,
        /** No clock can move any more. */
        REST,
        /** The core has gone beyond the given time. */
        PASSED,
        /** There was too much to be looked at. */
        GIVEN_UP
    }

    GreedyRun(final ClockGraph graph, final Cases cases) {
        this.graph = graph;
        this.cases = cases;
        final int nodes = graph.nodes();
        final long unit = graph.unitNs();
        unitNs = BigInteger.valueOf(unit);
        final BigInteger period = graph.periodNs().divide(unitNs);
        goal = period.bitLength() > MOST_BITS ? Long.MAX_VALUE : period.longValueExact();
        steps = new long[nodes];
        leeways = new long[graph.edges()];
        times = new long[nodes];
        edge = new int[nodes];
        most = new long[nodes];
        firstWaiter = new int[nodes];
        nextWaiter = new int[nodes];
        ready = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            steps[node] = graph.stepNs(node) / unit;
            firstWaiter[node] = NO_WAITER;
            startOver(node);
            makeReady(node);
        }
        // Times are multiples of the unit, so the part of a leeway beyond such a multiple allows nothing more.
        Arrays.setAll(leeways, i -> Math.floorDiv(graph.leewayNs(i), unit));
    }

    /**
     * Runs to the end.
     *
     * @param passedNs the time of the core beyond which nothing matters; null for none.
     */
    End run(final BigInteger passedNs) {
        final BigInteger units = passedNs == null ? null : passedNs.divide(unitNs);
        final long passed = units == null || units.bitLength() > MOST_BITS ? Long.MAX_VALUE : units.longValueExact();
        boolean isBeyond = false;
        while (countReady > 0) {
            final int node = takeReady();
            looked = 1;
            if (steps[node] > Long.MAX_VALUE - times[node]) {
                isBeyond = true;
            } else if (mayCountUp(node)) {
                moveOn(node);
                if (countAtGoal == times.length) {
                    return End.LIVE;
                }
                if (times[ClockGraph.CORE] > passed) {
                    return End.PASSED;
                }
            }
            if (!cases.isEnough(looked)) {
                return End.GIVEN_UP;
            }
        }
        return isBeyond ? End.GIVEN_UP : End.REST;
    }

    BigInteger timeNs(final int node) {
        return BigInteger.valueOf(times[node]).multiply(unitNs);
    }

    /** In a state of rest the first edge that keeps a node from counting up; for the core that to the slowest asset. */
    int holdingEdge(final int node) {
        int holding = graph.firstEdge(node);
        if (node == ClockGraph.CORE) {
            for (int i = holding; i < graph.endOfEdges(node); i++) {
                holding = times[graph.awaited(i)] < times[graph.awaited(holding)] ? i : holding;
            }
            return holding;
        }
        while (allowed(holding) >= times[node] + steps[node]) {
            holding++;
        }
        return holding;
    }

    /** Whether all edges allow the next count-up; if not, the node has been left waiting. */
    private boolean mayCountUp(final int node) {
        final long next = times[node] + steps[node];
        final int end = graph.endOfEdges(node);
        for (int i = edge[node]; i < end; i++) {
            final long allowed = allowed(i);
            if (allowed < next) {
                looked += i - edge[node];
                edge[node] = i;
                waitFor(graph.awaited(i), node);
                return false;
            }
            most[node] = Math.min(most[node], allowed);
        }
        looked += end - edge[node];
        return true;
    }

    private long allowed(final int i) {
        final long time = times[graph.awaited(i)];
        return leeways[i] > Long.MAX_VALUE - time ? Long.MAX_VALUE : time + leeways[i];
    }

    private void moveOn(final int node) {
        final boolean wasAtGoal = times[node] >= goal;
        times[node] = most[node] - most[node] % steps[node];
        countAtGoal += !wasAtGoal && times[node] >= goal ? 1 : 0;
        startOver(node);
        makeReady(node);
        int waiter = firstWaiter[node];
        firstWaiter[node] = NO_WAITER;
        while (waiter != NO_WAITER) {
            makeReady(waiter);
            waiter = nextWaiter[waiter];
        }
    }

    private void startOver(final int node) {
        edge[node] = graph.firstEdge(node);
        most[node] = Long.MAX_VALUE;
    }

    private void waitFor(final int node, final int waiter) {
        nextWaiter[waiter] = firstWaiter[node];
        firstWaiter[node] = waiter;
    }

    private void makeReady(final int node) {
        ready[(firstReady + countReady++) % ready.length] = node;
    }

    private int takeReady() {
        final int node = ready[firstReady];
        firstReady = (firstReady + 1) % ready.length;
        countReady--;
        return node;
    }
}
