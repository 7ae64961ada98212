package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.GateVerdict;
import io.takt.rule.GateVerdict.Fix;
import io.takt.rule.GateVerdict.Wait;
import io.takt.rule.LivenessVerdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
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

/** G2 and G3: every fair run of a system with gates ends as the verdict says before the start. */
class GateLivenessTest {
    private static final String SEED = "10";
    private static final int TRIES = 500;
    /** Few systems are live beyond what is sufficient. */
    private static final int MANY_TRIES = 1_500;
    private static final double OFTEN = 20.0;
    private static final double SOMETIMES = 2.0;

    /** With any delays, zero included, it is as if there were none. */
    @Property(seed = SEED, tries = TRIES)
    void g2WithStartGatesAloneL2Decides(
        @ForAll("startGates") final GatedParameters parameters, @ForAll("schedules") final long schedule) {
        final GateVerdict verdict = parameters.judge();
        final LivenessVerdict withoutGates = parameters.clocks().judge();
        assertThat(verdict.live()).isEqualTo(withoutGates.live());
        assertThat(verdict.stopsAtNs()).isEqualTo(withoutGates.stopsAtNs());
        assertRunsAsJudged(parameters, schedule);
    }

    @Property(seed = SEED, tries = MANY_TRIES)
    void g3LiveIffNoFairRunStops(
        @ForAll("anyGates") final GatedParameters parameters, @ForAll("schedules") final long schedule) {
        assertRunsAsJudged(parameters, schedule);
        final boolean live = parameters.judge().live();
        Statistics.label("live").collect(live).coverage(coverage -> {
            coverage.check(true).percentage(percentage -> percentage > OFTEN);
            coverage.check(false).percentage(percentage -> percentage > OFTEN);
        });
        final BigInteger sufficient = parameters.sufficientMaxDelayNs();
        final boolean isMoreThanSufficient = sufficient == null
            || sufficient.compareTo(BigInteger.valueOf(parameters.clocks().maxDelayNs())) > 0;
        Statistics.label("live, and a run has to tell").collect(live && isMoreThanSufficient).coverage(
            coverage -> coverage.check(true).percentage(percentage -> percentage > SOMETIMES));
    }

    @Property(seed = SEED, tries = TRIES)
    void g3EveryFairRunOfASystemThatIsNotLiveStopsInTheSameState(
        @ForAll("anyGates") final GatedParameters parameters,
        @ForAll("schedules") final long one,
        @ForAll("schedules") final long other) {
        Assume.that(!parameters.judge().live());
        final Optional<FairRun.Stop> first = FairRun.stop(parameters, parameters.far(), one);
        assertThat(first).isPresent();
        assertThat(FairRun.stop(parameters, parameters.far(), other)).isEqualTo(first);
    }

    /** Each fix makes it live, and nothing less of its kind does. */
    @Property(seed = SEED, tries = TRIES)
    void g3TheFixesAreTheSmallest(
        @ForAll("anyGates") final GatedParameters parameters, @ForAll("schedules") final long schedule) {
        final GateVerdict verdict = parameters.judge();
        Assume.that(!verdict.live());
        for (final Fix fix : verdict.fixes()) {
            assertRunsAsJudged(fixed(parameters, fix, fix.toNs()), schedule);
            assertThat(fixed(parameters, fix, fix.toNs()).judge().live()).isTrue();
            assertThat(fixed(parameters, fix, fix.toNs() - 1).judge().live()).isFalse();
        }
        assertThat(verdict.fixes().stream().anyMatch(fix -> fix.link() == null))
            .as("whether there is a D_max")
            .isEqualTo(parameters.withMaxDelay(parameters.far() * 2).judge().live());
        if (verdict.fixes().stream().allMatch(fix -> fix.link() == null)) {
            for (final Gate gate : parameters.gates()) {
                assertThat(parameters.withDelay(gate.link(), parameters.clocks().maxDelayNs()).judge().live())
                    .as("with %s as if it were not there", gate).isFalse();
            }
        }
        Statistics.label("fixes").collect(verdict.fixes().stream().map(fix -> fix.link() != null).toList());
    }

    /** No link that is not named by the fix could do with a smaller raise. */
    @Property(seed = SEED, tries = TRIES)
    void g3TheDelayThatIsToBeRaisedIsThatOfWhichTheRaiseIsSmallest(
        @ForAll("anyGates") final GatedParameters parameters) {
        final GateVerdict verdict = parameters.judge();
        final Optional<Fix> fix = verdict.fixes().stream().filter(each -> each.link() != null).findFirst();
        if (fix.isEmpty()) {
            return;
        }
        final long raise = fix.get().toNs() - fix.get().fromNs();
        for (final Gate gate : parameters.gates()) {
            assertThat(parameters.withDelay(gate.link(), gate.delayNs() + raise - 1).judge().live())
                .as("with less for %s", gate).isFalse();
        }
    }

