package io.takt.proofs.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Runs a tree by the shipped rules, from 0, until nothing can move or the root's core has come far enough. The schedule
 * is random but fair: each node has a speed of its own, every round shuffles them all, and readings may be old, but not
 * for ever.
 */
final class TreeFairRun {
    private static final int GREATEST_SPEED = 3;
    private static final int OLDEST = 3;

    private TreeFairRun() {
    }

    /**
     * How far the root of a live tree has to be run to see that it is: any federate that can stop does so within one
     * period of the steps, and no clock above it gets farther ahead of it than by all D_max.
     */
    static long far(final Shape shape) {
        return shape.leastCommonMultiple().longValueExact() + shape.sumOfMaxDelays();
    }

    /** The tree at rest for good; empty when its root's core passes the given time. */
    static Optional<Tree> stop(final Shape shape, final long passedNs, final long seed) {
        final Random random = new Random(seed);
        final Tree tree = Tree.atZero(shape);
        final List<Tree.Node> turns = new ArrayList<>();
        for (final Tree.Node node : tree.nodes()) {
            turns.addAll(Collections.nCopies(1 + random.nextInt(GREATEST_SPEED), node));
        }
        while (tree.root().timeNs() <= passedNs) {
            Collections.shuffle(turns, random);
            boolean moved = false;
            for (final Tree.Node node : turns) {
                moved |= node.countsUp(() -> random.nextInt(OLDEST));
            }
            if (!moved && tree.nodes().stream().noneMatch(node -> node.countsUp(Tree.FRESH))) {
                return Optional.of(tree);
            }
        }
        return Optional.empty();
    }
}
