package io.takt.proofs.tree;

import static io.takt.rule.Report.CORE;
import static io.takt.rule.Report.SLOWEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.tree.Tree.Node;
import io.takt.rule.Liveness;
import io.takt.rule.Liveness.Member;
import io.takt.rule.Report;
import io.takt.rule.TreeLiveness;
import io.takt.rule.TreeVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** L3 and L4: every fair run of a tree ends as the verdict says before the start. */
class TreeLivenessTest {
    private static final String SEED = "8";
    private static final int TRIES = 1_000;
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");
    /** The greatest least common multiple of the steps of a tree that is run for as long without stopping. */
    private static final long LONGEST_PERIOD = 2_600;
    private static final double OFTEN = 20.0;
    private static final int MOST_LEVELS = 4;

    @Property(seed = SEED, tries = TRIES)
    void l3ATreeWithCoreReportsIsLiveIffEachFederateIs(
        @ForAll("coreReports") final Shape shape, @ForAll("schedules") final long schedule) {
        assertRunsAsJudged(shape, schedule);
        final boolean live = judge(shape).live();
        assertThat(live).isEqualTo(everyFederateIsLive(shape));
        collectLive(live);
    }

    @Property(seed = SEED, tries = TRIES)
    void l4ATreeWithSlowestReportsIsLiveIffNoFloorsNestTooDeep(
        @ForAll("slowestReports") final Shape shape, @ForAll("schedules") final long schedule) {
        assertRunsAsJudged(shape, schedule);
        collectLive(judge(shape).live());
    }

    @Property(seed = SEED, tries = TRIES)
    void l4HoldsWhenEveryFederateReportsAsItLikes(
        @ForAll("anyReports") final Shape shape, @ForAll("schedules") final long schedule) {
        assertRunsAsJudged(shape, schedule);
        collectLive(judge(shape).live());
    }

    @Property(seed = SEED, tries = TRIES)
    void everyFairRunOfATreeThatIsNotLiveStopsInTheSameState(
        @ForAll("anyReports") final Shape shape,
        @ForAll("schedules") final long one,
        @ForAll("schedules") final long other) {
        Assume.that(!judge(shape).live());
        final Optional<Tree> first = TreeFairRun.stop(shape, Long.MAX_VALUE, one);
        final Optional<Tree> second = TreeFairRun.stop(shape, Long.MAX_VALUE, other);
        assertThat(first.orElseThrow().root()).hasToString(second.orElseThrow().root().toString());
    }

    /** The D_max of the federate that stops the tree can be made so great that it does not, and no less will do. */
    @Property(seed = SEED, tries = TRIES)
    void theRequiredMaxDelayIsTheSmallestThatIsEnoughForTheFederateThatStops(
        @ForAll("anyReports") final Shape shape, @ForAll("schedules") final long schedule) {
        final TreeVerdict verdict = judge(shape);
        Assume.that(!verdict.live());
        final List<String> path = verdict.stoppedIn().subList(1, verdict.stoppedIn().size());
        final long required = verdict.requiredMaxDelayNs().longValueExact();
        assertRunsAsJudged(shape.withMaxDelay(path, required), schedule);
        assertThat(judge(shape.withMaxDelay(path, required)).stoppedIn()).isNotEqualTo(verdict.stoppedIn());
        assertRunsAsJudged(shape.withMaxDelay(path, required - 1), schedule);
        assertThat(judge(shape.withMaxDelay(path, required - 1)).live()).isFalse();
    }

    /** As it is written: the federates satisfy L2, and no multiple of the root's step makes the floors lag too much. */
    @Example
    void l4HoldsForEveryTreeOfTwoLevelsWithSmallNumbers() {
        final long steps = SLOW ? 8 : 5;
        final long delays = SLOW ? 20 : 12;
        for (long root = 1; root <= steps; root++) {
            for (long child = 1; child <= steps; child++) {
                for (long asset = 1; asset <= steps; asset++) {
                    for (long childDelay = 1; childDelay <= delays; childDelay++) {
                        for (long rootDelay = 1; rootDelay <= delays; rootDelay++) {
                            final Shape shape = Shape.federate(root, rootDelay, CORE,
                                Shape.federate(child, childDelay, SLOWEST, Shape.asset(asset)));
                            assertThat(judge(shape).live()).as("%s", shape).isEqualTo(
                                isLive(child, childDelay, asset) && isLive(root, rootDelay, child)
                                    && noFloorsLagTooMuch(root, rootDelay, child, asset));
                            assertRunsAsJudged(shape, rootDelay);
                        }
                    }
                }
            }
        }
    }