    /** The condition that needs no run, and it holds whenever assets join. */
    @Property(seed = SEED, tries = TRIES)
    void g3TheSufficientMaxDelayIsEnoughWhenAssetsJoinLate(
        @ForAll("anyGates") final GatedParameters given,
        @ForAll @Size(4) final List<@IntRange(max = 20) Integer> joins,
        @ForAll("schedules") final long schedule) {
        final BigInteger sufficient = given.sufficientMaxDelayNs();
        Assume.that(sufficient != null);
        final GatedParameters parameters = given.withMaxDelay(sufficient.longValueExact());
        assertThat(parameters.judge().live()).isTrue();
        final List<Long> joinsNs = new ArrayList<>(joins.stream().limit(given.clocks().stepsNs().size()).sorted()
            .map(join -> join * given.clocks().coreStepNs()).toList());
        // One has to be there from 0 on, for the core retains alone.
        joinsNs.set(0, 0L);
        assertThat(FairRun.stop(parameters, joinsNs, parameters.far() + 2 * Collections.max(joinsNs), schedule))
            .isEmpty();
    }

    /** A system that is live from 0 may stop when the receiver joins between two steps of its sender. */
    @Example
    void g3WithGatesAtStepEndsItMattersWhenAssetsJoin() {
        final Parameters clocks = new Parameters(10, 20, List.of(20L, 20L));
        final GatedParameters parameters = new GatedParameters(clocks, List.of(new Gate(0, 1, 0, true)));
        assertThat(parameters.judge().live()).isTrue();
        assertThat(FairRun.stop(parameters, List.of(0L, 20L), 1_000, 0)).isEmpty();
        assertThat(FairRun.stop(parameters, List.of(0L, 10L), 1_000, 0))
            .hasValueSatisfying(stop -> assertThat(stop.timesNs()).containsExactly(20L, 10L));
        assertThat(parameters.sufficientMaxDelayNs()).isEqualTo(30);
        assertThat(FairRun.stop(parameters.withMaxDelay(30), List.of(0L, 10L), 1_000, 0)).isEmpty();
    }

    private static void assertRunsAsJudged(final GatedParameters parameters, final long schedule) {
        final GateVerdict verdict = parameters.judge();
        final Optional<FairRun.Stop> stop = FairRun.stop(parameters, parameters.far(), schedule);
        assertThat(stop.isEmpty()).as("%s is live", parameters).isEqualTo(verdict.live());
        if (!verdict.live()) {
            assertStopsAsJudged(parameters, verdict, stop.get());
        }
    }

    /** All that the verdict says can be seen in the system at rest. */
    private static void assertStopsAsJudged(
        final GatedParameters parameters, final GateVerdict verdict, final FairRun.Stop stop) {
        assertThat(verdict.stopsAtNs()).as("T* of %s", parameters).isEqualTo(stop.coreTimeNs());
        String expected = null;
        for (final Wait wait : verdict.waits()) {
            assertThat(wait.waiter()).isEqualTo(expected);
            assertThat(wait.waiterNs()).isEqualTo(timeNs(wait.waiter(), stop));
            assertThat(wait.awaitedNs()).isEqualTo(timeNs(wait.awaited(), stop));
            assertThat(wait.neededNs()).isGreaterThan(wait.awaitedNs()).isEqualTo(neededNs(wait, parameters));
            expected = wait.awaited();
        }
        final Wait first = verdict.waits().get(0);
        assertThat(first.waiter()).isNull();
        assertThat(first.awaited()).isEqualTo(Parameters.nameOf(stop.blocker()));
        assertThat(verdict.cycle().get(0).waiter()).isEqualTo(expected);
        assertThat(verdict.waits()).endsWith(verdict.cycle().toArray(Wait[]::new));
        assertThat(verdict.waits()).extracting(Wait::waiter).doesNotHaveDuplicates();
    }

    private static long timeNs(final String name, final FairRun.Stop stop) {
        return name == null ? stop.coreTimeNs() : stop.timesNs().get(placeOf(name, stop.timesNs().size()));
    }

    private static BigInteger neededNs(final Wait wait, final GatedParameters parameters) {
        final Parameters clocks = parameters.clocks();
        if (wait.waiter() == null) {
            return wait.waiterNs().add(BigInteger.valueOf(clocks.coreStepNs() - clocks.maxDelayNs()));
        }
        final long stepNs = clocks.stepsNs().get(placeOf(wait.waiter(), clocks.stepsNs().size()));
        if (wait.link() == null) {
            return wait.waiterNs().add(BigInteger.valueOf(stepNs));
        }
        return wait.waiterNs()
            .add(BigInteger.valueOf((wait.link().atStepEnd() ? stepNs : 0) - wait.link().delayNs()));
    }

    private static int placeOf(final String name, final int count) {
        return IntStream.range(0, count).filter(i -> Objects.equals(Parameters.nameOf(i), name)).findFirst().getAsInt();
    }

    private static GatedParameters fixed(final GatedParameters parameters, final Fix fix, final long toNs) {
        return fix.link() == null ? parameters.withMaxDelay(toNs) : parameters.withDelay(fix.link(), toNs);
    }

    @Provide
    Arbitrary<GatedParameters> startGates() {
        return GatedParameters.small(Arbitraries.just(false));
    }

    @Provide
    Arbitrary<GatedParameters> anyGates() {
        return GatedParameters.small(Arbitraries.of(true, true, false));
    }

    @Provide
    Arbitrary<Long> schedules() {
        return Arbitraries.longs();
    }
}
