package io.takt.proofs.tree;

import static io.takt.rule.Report.CORE;
import static io.takt.rule.Report.SLOWEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.proofs.tree.Tree.Node;
import io.takt.proofs.tree.Tree.Reporting;
import io.takt.rule.Report;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * The bounds of a tree, under every schedule, with readings of any age, while members join and leave, at any time up to
 * the largest long: no clock is ahead of a core above, and none farther behind it than the bound.
 */
class TreeBoundsTest {
    private static final String SEED = "7";
    private static final int TRIES = 1_000;
    /** With this unit for a nanosecond, 255 of them are the end of time. */
    private static final long HUGE = 1L << 55;
    private static final double USUALLY = 50.0;
    private static final int MOST_LEVELS = 4;

    /** A fault: a federate says that it is where the fastest member is, in place of the slowest. */
    private static final Reporting FASTEST = (report, coreTimeNs, membersNs) ->
        report == CORE ? coreTimeNs : Arrays.stream(membersNs).max().orElse(coreTimeNs);

    /** The start of the clocks, and the unit of the numbers of a shape. */
    record Start(long unitNs, long timeNs) {
    }

    /** Turns, in this order. */
    record Schedule(List<TreeTurn> turns) {
        @Override
        public String toString() {
            return turns.size() + " turns; the staircase shows what comes of them";
        }
    }

    @Property(seed = SEED, tries = TRIES)
    void twoLevelsStayWithinTwiceTheMaxDelay(
        @ForAll("twoLevels") final Shape shape,
        @ForAll("starts") final Start start,
        @ForAll("schedules") final Schedule schedule) {
        assertWithin(shape, start, schedule, 2 * shape.maxDelay());
    }

    @Property(seed = SEED, tries = TRIES)
    void anyLevelsStayWithinTheSumOfTheMaxDelaysOnThePath(
        @ForAll("coreReports") final Shape shape,
        @ForAll("starts") final Start start,
        @ForAll("schedules") final Schedule schedule) {
        assertWithin(shape, start, schedule, longestSumOfMaxDelays(shape));
        Statistics.label("three levels or more").collect(shape.levels() > 2)
            .coverage(coverage -> coverage.check(true).percentage(percentage -> percentage > USUALLY));
    }

    @Property(seed = SEED, tries = TRIES)
    void withSlowestReportsTheWholeTreeStaysWithinTheRootsMaxDelay(
        @ForAll("slowestReports") final Shape shape,
        @ForAll("starts") final Start start,
        @ForAll("schedules") final Schedule schedule) {
        assertWithin(shape, start, schedule, shape.maxDelay());
    }

    @Property(seed = SEED, tries = TRIES)
    void aNodeThatReportsItsCoreTimeAddsItsOwnBound(
        @ForAll("anyReports") final Shape shape,
        @ForAll("starts") final Start start,
        @ForAll("schedules") final Schedule schedule) {
        assertWithin(shape, start, schedule, shape.federate("root").boundNs().longValueExact());
    }

    /** And they get that far: the bound cannot be made smaller. */
    @Example
    void levelsOfEqualMaxDelayReachTheirNumberTimesTheMaxDelay() {
        for (int levels = 1; levels <= 6; levels++) {
            assertThat(farthest(Shape.full(levels, 2, 10, CORE))).as("%d levels", levels).isEqualTo(10L * levels);
            assertThat(farthest(Shape.full(levels, 2, 10, SLOWEST))).as("%d levels", levels).isEqualTo(10);
        }
    }

    @Example
    void assetsOfAKAryTreeReachTheMaxDelayTimesTheLogarithmOfTheirNumber() {
        for (int k = 2; k <= 10; k++) {
            int levels = 0;
            for (int assets = 1; assets <= 1_000; assets *= k, levels++) {
                final Shape tree = Shape.full(levels, k, 7, CORE);
                assertThat(assets(tree)).isEqualTo(assets);
                if (levels > 0) {
                    assertThat(farthest(tree)).as("%d assets, %d to a federate", assets, k).isEqualTo(7L * levels);
                }
            }
        }
    }

    /** The bound on two assets is reached, too, not only that on the root's core and an asset. */
    @Example
    void twoAssetsGetAsFarApartAsTheBound() {
        final Tree tree = Tree.atZero(Shape.federate(1, 10, CORE,
            Shape.asset(1), Shape.federate(1, 10, CORE, Shape.asset(1))));
        final Node last = tree.nodes().get(3);
        tree.runBut(last);
        assertThat(tree.nodes().get(1).timeNs() - last.timeNs()).isEqualTo(20);
    }

