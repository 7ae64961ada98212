package io.takt.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class WorkSimulationTest {
    private static List<String> run(final Settings settings, final Workload load, final long events) {
        final List<String> seen = new ArrayList<>();
        new WorkSimulation(new Federate(settings), load, new SplittableRandom(1)).run(events,
            (wall, party, time, progressed) -> seen.add(wall + ":" + party + "=" + time));
        return seen;
    }

    /** Lock-step: the core at once, the asset after 7; with a handover of 2 each way a round trip of 11. */
    @Example
    void aWaitingPartyGoesOnWhenTheNewsHaveArrived() {
        final Settings settings = Settings.alike(10, 10, 10, 1);
        assertThat(run(settings, new Workload(List.of(new Work(0, 7)), new Work(0, 0), 0), 30))
            .startsWith("0:1=10", "7:0=10", "7:1=20", "14:0=20", "14:1=30");
        assertThat(run(settings, new Workload(List.of(new Work(0, 7)), new Work(0, 0), 2), 30))
            .startsWith("0:1=10", "9:0=10", "11:1=20", "20:0=20", "22:1=30");
    }

    /** A step of 7 at an interval of 5 misses every other instant. */
    @Example
    void instantsThatAStepHasMissedAreLeftOut() {
        final List<String> seen = run(Settings.alike(10, 1_000, 10, 1),
            new Workload(List.of(new Work(5, 7)), new Work(0, 0), 0), 1_000);
        final List<Long> walls = seen.stream().filter(each -> each.contains(":0="))
            .map(each -> Long.parseLong(each.split(":")[0])).toList();
        assertThat(walls).hasSizeGreaterThan(10);
        for (int i = 1; i < walls.size(); i++) {
            assertThat(walls.get(i) - walls.get(i - 1)).isEqualTo(10);
        }
    }

    @Property(seed = "11", tries = 200)
    void noClockEverLeavesTheBounds(@ForAll final long seed, @ForAll @LongRange(max = 40) final long handover,
        @ForAll @LongRange(max = 9) final long interval, @ForAll @LongRange(min = 1, max = 30) final long cost) {
        final Federate federate = new Federate(new Settings(10, 40, List.of(5L, 20L)));
        final long[] progresses = new long[3];
        new WorkSimulation(federate, new Workload(List.of(new Work(interval, cost), new Work(0, 3)), new Work(interval,
            1), handover), new SplittableRandom(seed)).run(3_000, (wall, party, time, progressed) -> {
                progresses[party]++;
                for (int asset = 0; asset < federate.assets(); asset++) {
                    assertThat(federate.coreTime() - federate.assetTime(asset)).isBetween(0L, 40L);
                }
            });
        assertThat(progresses).doesNotContain(0L);
    }

    private static Settings settings(final int coreStep, final int one, final int other, final int more) {
        final int enough = coreStep + Math.max(one, other);
        return new Settings(coreStep, enough + more, List.of((long) one, (long) other));
    }

    /** The claim of {@link SpeedFormula} where no party has an interval. */
    @Property(seed = "11", tries = 300)
    void noSystemIsFasterThanTheFormula(@ForAll @IntRange(min = 1, max = 20) final int coreStep,
        @ForAll @IntRange(min = 1, max = 20) final int one, @ForAll @IntRange(min = 1, max = 20) final int other,
        @ForAll @IntRange(max = 30) final int more, @ForAll @LongRange(min = 1, max = 50) final long cost,
        @ForAll @LongRange(max = 20) final long handover) {
        final Settings settings = settings(coreStep, one, other, more);
        final Workload load = new Workload(List.of(new Work(0, cost), new Work(0, 17)), new Work(0, 3), handover);
        final double speed = Trial.of(settings, load).speed();
        assertThat(speed).isPositive().isLessThanOrEqualTo(SpeedFormula.of(settings, load).speed() * 1.01);
    }

    /** Why a search may try each core step with the greatest D_max alone. */
    @Property(seed = "11", tries = 200)
    void moreDelayIsNeverSlower(@ForAll @IntRange(min = 1, max = 20) final int coreStep,
        @ForAll @IntRange(min = 1, max = 20) final int one, @ForAll @IntRange(min = 1, max = 20) final int other,
        @ForAll @IntRange(max = 20) final int more, @ForAll @LongRange(max = 9) final long interval) {
        final Workload load = new Workload(List.of(new Work(interval, 5), new Work(0, 17)), new Work(0, 3), 4);
        final double less = Trial.of(settings(coreStep, one, other, more), load).speed();
        assertThat(Trial.of(settings(coreStep, one, other, more + 7), load).speed())
            .isGreaterThanOrEqualTo(less * 0.99);
    }

    @Example
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new Work(-1, 0)).hasMessageContaining("interval -1");
        assertThatThrownBy(() -> new Workload(List.of(new Work(0, 0)), new Work(0, 0), 0))
            .hasMessageContaining("a step must take some time");
        assertThatThrownBy(() -> new WorkSimulation(new Federate(Settings.alike(1, 2, 1, 2)),
            new Workload(List.of(new Work(0, 1)), new Work(0, 0), 0), new SplittableRandom(1)))
            .hasMessageContaining("1 loads for 2 assets");
    }
}
