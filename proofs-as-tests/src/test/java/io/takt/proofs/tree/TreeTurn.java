package io.takt.proofs.tree;

import io.takt.rule.Report;
import java.util.List;
import java.util.function.LongSupplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * The next event in a tree.
 *
 * @param what   a count-up, or something rarer.
 * @param who    number of the node, the root is 0; taken modulo how many there are.
 * @param ages   by how many count-ups each reading is old, in the order of the readings; the last stands for all more.
 * @param joiner the tree that joins.
 */
record TreeTurn(What what, int who, List<Integer> ages, Shape joiner) {
    private static final int MOST_NODES = 20;

    /** Kinds of turns. */
    enum What {
        /** A node counts up. */
        COUNT_UP,
        /** All but this node count up until none can move: the farthest that clocks get apart. */
        ALL_BUT,
        /** An asset or a federate joins at this federate, or beside this asset. */
        JOIN,
        /** This node leaves with all below it. */
        LEAVE
    }

    /** Any schedule: fair or not, with readings of any age. */
    static Arbitrary<List<TreeTurn>> schedules() {
        final Arbitrary<What> what = Arbitraries.frequencyOf(
            Tuple.of(16, Arbitraries.just(What.COUNT_UP)),
            Tuple.of(3, Arbitraries.just(What.ALL_BUT)),
            Tuple.of(1, Arbitraries.just(What.JOIN)),
            Tuple.of(1, Arbitraries.just(What.LEAVE)));
        final Arbitrary<Integer> age = Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.just(0)),
            Tuple.of(2, Arbitraries.integers().between(1, 4)),
            Tuple.of(1, Arbitraries.just(Integer.MAX_VALUE)));
        final Arbitrary<Long> steps = Arbitraries.longs().between(1, 20);
        final Arbitrary<Shape> joiners = Arbitraries.oneOf(
            steps.map(Shape::asset),
            Shape.trees(2, steps, Arbitraries.longs().between(1, 60), Arbitraries.of(Report.values())));
        return Combinators.combine(
            what, Arbitraries.integers().between(0, MOST_NODES), age.list().ofMinSize(1).ofMaxSize(4), joiners)
            .as(TreeTurn::new)
            .list().ofMinSize(1).ofMaxSize(60);
    }

    /** Takes this turn; whether a clock has moved. */
    boolean take(final Tree tree) {
        final Tree.Node node = tree.nodes().get(who % tree.nodes().size());
        switch (what) {
            case COUNT_UP:
                return node.countsUp(readingAges());
            case ALL_BUT:
                return tree.runBut(node);
            case JOIN:
                tree.join(node.isFederate() ? node : node.parent(), joiner);
                return false;
            default:
                if (node != tree.root()) {
                    tree.leave(node);
                }
                return false;
        }
    }

    private LongSupplier readingAges() {
        final int[] reading = {0};
        return () -> ages.get(Math.min(reading[0]++, ages.size() - 1));
    }

    @Override
    public String toString() {
        return what == What.COUNT_UP
            ? who + " counts up, readings old by " + ages
            : what + " " + who + (what == What.JOIN ? " " + joiner : "");
    }
}