    @Example
    void aReportOfTheFastestMemberWouldBreakTheBound() {
        assertBreaks(FASTEST);
    }

    @Example
    void aReportThatForgetsAMemberWouldBreakTheBound() {
        assertBreaks((report, coreTimeNs, membersNs) ->
            report.timeNs(coreTimeNs, Arrays.stream(membersNs).skip(1).min().orElse(Report.NO_MEMBERS)));
    }

    @Example
    void aReportOfTheCoreTimeInPlaceOfTheSlowestWouldBreakTheBound() {
        assertBreaks((report, coreTimeNs, membersNs) -> CORE.timeNs(coreTimeNs, Report.NO_MEMBERS));
    }

    /** All but one asset count up, one after the other, and the root goes by the one that is not idle. */
    @Example
    void aViolationIsShownAsAStaircase() {
        final Shape shape = Shape.federate(2, 2, SLOWEST, Shape.federate(1, 2, SLOWEST, Shape.asset(1)));
        final Schedule schedule = new Schedule(List.of(
            new TreeTurn(TreeTurn.What.JOIN, 1, List.of(0), Shape.asset(2)),
            new TreeTurn(TreeTurn.What.ALL_BUT, 2, List.of(0), Shape.asset(1))));
        assertThatThrownBy(() -> assertWithin(shape, new Start(1, 0), schedule, 2, FASTEST)).hasMessage("""
            C is more than 2 behind A:
            A: ΔT = 2, D_max = 2, reports SLOWEST
            B below A: ΔT = 1, D_max = 2, reports SLOWEST
            C below B: ΔT = 1
             1. D below B: ΔT = 2, joins at 0
             2. A progresses to 2
             3. B progresses to 1
             4. B progresses to 2
             5. D progresses to 2
             6. A progresses to 4

             4 |                                           A
             2 |               A------A------AB-----ABD----BD
             1 |                      B
             0 | ABC----ABCD---BCD----CD-----CD-----C------C
                 0      1      2      3      4      5      6
            """);
    }

    @Example
    void ofALongScheduleTheEndIsShown() {
        final Shape shape =
            Shape.federate(1, 9, SLOWEST, Shape.federate(1, 9, SLOWEST, Shape.asset(1), Shape.asset(1)));
        final Schedule schedule =
            new Schedule(List.of(new TreeTurn(TreeTurn.What.ALL_BUT, 2, List.of(0), Shape.asset(1))));
        assertThatThrownBy(() -> assertWithin(shape, new Start(1, 0), schedule, 9, FASTEST))
            .hasMessageStartingWith("C is more than 9 behind A:")
            .hasMessageMatching("(?s).*\nafter 13 turns:\n14\\. .*\n28\\. A progresses to 10\n\n.*");
    }

    private static void assertBreaks(final Reporting broken) {
        assertThat(violation(runWithTheFirstAssetIdle(Shape.full(2, 2, 10, SLOWEST), Reporting.SHIPPED))).isNull();
        assertThat(violation(runWithTheFirstAssetIdle(Shape.full(2, 2, 10, SLOWEST), broken))).isNotNull();
    }

    /** How far the root's core gets ahead of an asset that stands still. */
    private static long farthest(final Shape shape) {
        return runWithTheFirstAssetIdle(shape, Reporting.SHIPPED).root().timeNs();
    }

    /** So many rounds are enough for all clocks of step 1 to get as far as they can, if anything holds them. */
    private static Tree runWithTheFirstAssetIdle(final Shape shape, final Reporting reporting) {
        final Tree tree = new Tree(shape, 0, 1, reporting);
        Node first = tree.root();
        while (!first.members().isEmpty()) {
            first = first.members().get(0);
        }
        tree.runBut(first, 1_000);
        return tree;
    }

    private static long longestSumOfMaxDelays(final Shape shape) {
        return shape.members().isEmpty()
            ? 0
            : shape.maxDelay() + shape.members().stream()
                .mapToLong(TreeBoundsTest::longestSumOfMaxDelays).max().getAsLong();
    }

    private static int assets(final Shape shape) {
        return shape.members().isEmpty() ? 1 : shape.members().stream().mapToInt(TreeBoundsTest::assets).sum();
    }

