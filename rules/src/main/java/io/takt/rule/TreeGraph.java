package io.takt.rule;

import io.takt.rule.GateLiveness.Link;
import io.takt.rule.TreeGateVerdict.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * All cores and assets of a tree of federates, with rules and gates as edges. The edges of a clock begin with rule (a),
 * then come rule (b), and gates in the given order.
 */
final class TreeGraph implements ClockGraph {
    private record Node(Place place, long stepNs, Liveness.Member asset, List<Edge> edges) {
    }

    private record Edge(int awaited, long leewayNs, Link link) {
    }

    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Integer> assets = new HashMap<>();
    private final Map<Federate, Integer> cores = new IdentityHashMap<>();
    private final int[] firstEdge;
    private final List<Edge> all = new ArrayList<>();

    /**
     * Of a tree.
     *
     * @throws IllegalArgumentException when two assets have one path, or a link is of one that is not there.
     */
    TreeGraph(final Federate root, final List<Link> links) {
        add(root, "", -1);
        bind(root);
        for (final Link link : links) {
            final Node to = nodes.get(number(link.to(), link));
            to.edges.add(new Edge(number(link.from(), link), leewayNs(link, to.asset), link));
        }
        firstEdge = new int[nodes.size() + 1];
        for (int node = 0; node < nodes.size(); node++) {
            all.addAll(nodes.get(node).edges);
            firstEdge[node + 1] = all.size();
        }
    }

    /** As of a {@link GatedSystem.Gate}. */
    private static long leewayNs(final Link link, final Liveness.Member to) {
        return link.atStepEnd() ? link.delayNs() - to.extraNs()
            : link.delayNs() > Long.MAX_VALUE - to.stepNs() ? Long.MAX_VALUE : link.delayNs() + to.stepNs();
    }

    private int number(final String path, final Link link) {
        final Integer number = assets.get(path);
        if (number == null) {
            throw new IllegalArgumentException(
                "a link of channel " + link.channel() + " is of asset " + path + ", which is not there");
        }
        return number;
    }

    private void add(final Federate federate, final String path, final int parent) {
        final int core = nodes.size();
        final Node node = new Node(new Place(path, true), federate.coreStepNs(), null, new ArrayList<>());
        nodes.add(node);
        cores.put(federate, core);
        if (parent >= 0) {
            node.edges.add(new Edge(parent, 0, null));
        }
        for (final Liveness.Member asset : federate.assets()) {
            final Node added = new Node(new Place(below(path, asset.name()), false), asset.stepNs(), asset,
                new ArrayList<>());
            if (assets.put(added.place.path(), nodes.size()) != null) {
                throw new IllegalArgumentException("two assets are called " + added.place.path());
            }
            nodes.add(added);
            added.edges.add(new Edge(core, -asset.extraNs(), null));
        }
        federate.children().forEach(child -> add(child, below(path, child.name()), core));
    }

    private static String below(final String path, final String name) {
        return path.isEmpty() ? name : path + "/" + name;
    }

    /** Rule (b): the core looks at each clock of which a report says how far it is. */
    private void bind(final Federate federate) {
        final Node core = nodes.get(cores.get(federate));
        reported(federate, cores.get(federate))
            .forEach(clock -> core.edges.add(new Edge(clock, federate.maxDelayNs(), null)));
        federate.children().forEach(this::bind);
    }

    /** The clocks whose least value its slowest member has. */
    private List<Integer> reported(final Federate federate, final int core) {
        final List<Integer> clocks = new ArrayList<>();
        for (int asset = 0; asset < federate.assets().size(); asset++) {
            clocks.add(core + 1 + asset);
        }
        for (final Federate child : federate.children()) {
            final int childCore = cores.get(child);
            clocks.add(childCore);
            if (child.report() == Report.SLOWEST) {
                clocks.addAll(reported(child, childCore));
            }
        }
        return clocks;
    }

    @Override
    public int nodes() {
        return nodes.size();
    }

    @Override
    public int edges() {
        return all.size();
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
    public int awaited(final int edge) {
        return all.get(edge).awaited;
    }

    @Override
    public long leewayNs(final int edge) {
        return all.get(edge).leewayNs;
    }

    @Override
    public long stepNs(final int node) {
        return nodes.get(node).stepNs;
    }

    Place place(final int node) {
        return nodes.get(node).place;
    }

    /** Whose gate an edge is; null for the rules. */
    Link link(final int edge) {
        return all.get(edge).link;
    }

    /** Whether assets have a choice of steps. */
    boolean varies() {
        return nodes.stream().anyMatch(node -> node.asset != null && !node.asset.steps().isFixed());
    }

    boolean isFixed(final String asset) {
        return nodes.get(assets.get(asset)).asset.steps().isFixed();
    }

    /** The longest steps of all, added up. */
    long allStepsNs() {
        long sum = 0;
        for (final Node node : nodes) {
            final long insistedNs = node.asset == null ? node.stepNs : node.asset.insistedNs();
            sum = sum > Long.MAX_VALUE - insistedNs ? Long.MAX_VALUE : sum + insistedNs;
        }
        return sum;
    }
}