    private static boolean noFloorsLagTooMuch(
        final long root, final long rootDelay, final long child, final long asset) {
        for (long time = 0; time <= root * child * asset; time += root) {
            if (time - time / child * child / asset * asset + root > rootDelay) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLive(final long coreStep, final long maxDelay, final long... steps) {
        final List<Member> members = new ArrayList<>();
        for (final long step : steps) {
            members.add(new Member("asset", step));
        }
        return Liveness.judge(coreStep, maxDelay, members).live();
    }

    private static boolean everyFederateIsLive(final Shape shape) {
        final long[] steps = shape.members().stream().mapToLong(Shape::step).toArray();
        return shape.members().isEmpty()
            || isLive(shape.step(), shape.maxDelay(), steps)
            && shape.members().stream().allMatch(TreeLivenessTest::everyFederateIsLive);
    }

    private static TreeVerdict judge(final Shape shape) {
        return TreeLiveness.judge(shape.federate("root"));
    }

    private static void assertRunsAsJudged(final Shape shape, final long schedule) {
        final TreeVerdict verdict = judge(shape);
        final Optional<Tree> stop = TreeFairRun.stop(shape, TreeFairRun.far(shape), schedule);
        assertThat(stop.isEmpty()).as("%s is live", shape).isEqualTo(verdict.live());
        if (!verdict.live()) {
            assertStopsAsJudged(verdict, stop.get());
        }
    }

    /** All that the verdict says can be seen in the tree at rest. */
    private static void assertStopsAsJudged(final TreeVerdict verdict, final Tree rest) {
        assertThat(verdict.stopsAtNs()).as("T* of %s", rest.root()).isEqualTo(rest.root().timeNs());

        Node stopped = rest.root();
        assertThat(verdict.stoppedIn().get(0)).isEqualTo("root");
        for (final String name : verdict.stoppedIn().subList(1, verdict.stoppedIn().size())) {
            stopped = stopped.member(name);
        }
        assertThat(verdict.stoppedInAtNs()).isEqualTo(stopped.timeNs());
        assertThat(stopped.isAllowedByMembers()).isFalse();

        Node waitedFor = stopped;
        for (final String name : verdict.stoppedBy()) {
            assertThat(waitedFor == stopped || !waitedFor.reportsItself()).isTrue();
            waitedFor = waitedFor.member(name);
            assertThat(waitedFor.isAtTheGreatestMultiple()).as("%s is not held back itself", waitedFor).isTrue();
        }
        assertThat(waitedFor.reportsItself()).isTrue();
        assertThat(verdict.stoppedByLagNs()).isEqualTo(stopped.timeNs() - waitedFor.timeNs());
        assertThat(waitedFor.timeNs()).isEqualTo(
            stopped.members().stream().mapToLong(member -> member.reportNs(Tree.FRESH)).min().getAsLong());
    }

    private static void collectLive(final boolean live) {
        Statistics.label("live").collect(live).coverage(coverage -> {
            coverage.check(true).percentage(percentage -> percentage > OFTEN);
            coverage.check(false).percentage(percentage -> percentage > OFTEN);
        });
    }

    @Provide
    Arbitrary<Shape> coreReports() {
        return shapes(Arbitraries.just(CORE));
    }

    @Provide
    Arbitrary<Shape> slowestReports() {
        return shapes(Arbitraries.just(SLOWEST));
    }

    @Provide
    Arbitrary<Shape> anyReports() {
        return shapes(Arbitraries.of(Report.values()));
    }

    private static Arbitrary<Shape> shapes(final Arbitrary<Report> reports) {
        final Arbitrary<Long> steps = Arbitraries.oneOf(
            Arbitraries.longs().between(1, 6), Arbitraries.of(4L, 6L, 8L, 9L, 10L, 12L, 15L, 20L));
        final Arbitrary<Long> delays = Arbitraries.longs().between(9, 42);
        return Arbitraries.integers().between(2, MOST_LEVELS)
            .flatMap(levels -> Shape.trees(levels, steps, delays, reports))
            .filter(shape -> shape.leastCommonMultiple().longValueExact() <= LONGEST_PERIOD);
    }

    @Provide
    Arbitrary<Long> schedules() {
        return Arbitraries.longs();
    }
}
