package io.takt.lab.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Which federate has which members: levels of federates, the root alone on the first, and all assets on the last. Nodes
 * are numbered level by level, so the members of a federate follow each other, and all federates come before the
 * assets.
 */
public final class TreeShape {
    private static final int MOST_NODES = 1 << 26;

    private final int fanOut;
    private final int depth;
    private final int assets;
    private final int[] parents;
    private final int[] firstMembers;

    private TreeShape(final int fanOut, final List<Integer> levels) {
        this.fanOut = fanOut;
        depth = levels.size() - 1;
        assets = levels.get(depth);
        final int nodes = Math.toIntExact(levels.stream().mapToLong(Integer::longValue).sum());
        parents = new int[nodes];
        firstMembers = new int[nodes - assets + 1];
        parents[0] = -1;
        int first = 0;
        for (int level = 0; level < depth; level++) {
            final int below = first + levels.get(level);
            for (int i = 0; i < levels.get(level + 1); i++) {
                parents[below + i] = first + i / fanOut;
            }
            for (int i = 0; i < levels.get(level); i++) {
                firstMembers[first + i] = below + i * fanOut;
            }
            first = below;
        }
        firstMembers[first] = nodes;
    }

    /**
     * A tree that is as flat as a number of members allows.
     *
     * @param assets how many, 1 or more.
     * @param fanOut the most members that a federate has, 2 or more.
     * @return as many levels of federates as it takes: the logarithm of the assets.
     * @throws IllegalArgumentException when a number is out of range.
     */
    public static TreeShape withFanOut(final int assets, final int fanOut) {
        if (assets < 1 || fanOut < 2) {
            throw new IllegalArgumentException(
                "a tree has 1 asset or more and a fan-out of 2 or more: " + assets + ", " + fanOut);
        }
        final List<Integer> levels = new ArrayList<>(List.of(assets));
        long nodes = assets;
        do {
            final int above = (levels.get(levels.size() - 1) - 1) / fanOut + 1;
            levels.add(above);
            nodes += above;
        } while (levels.get(levels.size() - 1) > 1);
        if (nodes > MOST_NODES) {
            throw new IllegalArgumentException(
                assets + " assets and their federates are too many, at most " + MOST_NODES + " clocks");
        }
        Collections.reverse(levels);
        return new TreeShape(fanOut, levels);
    }

    /**
     * A tree of a depth.
     *
     * @param assets how many, 1 or more.
     * @param depth  the most levels of federates, 1 or more; few assets may not need so many.
     * @return the tree with the least fan-out that is enough.
     * @throws IllegalArgumentException when a number is out of range.
     */
    public static TreeShape withDepth(final int assets, final int depth) {
        if (depth < 1) {
            throw new IllegalArgumentException("a tree has 1 level of federates or more, not " + depth);
        }
        int fanOut = Math.max(2, (int) Math.pow(assets, 1.0 / depth) - 1);
        while (Math.pow(fanOut, depth) < assets) {
            fanOut++;
        }
        return withFanOut(assets, fanOut);
    }

    /**
     * The most members that a federate has.
     *
     * @return 2 or more.
     */
    public int fanOut() {
        return fanOut;
    }

    /**
     * Levels of federates.
     *
     * @return 1 or more.
     */
    public int depth() {
        return depth;
    }

    /**
     * How many assets there are: the last nodes.
     *
     * @return 1 or more.
     */
    public int assets() {
        return assets;
    }

    /**
     * How many federates there are: the first nodes.
     *
     * @return 1 or more.
     */
    public int federates() {
        return parents.length - assets;
    }

    /**
     * How many clocks there are.
     *
     * @return federates and assets.
     */
    public int nodes() {
        return parents.length;
    }

    /**
     * Whose member a node is.
     *
     * @param node any.
     * @return its parent, -1 for the root.
     */
    public int parent(final int node) {
        return parents[node];
    }

    /**
     * The first member of a federate; the others follow, up to the first of the next federate.
     *
     * @param federate its number, or the number of federates for the end of the last one's members.
     * @return a node.
     */
    public int firstMember(final int federate) {
        return firstMembers[federate];
    }
}
