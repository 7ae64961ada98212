package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.LivenessVerdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;

/** L2: every fair run ends as the verdict says before the start. */
class ExactLivenessTest {
    private static final String SEED = "4";
    private static final int TRIES = 1_000;
    /** The greatest least common multiple of the steps of a system that is run for twice as long without stopping. */
    private static final long LONGEST_PERIOD = 60_000;
    private static final double OFTEN = 20.0;

    @Property(seed = SEED, tries = TRIES)
    void l2LiveIffNoFairRunStops(
        @ForAll("runnable") final Parameters parameters, @ForAll("schedules") final long schedule) {
        assertRunsAsJudged(parameters, schedule);
        Statistics.label("live").collect(parameters.judge().live()).coverage(coverage -> {
            coverage.check(true).percentage(percentage -> percentage > OFTEN);
            coverage.check(false).percentage(percentage -> percentage > OFTEN);
        });
    }

    @Property(seed = SEED, tries = TRIES)
    void l2EveryFairRunOfASystemThatIsNotLiveStopsInTheSameState(
        @ForAll("small") final Parameters parameters,
        @ForAll("schedules") final long one,
        @ForAll("schedules") final long other) {
        final LivenessVerdict verdict = parameters.judge();
        Assume.that(!verdict.live());
        assertStopsAsJudged(parameters, verdict, FairRun.stop(parameters, LONGEST_PERIOD, one));
        assertStopsAsJudged(parameters, verdict, FairRun.stop(parameters, LONGEST_PERIOD, other));
    }

    /**
     * Each joiner starts a system of its own with the core, at J_i; the first of them that stops, stops all. Since
     * the core retains alone, an asset is there from 0 on that steps as it does.
     */
    @Property(seed = SEED)
    void l2WithLateJoinersTheStopIsTheFirstOfTheirOwnAfterTheyJoined(
        @ForAll("runnable") final Parameters joining,
        @ForAll @Size(4) final List<@IntRange(max = 20) Integer> joins,
        @ForAll("schedules") final long schedule) {
        final List<Long> stepsNs = new ArrayList<>(joining.stepsNs());
        stepsNs.add(joining.coreStepNs());
        final Parameters parameters = new Parameters(joining.coreStepNs(), joining.maxDelayNs(), stepsNs);
        final List<Long> joinsNs = IntStream.range(0, parameters.stepsNs().size())
            .mapToObj(i -> i < joining.stepsNs().size() ? joins.get(i) * parameters.coreStepNs() : 0).toList();
        final Optional<BigInteger> expected = IntStream.range(0, parameters.stepsNs().size()).boxed()
            .filter(i -> !parameters.only(i).judge().live())
            .map(i -> parameters.only(i).judge().stopsAtNs().add(BigInteger.valueOf(joinsNs.get(i))))
            .min(Comparator.naturalOrder());
        final long longEnough = 2 * parameters.leastCommonMultiple() + Collections.max(joinsNs);
        assertThat(FairRun.stop(parameters, joinsNs, longEnough, schedule)
            .map(stop -> BigInteger.valueOf(stop.coreTimeNs()))).isEqualTo(expected);
        final BigInteger withoutJoins = parameters.judge().stopsAtNs();
        Statistics.label("stop").collect(
                expected.isEmpty() ? "never" : expected.get().equals(withoutJoins) ? "same" : "later")
            .coverage(coverage -> {
                coverage.check("never").percentage(percentage -> percentage > OFTEN);
                coverage.check("later").percentage(percentage -> percentage > OFTEN);
            });
    }

    @Example
    void l2HoldsForEverySystemOfTwoAssetsWithSmallNumbers() {
        for (long coreStep = 1; coreStep <= 8; coreStep++) {
            for (long one = 1; one <= 8; one++) {
                for (long two = 1; two <= 8; two++) {
                    for (long maxDelay = 1; maxDelay <= 17; maxDelay++) {
                        assertRunsAsJudged(new Parameters(coreStep, maxDelay, List.of(one, two)), maxDelay);
                    }
                }
            }
        }
    }

    /** T* is a time at which the core cannot leave, and it could leave every one of the hundred before. */
    @Property(seed = SEED, tries = TRIES)
    void l2ASystemTooLargeToRunStopsWhereAnAssetLagsTooMuchAndNotBefore(
        @ForAll("large") final Parameters parameters) {
        final LivenessVerdict verdict = parameters.judge();
        assertThat(verdict.live()).isEqualTo(ExactL2.holds(parameters));
        Assume.that(!verdict.live());
        final BigInteger coreStep = BigInteger.valueOf(parameters.coreStepNs());
        assertThat(verdict.stopsAtNs().mod(coreStep)).isZero();
        assertThat(ExactL2.coreMayLeave(parameters, verdict.stopsAtNs())).isFalse();
        BigInteger earlier = verdict.stopsAtNs();
        for (int i = 0; i < 100 && earlier.signum() > 0; i++) {
            earlier = earlier.subtract(coreStep);
            assertThat(ExactL2.coreMayLeave(parameters, earlier)).as("at %s", earlier).isTrue();
        }
        assertThat(verdict.stoppedByLagNs()).isEqualTo(ExactL2.greatestLagNs(parameters, verdict.stopsAtNs()));
    }

    private static void assertRunsAsJudged(final Parameters parameters, final long schedule) {
        final LivenessVerdict verdict = parameters.judge();
        final Optional<FairRun.Stop> stop =
            FairRun.stop(parameters, 2 * parameters.leastCommonMultiple(), schedule);
        assertThat(stop.isEmpty()).as("%s is live", parameters).isEqualTo(verdict.live());
        if (!verdict.live()) {
            assertStopsAsJudged(parameters, verdict, stop);
        }
    }

    private static void assertStopsAsJudged(
        final Parameters parameters, final LivenessVerdict verdict, final Optional<FairRun.Stop> run) {
        assertThat(run).isPresent();
        final FairRun.Stop stop = run.get();
        assertThat(verdict.stopsAtNs()).isEqualTo(stop.coreTimeNs());
        assertThat(verdict.stoppedBy()).isEqualTo(Parameters.nameOf(stop.blocker()));
        assertThat(verdict.stoppedByLagNs()).isEqualTo(stop.lagNs());
        assertThat(stop.timesNs()).as("every asset at the greatest multiple of its step up to T*")
            .isEqualTo(parameters.stepsNs().stream().map(step -> stop.coreTimeNs() / step * step).toList());
    }

    @Provide
    Arbitrary<Parameters> runnable() {
        return Arbitraries.oneOf(Parameters.small(), Parameters.related())
            .filter(parameters -> parameters.leastCommonMultiple() <= LONGEST_PERIOD);
    }

    @Provide
    Arbitrary<Parameters> small() {
        return Parameters.small();
    }

    @Provide
    Arbitrary<Parameters> large() {
        return Parameters.large();
    }

    @Provide
    Arbitrary<Long> schedules() {
        return Arbitraries.longs();
    }
}
