package io.takt.proofs.tree;

import static io.takt.rule.Report.CORE;
import static io.takt.rule.Report.SLOWEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.tree.Tree.Node;
import io.takt.rule.LateStarts;
import io.takt.rule.Report;
import io.takt.rule.TreeLiveness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Trees in which clocks start when others have come far. */
class LateStartsTest {
    private static final String SEED = "20";
    private static final int TRIES = 500;
    private static final int MOST_LEVELS = 3;
    private static final int MOST_JOINS = 6;
    private static final int MOST_ROUNDS_BETWEEN = 20;
    private static final long LONGEST_PERIOD = 400;
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");

    @Property(seed = SEED, tries = TRIES)
    void aTreeWhoseMembersStartAtAnyTimeNeverStopsWithTheRequiredMaxDelays(
        @ForAll("shapes") final Shape any, @ForAll final long schedule) {
        final Shape shape = withRequired(any);
        final Random random = new Random(schedule);
        final Tree tree = Tree.atZero(shape);
        final Map<Integer, Shape> shapes = new TreeMap<>();
        know(tree.root(), shape, shapes);
        for (int i = 0; i < MOST_JOINS; i++) {
            tree.runBut(null, random.nextInt(MOST_ROUNDS_BETWEEN));
            final List<Node> federates = tree.nodes().stream().filter(Node::isFederate).toList();
            final Node federate = federates.get(random.nextInt(federates.size()));
            final List<Shape> members = shapes.get(federate.number()).members();
            final Shape another = members.get(random.nextInt(members.size()));
            tree.join(federate, another);
            know(federate.members().get(federate.members().size() - 1), another, shapes);
        }
        assertThat(goesOn(tree, TreeFairRun.far(shape))).as("%s", shape).isTrue();
    }

    private static void know(final Node node, final Shape shape, final Map<Integer, Shape> shapes) {
        shapes.put(node.number(), shape);
        for (int i = 0; i < shape.members().size(); i++) {
            know(node.members().get(i), shape.members().get(i), shapes);
        }
    }

    /** Each D_max is what is required, and no more. */
    private static Shape withRequired(final Shape shape) {
        return shape.members().isEmpty() ? shape : new Shape(shape.step(), required(shape), shape.report(),
            shape.members().stream().map(LateStartsTest::withRequired).toList());
    }

    private static long required(final Shape shape) {
        return LateStarts.requiredMaxDelayNs(shape.federate("any")).longValueExact();
    }

    private static boolean goesOn(final Tree tree, final long forNs) {
        final long enoughNs = tree.root().timeNs() + forNs;
        while (tree.root().timeNs() <= enoughNs) {
            if (!tree.runBut(null, 1)) {
                return false;
            }
        }
        return true;
    }

    /** All starts of a child that reports its slowest, and of an asset below it, at times that their parents reach. */
    @Example
    void withLessThereAreStartsWithWhichItStops() {
        final long steps = SLOW ? 9 : 5;
        for (long root = 1; root <= steps; root++) {
            for (long child = 1; child <= steps; child++) {
                for (long asset = 1; asset <= steps; asset++) {
                    final long required = required(Shape.federate(root, 1, SLOWEST,
                        Shape.federate(child, 1, SLOWEST, Shape.asset(asset))));
                    assertThat(isLive(root, child, asset, required)).isTrue();
                    assertThat(isLive(root, child, asset, required - 1)).isFalse();
                }
            }
        }
    }

    private static boolean isLive(final long root, final long child, final long asset, final long maxDelay) {
        for (int ofChild = 0; ofChild < child; ofChild++) {
            for (int ofAsset = 0; ofAsset < asset; ofAsset++) {
                if (!isLive(root, child, asset, maxDelay, ofChild, ofAsset)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Assets of their cores' steps let both go on until there are the two that are looked at. */
    private static boolean isLive(final long root, final long child, final long asset, final long maxDelay,
        final int stepsBeforeChild, final int stepsBeforeAsset) {
        final Tree tree = Tree.atZero(Shape.federate(root, maxDelay, CORE, Shape.asset(root)));
        if (!reaches(tree, tree.root(), stepsBeforeChild * root)) {
            return false;
        }
        tree.join(tree.root(), Shape.federate(child, child + asset, SLOWEST, Shape.asset(child)));
        final Node late = tree.root().members().get(1);
        if (!reaches(tree, late, late.timeNs() + stepsBeforeAsset * child)) {
            return false;
        }
        tree.join(late, Shape.asset(asset));
        return goesOn(tree, 2 * root * child * asset + maxDelay);
    }

    private static boolean reaches(final Tree tree, final Node node, final long timeNs) {
        boolean moves = true;
        while (moves && node.timeNs() < timeNs) {
            moves = false;
            for (final Node each : new ArrayList<>(tree.nodes())) {
                moves |= (each != node || node.timeNs() < timeNs) && each.countsUp(Tree.FRESH);
            }
        }
        return node.timeNs() == timeNs;
    }

    /** Steps of 15, 10 and 30: L4 judges clocks that start at 0. */
    @Example
    void aTreeThatIsLiveFromZeroMayStopIfAnAssetStartsLate() {
        final Shape shape = Shape.federate(15, 30, CORE, Shape.federate(10, 60, SLOWEST, Shape.asset(30)));
        assertThat(TreeLiveness.judge(shape.federate("root")).live()).isTrue();
        assertThat(required(shape)).isEqualTo(40);
        assertThat(isLive(15, 10, 30, 30, 0, 0)).isTrue();
        assertThat(isLive(15, 10, 30, 30, 0, 1)).isFalse();
        assertThat(isLive(15, 10, 30, 40)).isTrue();
    }

    @Provide
    Arbitrary<Shape> shapes() {
        final Arbitrary<Long> steps = Arbitraries.oneOf(
            Arbitraries.longs().between(1, 6), Arbitraries.of(8L, 9L, 10L, 12L, 15L));
        return Arbitraries.integers().between(1, MOST_LEVELS)
            .flatMap(levels -> Shape.trees(levels, steps, Arbitraries.just(1L), Arbitraries.of(Report.values())))
            .filter(shape -> shape.leastCommonMultiple().longValueExact() <= LONGEST_PERIOD);
    }
}
