package io.takt.proofs.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.rule.Parameters;
import io.takt.rule.LivenessVerdict;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * (a), (b), (c.1) to (c.5), S4 and L2 in every state that any system with small numbers can reach, whatever the
 * schedule. How many states there are is asserted, too: an explorer that explores nothing would find no fault.
 */
class ExploreTest {
    private static final Systems ONE_ASSET = new Systems(1, 8, 17);
    private static final Systems TWO_ASSETS = new Systems(2, 6, 13);
    private static final Systems THREE_ASSETS = new Systems(3, 4, 9);
    private static final Systems FEW = new Systems(2, 4, 9);

    private static final String FEW_LIVE = "576 systems, 382 live";
    private static final long NO_END = -1;
    private static final long LOW_WORDS_TURN = (1L << 32) - 3;
    private static final long NEAR_THE_END = Long.MAX_VALUE - 40;

    /** Explores all; gives how much that was. */
    private static String explore(
        final Systems systems, final Variant variant, final BiConsumer<Parameters, Explored> more) {
        final long[] sums = new long[4];
        systems.all().forEach(system -> {
            final Explored explored = Explored.of(system, variant);
            assertThat(explored.violation()).isNull();
            final boolean isLive = system.judge().live();
            assertThat(explored.deadlocks().isEmpty()).as("%s can never stop", system).isEqualTo(isLive);
            sums[0]++;
            sums[1] += isLive ? 1 : 0;
            sums[2] += explored.states();
            sums[3] += explored.countUps();
            more.accept(system, explored);
        });
        return sums[0] + " systems, " + sums[1] + " live; " + sums[2] + " states, " + sums[3] + " count-ups";
    }

    private static String explore(final Systems systems, final Variant variant) {
        return explore(systems, variant, (system, explored) -> { });
    }

    @Test
    void everyStateIsSafeAndNoneIsTheLastIffL2SaysSo() {
        assertThat(explore(ONE_ASSET, Variant.LAGS)).isEqualTo("1088 systems, 688 live; 7750 states, 10111 count-ups");
        assertThat(explore(TWO_ASSETS, Variant.LAGS))
            .isEqualTo("2808 systems, 1685 live; 106404 states, 209483 count-ups");
        assertThat(explore(THREE_ASSETS, Variant.LAGS))
            .isEqualTo("2304 systems, 1448 live; 293532 states, 780773 count-ups");
    }

    @Test
    void soItIsWhenAssetsComeAndGoAtAnyTime() {
        assertThat(explore(ONE_ASSET, Variant.LAGS.comingAndGoing()))
            .isEqualTo("1088 systems, 688 live; 8838 states, 10111 count-ups");
        assertThat(explore(TWO_ASSETS, Variant.LAGS.comingAndGoing()))
            .isEqualTo("2808 systems, 1685 live; 166504 states, 294331 count-ups");
        assertThat(explore(THREE_ASSETS, Variant.LAGS.comingAndGoing()))
            .isEqualTo("2304 systems, 1448 live; 683676 states, 1582175 count-ups");
    }

    /** S4: if each clock goes by any earlier values of the others, no state is added. */
    @Test
    void staleReadingsAddNoState() {
        assertThat(explore(TWO_ASSETS, Variant.LAGS.stale(),
            (system, stale) -> staleReadingsAddNone(system, stale, Variant.LAGS)))
            .isEqualTo("2808 systems, 1685 live; 106404 states, 209483 count-ups");
        assertThat(explore(FEW, Variant.LAGS.stale().comingAndGoing(),
            (system, stale) -> staleReadingsAddNone(system, stale, Variant.LAGS.comingAndGoing())))
            .isEqualTo("576 systems, 382 live; 22448 states, 38320 count-ups");
    }

    private static void staleReadingsAddNone(final Parameters system, final Explored stale, final Variant variant) {
        assertThat(stale.hasSameStatesAs(Explored.of(system, variant)))
            .as("states of %s", system).isTrue();
    }

    /** L2: under every schedule, a system that is not live stops after equally many count-ups at the same times. */
    @Test
    void everyRunOfASystemThatIsNotLiveEndsInTheStateThatIsJudgedBeforeTheStart() {
        assertThat(explore(TWO_ASSETS, Variant.LAGS, ExploreTest::endsAsJudged))
            .isEqualTo("2808 systems, 1685 live; 106404 states, 209483 count-ups");
        assertThat(explore(THREE_ASSETS, Variant.LAGS, ExploreTest::endsAsJudged))
            .isEqualTo("2304 systems, 1448 live; 293532 states, 780773 count-ups");
    }

