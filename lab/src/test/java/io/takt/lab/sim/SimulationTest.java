package io.takt.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class SimulationTest {
    private static final Settings SETTINGS = new Settings(10, 40, List.of(5L, 20L));

    private static List<String> run(final Attempts attempts, final Network network, final long end) {
        final List<String> seen = new ArrayList<>();
        new Simulation(new Federate(SETTINGS), attempts, network).runTo(end, (wall, party, time, progressed) ->
            seen.add(wall + ":" + party + (progressed ? "+" : "-") + time));
        return seen;
    }

    @Example
    void atOneInstantAssetsAreBeforeTheCoreAndNothingHappensAtZero() {
        assertThat(run(Attempts.every(List.of(3L, 2L), 6), Network.NONE, 8)).containsExactly(
            "2:1-0", "3:0-0", "4:1-0", "6:0-0", "6:1-0", "6:2+10", "8:1-0");
    }

    @Example
    void goesOnWhereItWas() {
        final Federate whole = new Federate(SETTINGS);
        new Simulation(whole, Attempts.every(List.of(3L, 2L), 6)).runTo(500, CountUps.UNSEEN);
        final Federate parts = new Federate(SETTINGS);
        final Simulation simulation = new Simulation(parts, Attempts.every(List.of(3L, 2L), 6));
        simulation.runTo(123, CountUps.UNSEEN);
        simulation.runTo(500, CountUps.UNSEEN);
        assertThat(simulation.wall()).isEqualTo(500);
        assertThat(parts.coreTime()).isPositive().isEqualTo(whole.coreTime());
    }

    /** With a delay of 5 the asset hears at 11 of the count-up at 6; it tries at 12. */
    @Example
    void newsAreKnownWhenTheyHaveArrivedAndNotBefore() {
        assertThat(run(Attempts.every(List.of(3L, 100L), 6), Network.of(5, 5, 0, new SplittableRandom(1)), 12))
            .containsExactly("3:0-0", "6:0-0", "6:2+10", "9:0-0", "12:0+5", "12:2+20");
    }

    @Property(seed = "11", tries = 300)
    void newsThatTakeNoTimeAreAsGoodAsSharedMemory(@ForAll final long seed,
        @ForAll @DoubleRange(min = 0, max = 1) final double jitter) {
        final List<List<String>> runs = new ArrayList<>();
        for (final Network network : List.of(Network.NONE, Network.of(0, 0, 0, new SplittableRandom(1)))) {
            runs.add(run(Attempts.about(List.of(7L, 11L), 5, jitter, new SplittableRandom(seed)), network, 400));
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1)).isNotEmpty();
    }

    @Property(seed = "11", tries = 300)
    void noClockEverLeavesTheBoundsHoweverNewsTravel(
        @ForAll final long seed,
        @ForAll @LongRange(min = 0, max = 50) final long least,
        @ForAll @LongRange(min = 0, max = 200) final long more,
        @ForAll @DoubleRange(min = 0, max = 0.9) final double loss,
        @ForAll @DoubleRange(min = 0, max = 1) final double jitter) {
        final SplittableRandom random = new SplittableRandom(seed);
        final Federate federate = new Federate(SETTINGS);
        final long[] before = {0, 0, 0};
        new Simulation(federate, Attempts.about(List.of(7L, 11L), 5, jitter, random),
            Network.of(least, least + more, loss, random)).runTo(5_000, (wall, party, time, progressed) -> {
                assertThat(progressed).isEqualTo(time > before[party]);
                before[party] = time;
                for (int asset = 0; asset < federate.assets(); asset++) {
                    assertThat(federate.assetTime(asset)).isLessThanOrEqualTo(federate.coreTime());
                    assertThat(federate.coreTime() - federate.assetTime(asset)).isLessThanOrEqualTo(40);
                }
                assertThat(federate.spread()).isLessThanOrEqualTo(federate.lag());
            });
        assertThat(federate.coreTime()).as("lost news are made good").isPositive();
    }

    @Property(seed = "11", tries = 300)
    void theSameSeedGivesTheSameRun(@ForAll final long seed, @ForAll @IntRange(min = 0, max = 30) final int most) {
        final List<List<String>> runs = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            final SplittableRandom random = new SplittableRandom(seed);
            runs.add(run(Attempts.about(List.of(7L, 11L), 5, 0.5, random), Network.of(0, most, 0.2, random), 400));
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1)).isNotEmpty();
    }

    @Example
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> Network.of(5, 4, 0, new SplittableRandom(1))).hasMessageContaining("5 to 4");
        assertThatThrownBy(() -> Network.of(0, 4, 1, new SplittableRandom(1))).hasMessageContaining("loss 1.0");
        assertThatThrownBy(() -> Attempts.every(List.of(0L), 1)).hasMessageContaining("interval is 0");
        assertThatThrownBy(() -> Attempts.about(List.of(1L), 1, 2, new SplittableRandom(1)))
            .hasMessageContaining("jitter is 2.0");
        assertThatThrownBy(() -> new Settings(0, 1, List.of())).hasMessageContaining("greater than 0");
    }
}