    /** Joiners may have other bounds; for all nodes that are there from the start it is that of the shape. */
    private static void assertWithin(
        final Shape shape, final Start start, final Schedule schedule, final long bound) {
        final boolean moved = assertWithin(shape, start, schedule, bound, Reporting.SHIPPED);
        Statistics.label("moved").collect(moved)
            .coverage(coverage -> coverage.check(true).percentage(percentage -> percentage > USUALLY));
    }

    /** Whether a clock has moved. */
    private static boolean assertWithin(final Shape shape, final Start start, final Schedule schedule,
        final long bound, final Reporting reporting) {
        final Supplier<Tree> atStart = () -> new Tree(shape, start.timeNs, start.unitNs, reporting);
        final Tree tree = atStart.get();
        final int first = tree.nodes().size();
        final BigInteger boundNs = BigInteger.valueOf(bound).multiply(BigInteger.valueOf(start.unitNs));
        final Function<Tree, String> violation = of -> violation(of, first, boundNs);
        boolean moved = false;
        for (final TreeTurn turn : schedule.turns) {
            final boolean now = turn.take(tree);
            moved |= now;
            if (now && violation.apply(tree) != null) {
                throw new AssertionError(new TreeStaircase(atStart.get(), schedule.turns, violation));
            }
        }
        return moved;
    }

    private static String violation(final Tree tree, final int first, final BigInteger boundNs) {
        final String violation = violation(tree);
        return violation != null ? violation : tree.nodes().stream()
            .filter(node -> node.number() < first && isMoreBehind(node, tree.root(), boundNs)).findFirst()
            .map(node -> node.letter() + " is more than " + boundNs + " behind " + tree.root().letter()).orElse(null);
    }

    private static boolean isMoreBehind(final Node node, final Node core, final BigInteger boundNs) {
        return BigInteger.valueOf(core.timeNs() - node.timeNs()).compareTo(boundNs) > 0;
    }

    /** A violation, or null: every federate against all below it, and any two below it against each other. */
    private static String violation(final Tree tree) {
        for (final Node core : tree.nodes()) {
            if (core.members().isEmpty()) {
                continue;
            }
            long leastNs = core.timeNs();
            long mostNs = 0;
            BigInteger widestNs = BigInteger.ZERO;
            for (final Node node : tree.nodes()) {
                if (node == core || !node.isBelow(core)) {
                    continue;
                }
                final BigInteger boundNs = core.boundNs(node);
                widestNs = widestNs.max(boundNs);
                leastNs = Math.min(leastNs, node.timeNs());
                mostNs = Math.max(mostNs, node.timeNs());
                if (node.timeNs() > core.timeNs()) {
                    return node.letter() + " is ahead of " + core.letter();
                }
                if (isMoreBehind(node, core, boundNs)) {
                    return node.letter() + " is more than " + boundNs + " behind " + core.letter();
                }
            }
            if (BigInteger.valueOf(mostNs - leastNs).compareTo(widestNs) > 0) {
                return "more than " + widestNs + " between two below " + core.letter();
            }
        }
        return null;
    }

    @Provide
    Arbitrary<Start> starts() {
        final Arbitrary<Long> times = Arbitraries.oneOf(
            Arbitraries.longs().between(0, 1_000),
            Arbitraries.longs().between(Long.MAX_VALUE - 2_000, Long.MAX_VALUE),
            Arbitraries.longs().between(0, Long.MAX_VALUE));
        return Combinators.combine(Arbitraries.of(1L, 1L, HUGE), times).as(Start::new);
    }

    @Provide
    Arbitrary<Schedule> schedules() {
        return TreeTurn.schedules().map(Schedule::new);
    }

    /** Two levels of federates with the same D_max. */
    @Provide
    Arbitrary<Shape> twoLevels() {
        return delays().flatMap(delay ->
            Shape.trees(2, steps(), Arbitraries.just(delay), Arbitraries.just(CORE)));
    }

    @Provide
    Arbitrary<Shape> coreReports() {
        return Shape.trees(MOST_LEVELS, steps(), delays(), Arbitraries.just(CORE));
    }

    @Provide
    Arbitrary<Shape> slowestReports() {
        return Shape.trees(MOST_LEVELS, steps(), delays(), Arbitraries.just(SLOWEST));
    }

    @Provide
    Arbitrary<Shape> anyReports() {
        return Shape.trees(MOST_LEVELS, steps(), delays(), Arbitraries.of(Report.values()));
    }

    private static Arbitrary<Long> steps() {
        return Arbitraries.longs().between(1, 12);
    }

    private static Arbitrary<Long> delays() {
        return Arbitraries.longs().between(6, 60);
    }
}