    private static void endsAsJudged(final Parameters system, final Explored lags) {
        final LivenessVerdict verdict = system.judge();
        if (verdict.live()) {
            assertThat(lags.lengthOfEveryRun()).as("%s has runs without end", system).isEqualTo(NO_END);
            return;
        }
        final Explored times = Explored.of(system, Variant.TIMES);
        assertThat(times.violation()).isNull();
        assertThat(times.deadlocks()).as("ends of %s", system).hasSize(1);
        assertThat(lags.deadlocks()).as("ends of %s", system).hasSize(1);
        final long[] end = times.deadlocks().get(0);
        assertThat(verdict.stopsAtNs()).as("%s", system).isEqualTo(end[0]);
        long countUps = end[0] / system.coreStepNs();
        int slowest = 1;
        for (int i = 1; i < end.length; i++) {
            countUps += end[i] / system.stepsNs().get(i - 1);
            slowest = end[i] < end[slowest] ? i : slowest;
        }
        assertThat(verdict.stoppedBy()).as("%s", system).isEqualTo(Parameters.nameOf(slowest - 1));
        assertThat(verdict.stoppedByLagNs()).as("%s", system).isEqualTo(end[0] - end[slowest]);
        assertThat(times.lengthOfEveryRun()).as("%s", system).isEqualTo(countUps);
        assertThat(lags.lengthOfEveryRun()).as("%s", system).isEqualTo(countUps);
    }

    /** The other tests rest on this: states need not be told apart by T_c. */
    @Test
    void lagsAreAllThatMatters() {
        assertThat(explore(FEW, Variant.LAGS, (system, lags) -> {
            final Explored times = Explored.of(system, Variant.TIMES.until(longEnoughNs(system)));
            assertThat(times.violation()).isNull();
            assertThat(times.hasSameLagsAs(lags)).as("lags of %s", system).isTrue();
            for (final long fromNs : new long[] {LOW_WORDS_TURN, NEAR_THE_END}) {
                assertThat(Explored.of(system, Variant.LAGS.from(fromNs)).hasSameStatesAs(lags))
                    .as("%s from %s", system, fromNs).isTrue();
            }
        })).startsWith(FEW_LIVE);
    }

    /** From some time on no lag is bounded by that all has begun at 0; then all of a period. */
    private static long longEnoughNs(final Parameters system) {
        return 2 * (system.leastCommonMultiple() + system.maxDelayNs());
    }

    /** Where T_c + ΔT_c would be no time any more, everything stops that has not stopped before, and safely. */
    @Test
    void atTheEndOfTimeEveryRunEndsInTheSameState() {
        assertThat(explore(FEW, Variant.LAGS, (system, lags) -> {
            final Explored end = Explored.of(system, Variant.TIMES.from(NEAR_THE_END).stale());
            assertThat(end.violation()).isNull();
            assertThat(end.deadlocks()).as("ends of %s", system).hasSize(1);
            final long last = (Long.MAX_VALUE - NEAR_THE_END) / system.coreStepNs() * system.coreStepNs();
            final LivenessVerdict verdict = system.judge();
            assertThat(end.deadlocks().get(0)[0] - NEAR_THE_END).as("%s", system)
                .isEqualTo(verdict.live() ? last : Math.min(last, verdict.stopsAtNs().longValueExact()));
            assertThat(end.lengthOfEveryRun()).as("%s ends", system).isNotEqualTo(NO_END);
        })).startsWith(FEW_LIVE);
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void soItIsWithGreaterNumbersAndMoreAssets() {
        assertThat(explore(new Systems(2, 12, 25), Variant.LAGS, ExploreTest::endsAsJudged))
            .isEqualTo("43200 systems, 22490 live; 4460981 states, 8838722 count-ups");
        assertThat(explore(new Systems(3, 6, 13), Variant.LAGS.comingAndGoing()))
            .isEqualTo("16848 systems, 9457 live; 9889466 states, 23675679 count-ups");
        assertThat(explore(new Systems(3, 6, 13), Variant.LAGS, ExploreTest::endsAsJudged))
            .isEqualTo("16848 systems, 9457 live; 4210706 states, 11333748 count-ups");
        assertThat(explore(new Systems(4, 4, 9), Variant.LAGS))
            .isEqualTo("9216 systems, 5590 live; 6206464 states, 21125438 count-ups");
        assertThat(explore(THREE_ASSETS, Variant.LAGS.stale(),
            (system, stale) -> staleReadingsAddNone(system, stale, Variant.LAGS)))
            .isEqualTo("2304 systems, 1448 live; 293532 states, 780773 count-ups");
    }
}
