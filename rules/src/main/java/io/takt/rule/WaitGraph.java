package io.takt.rule;

import io.takt.rule.GatedSystem.Gate;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The core of one hub and some of its assets.
 *
 * <p>The core is node 0; the assets follow in ascending order of their numbers. The edges of an asset begin with rule
 * (a), then its gates in the given order.
 */
final class WaitGraph implements ClockGraph {
    private final GatedSystem system;
    private final int[] assets;
    /** By node, where its edges begin, and, at last, how many there are. */
    private final int[] firstEdge;
    private final int[] awaited;
    private final long[] leewayNs;
    /** By edge; null for the rules. */
    private final Gate[] gate;

    /**
     * Of some assets.
     *
     * @param some numbers; all that they wait for are among them.
     * @param into the gates by receiver, of all assets.
     */
    WaitGraph(final GatedSystem system, final BitSet some, final List<List<Gate>> into) {
        this.system = system;
        assets = some.stream().toArray();
        firstEdge = new int[assets.length + 2];
        firstEdge[1] = assets.length;
        for (int i = 0; i < assets.length; i++) {
            firstEdge[i + 2] = firstEdge[i + 1] + 1 + into.get(assets[i]).size();
        }
        final int edges = firstEdge[assets.length + 1];
        awaited = new int[edges];
        leewayNs = new long[edges];
        gate = new Gate[edges];
        for (int i = 0; i < assets.length; i++) {
            awaited[i] = i + 1;
            leewayNs[i] = system.maxDelayNs();
            int edge = firstEdge[i + 1];
            awaited[edge] = CORE;
            leewayNs[edge] = -system.assets().get(assets[i]).extraNs();
            for (final Gate each : into.get(assets[i])) {
                edge++;
                awaited[edge] = 1 + Arrays.binarySearch(assets, each.sender());
                leewayNs[edge] = each.leewayNs(system.assets().get(assets[i]));
                gate[edge] = each;
            }
        }
    }

    @Override
    public int nodes() {
        return assets.length + 1;
    }

    @Override
    public int firstEdge(final int node) {
        return firstEdge[node];
    }

    @Override
    public int endOfEdges(final int node) {
        return firstEdge[node + 1];
    }

    @Override
    public int edges() {
        return awaited.length;
    }

    @Override
    public int awaited(final int edge) {
        return awaited[edge];
    }

    @Override
    public long leewayNs(final int edge) {
        return leewayNs[edge];
    }

    /** Whose gate an edge is; null for the rules. */
    Gate gate(final int edge) {
        return gate[edge];
    }

    @Override
    public long stepNs(final int node) {
        return node == CORE ? system.coreStepNs() : system.stepNs(assets[node - 1]);
    }

    /** The number of the asset that is a node; not for the core. */
    int asset(final int node) {
        return assets[node - 1];
    }

    /** Null for the core. */
    String name(final int node) {
        return node == CORE ? null : system.assets().get(asset(node)).name();
    }
}
