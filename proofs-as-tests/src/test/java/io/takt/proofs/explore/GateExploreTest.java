package io.takt.proofs.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.rule.Gate;
import io.takt.proofs.rule.GatedParameters;
import io.takt.proofs.rule.Parameters;
import io.takt.rule.GateVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * (c.1) to (c.5), S4 and G3 in every state that any system with small numbers and gates can reach, whatever the
 * schedule.
 */
class GateExploreTest {
    private static final long NO_END = -1;
    private static final int[][] BOTH_WAYS = {{0, 1}, {1, 0}};
    private static final int[][] ALL_ROUND = {{0, 1}, {1, 2}, {2, 0}};

    /** Explores all systems with any gates, or none, on these ways; gives how much that was. */
    private static String explore(
        final Systems systems, final int[][] ways, final long greatestDelayNs, final boolean areReadingsStale) {
        final long[] sums = new long[3];
        final List<List<Gate>> gates = gates(ways, greatestDelayNs);
        systems.all().forEach(clocks -> gates.forEach(each -> {
            final GatedParameters system = new GatedParameters(clocks, each);
            final Explored lags = Explored.of(system, Variant.LAGS);
            final GateVerdict verdict = system.judge();
            assertThat(lags.violation()).as("%s", system).isNull();
            assertThat(lags.deadlocks().isEmpty()).as("%s can never stop", system).isEqualTo(verdict.live());
            assertThat(lags.lengthOfEveryRun() == NO_END).as("%s has runs without end", system)
                .isEqualTo(verdict.live());
            if (!verdict.live()) {
                endsAsJudged(system, verdict);
            }
            if (areReadingsStale) {
                assertThat(Explored.of(system, Variant.LAGS.stale()).hasSameStatesAs(lags))
                    .as("%s with stale readings", system).isTrue();
            }
            sums[0]++;
            sums[1] += verdict.live() ? 1 : 0;
            sums[2] += lags.states();
        }));
        return sums[0] + " systems, " + sums[1] + " live; " + sums[2] + " states";
    }

    private static void endsAsJudged(final GatedParameters system, final GateVerdict verdict) {
        final Explored times = Explored.of(system, Variant.TIMES);
        assertThat(times.violation()).isNull();
        assertThat(times.deadlocks()).as("ends of %s", system).hasSize(1);
        final long[] end = times.deadlocks().get(0);
        assertThat(verdict.stopsAtNs()).as("%s", system).isEqualTo(end[0]);
        int slowest = 1;
        long countUps = end[0] / system.clocks().coreStepNs();
        for (int i = 1; i < end.length; i++) {
            countUps += end[i] / system.clocks().stepsNs().get(i - 1);
            slowest = end[i] < end[slowest] ? i : slowest;
        }
        assertThat(verdict.waits().get(0).awaited()).as("%s", system).isEqualTo(Parameters.nameOf(slowest - 1));
        assertThat(times.lengthOfEveryRun()).as("%s", system).isEqualTo(countUps);
    }

    /** On each way none, or one of either kind with any delay. */
    private static List<List<Gate>> gates(final int[][] ways, final long greatestDelayNs) {
        List<List<Gate>> all = List.of(List.of());
        for (final int[] way : ways) {
            all = all.stream().flatMap(before -> Stream.concat(
                Stream.of(before),
                LongStream.rangeClosed(0, 2 * greatestDelayNs + 1).mapToObj(i -> {
                    final List<Gate> longer = new ArrayList<>(before);
                    longer.add(new Gate(way[0], way[1], i / 2, i % 2 == 0));
                    return longer;
                }))).toList();
        }
        return all;
    }

    @Test
    void everyRunOfASystemWithGatesEndsAsJudgedOrNever() {
        assertThat(explore(new Systems(2, 4, 7), BOTH_WAYS, 2, false))
            .isEqualTo("21952 systems, 10028 live; 215877 states");
        assertThat(explore(new Systems(3, 2, 5), ALL_ROUND, 1, false))
            .isEqualTo("10000 systems, 7716 live; 242721 states");
    }

    @Test
    void staleFrontiersAddNoState() {
        assertThat(explore(new Systems(2, 3, 6), BOTH_WAYS, 2, true))
            .isEqualTo("7938 systems, 4517 live; 80461 states");
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void soItIsWithGreaterNumbersAndGates() {
        assertThat(explore(new Systems(2, 6, 12), BOTH_WAYS, 6, false))
            .isEqualTo("583200 systems, 290404 live; 12574127 states");
        assertThat(explore(new Systems(3, 3, 8), ALL_ROUND, 3, false))
            .isEqualTo("472392 systems, 325381 live; 28412452 states");
    }
}
