package io.takt.bench;

import io.takt.hub.command.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tree of hubs on one host, all alike but for their assets.
 *
 * @param nodes      of which a parent comes before its children, and so the root first.
 * @param stepNs     ΔT_c of all hubs, and the step of all assets.
 * @param maxDelayNs D_max of all hubs.
 */
record TreeShape(List<Node> nodes, long stepNs, long maxDelayNs) {
    private static final long STEP_NS = 1_000;

    /** As many JVMs of hubs, and of assets, are started; the others share a JVM with their parents. */
    private static final int MOST_PROCESSES = 20;

    /**
     * A hub.
     *
     * @param hub    its name.
     * @param parent its parent's place in the list; -1 for the root.
     * @param level  0 for the root.
     * @param assets how many it has.
     */
    record Node(String hub, int parent, int level, int assets) {
        boolean isRoot() {
            return parent < 0;
        }
    }

    /**
     * A tree.
     *
     * @param root   name of the root; the others' names begin with it.
     * @param fanOut how many children each hub of a level has, from the root on.
     * @param assets how many assets each hub of a level has, likewise.
     * @param ahead  D_max in steps.
     */
    static TreeShape of(final String root, final List<Integer> fanOut, final List<Integer> assets, final int ahead) {
        final List<Node> nodes = new ArrayList<>();
        nodes.add(new Node(root, -1, 0, assets.get(0)));
        int parent = 0;
        for (int level = 1; level <= fanOut.size(); level++) {
            for (final int end = nodes.size(); parent < end; parent++) {
                for (int i = 0; i < fanOut.get(level - 1); i++) {
                    nodes.add(new Node(nodes.get(parent).hub + "-" + i, parent, level, assets.get(level)));
                }
            }
        }
        return new TreeShape(List.copyOf(nodes), STEP_NS, ahead * STEP_NS);
    }

    /** The hubs of each process: one, or where there are too many also all below it. The root is the first. */
    List<List<Node>> processes() {
        final List<List<Node>> processes = new ArrayList<>();
        final List<List<Node>> ofNode = new ArrayList<>();
        for (final Node each : nodes) {
            final boolean isAlone = each.level < 2 || nodes.size() <= MOST_PROCESSES;
            final List<Node> process = isAlone ? new ArrayList<>() : ofNode.get(each.parent);
            if (isAlone) {
                processes.add(process);
            }
            process.add(each);
            ofNode.add(process);
        }
        return processes;
    }

    /** How far the root may be ahead of an asset of this hub. */
    long boundNs(final Node node) {
        return (node.level + 1) * maxDelayNs;
    }

    /** Writes the configuration of one hub. */
    void write(final Path file, final Node node, final String waiting) throws IOException {
        final Map<String, Object> config = new LinkedHashMap<>();
        config.put("hub", node.hub);
        config.put("coreStep", stepNs + "ns");
        config.put("maxDelay", maxDelayNs + "ns");
        if (waiting != null) {
            config.put("waiting", waiting);
        }
        if (!node.isRoot()) {
            config.put("parent", Map.of("hub", nodes.get(node.parent).hub));
        }
        final int place = nodes.indexOf(node);
        config.put("federates", nodes.stream().filter(each -> each.parent == place).map(each -> member(each.hub))
            .toList());
        final List<Map<String, Object>> assets = new ArrayList<>();
        for (int i = 0; i < node.assets; i++) {
            assets.add(member("a-" + i));
        }
        config.put("assets", assets);
        Files.writeString(file, Json.line(config));
    }

    private Map<String, Object> member(final String name) {
        final Map<String, Object> member = new LinkedHashMap<>();
        member.put("name", name);
        member.put("step", stepNs + "ns");
        return member;
    }
}
