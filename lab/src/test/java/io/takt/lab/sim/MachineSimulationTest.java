package io.takt.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.takt.lab.sim.Machine.Waiting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MachineSimulationTest {
    private static final long QUANTUM_NS = 4_000_000;
    private static final long SECOND_NS = 1_000_000_000;

    private static Settings steps(final int assets, final int window) {
        return Settings.alike(1, window, 1, assets);
    }

    private static MachineSimulation run(final Machine machine, final int assets, final int window,
        final long workNs, final long endNs) {
        final MachineSimulation simulation = new MachineSimulation(steps(assets, window), machine, asset -> workNs);
        simulation.runTo(endNs, CountUps.UNSEEN);
        return simulation;
    }

    @Property(seed = "14", tries = 150)
    void everyNanosecondIsAccountedForAndNoClockLeavesTheBounds(@ForAll final long seed,
        @ForAll @IntRange(min = 1, max = 5) final int processors, @ForAll @IntRange(min = 1, max = 7) final int assets,
        @ForAll final Waiting waiting) {
        final SplittableRandom random = new SplittableRandom(seed);
        final int window = random.nextInt(1, 20);
        Machine machine = new Machine(processors, random.nextInt(10, 500), random.nextInt(0, 5), random.nextInt(0, 9),
            random.nextInt(1, 4), waiting);
        final List<Long> quotas = new ArrayList<>();
        final List<Long> phases = new ArrayList<>();
        for (int party = 0; party <= assets; party++) {
            quotas.add(random.nextBoolean() ? 0 : random.nextLong(20, 200));
            phases.add(random.nextLong(0, 1_000));
        }
        if (random.nextBoolean()) {
            machine = machine.withQuotas(1_000, quotas, phases);
        }
        final MachineSimulation simulation = new MachineSimulation(steps(assets, window), machine,
            asset -> random.nextLong(1, 60));
        final Bounds bounds = new Bounds(assets, window);
        for (long endNs = 2_000; endNs <= 8_000; endNs += 2_000) {
            simulation.runTo(endNs, bounds);
            assertThat(simulation.wallNs()).isEqualTo(endNs);
            assertThat(simulation.workedNs() + simulation.waitedNs() + simulation.overheadNs() + simulation.idleNs())
                .isEqualTo(processors * endNs);
        }
        assertThat(bounds.violations()).isZero();
        assertThat(bounds.coreTime()).isEqualTo(simulation.coreTime()).isPositive();
    }

    /** One asset works 10 and looks 1; the core looks 1 and knows within another 1 that it may go on. */
    @Example
    void aRoundTakesItsPartsWhenEachHasAProcessor() {
        final Machine machine = new Machine(2, QUANTUM_NS, 0, 0, 1, Waiting.SPIN);
        final MachineSimulation simulation = run(machine, 1, 1, 10, 12_000);
        assertThat(simulation.coreTime()).isEqualTo(1_000);
        assertThat(simulation.workedNs()).isCloseTo(9_990, within(20L));
        assertThat(simulation.idleNs()).isZero();
    }

    @Example
    void aSleeperPaysForItsWakeUpAndLeavesTheProcessorIdle() {
        final Machine machine = new Machine(2, QUANTUM_NS, 0, 5, 1, Waiting.SLEEP);
        final MachineSimulation simulation = run(machine, 1, 1, 10, 22_000);
        assertThat(simulation.coreTime()).as("10 + 5 + 1 for the asset, 5 + 1 for the core").isBetween(999L, 1_001L);
        assertThat(simulation.waitedNs()).isZero();
        assertThat(simulation.idleNs()).isCloseTo(20_000, within(50L));
    }

    /** The party that all wait for gets a processor once in a turn of the queue. */
    @Property(seed = "14", tries = 20)
    void aSpinnerAdvancesByAWindowInATurnOfAllQuanta(@ForAll @IntRange(min = 2, max = 12) final int assets,
        @ForAll @IntRange(min = 1, max = 20) final int window) {
        final Machine machine = new Machine(2, QUANTUM_NS, 0, 0, 100, Waiting.SPIN);
        final double turns = 2.0 * 10 * SECOND_NS / QUANTUM_NS / (assets + 1);
        assertThat(run(machine, assets, window, 1_000, 10 * SECOND_NS).coreTime())
            .isCloseTo(Math.round(window * turns), within((long) window * 4));
    }

    @Property(seed = "14", tries = 20)
    void aSleeperHoldsNoProcessorWhileItWaitsAndTheQuantumDoesNotMatter(
        @ForAll @IntRange(min = 2, max = 12) final int assets, @ForAll @IntRange(min = 1, max = 20) final int window) {
        final MachineSimulation usual = run(new Machine(2, QUANTUM_NS, 10, 10, 1, Waiting.SLEEP), assets, window,
            1_000, SECOND_NS / 100);
        final MachineSimulation other = run(new Machine(2, 4 * QUANTUM_NS, 10, 10, 1, Waiting.SLEEP), assets, window,
            1_000, SECOND_NS / 100);
        assertThat(usual.coreTime()).isEqualTo(other.coreTime());
        assertThat(usual.waitedNs()).isZero();
        final double rounds = Math.ceil(assets / 2.0) * (1_000 + 2 * (10 + 10 + 1));
        assertThat(usual.coreTime()).as("at least a round of all assets after the other")
            .isGreaterThan((long) (SECOND_NS / 100 / (rounds + 100)));
    }

    @Example
    void noPartyGetsMoreThanItsQuota() {
        for (final Waiting waiting : Waiting.values()) {
            final Machine machine = new Machine(8, QUANTUM_NS, 0, 0, 100, waiting).withQuotas(1_000_000,
                List.of(100_000L, 0L, 250_000L), List.of(0L, 0L, 500_000L));
            final MachineSimulation simulation = run(machine, 2, 5, 1_000, SECOND_NS);
            // Spinning it is over when the other quota begins, so that a window is all they do in a period.
            assertThat(simulation.coreTime()).as("100 steps in a period, less looks")
                .isBetween(waiting == Waiting.SLEEP ? 60_000L : 5_000L, 100_000L);
            final long busyNs = simulation.workedNs() + simulation.waitedNs() + simulation.overheadNs();
            assertThat(busyNs).isLessThanOrEqualTo(100_000_000 + SECOND_NS + 250_000_000 + 250_000);
        }
    }

    /** Each spins its quota away in a part of the period in which the others have none. */
    @Example
    void quotasThatAreSpentAtDifferentTimesLeaveAWindowInAPeriod() {
        final long period = 1_000_000;
        final Machine machine = new Machine(3, QUANTUM_NS, 0, 0, 100, Waiting.SPIN).withQuotas(period,
            Collections.nCopies(3, period / 5), List.of(0L, period / 3, 2 * period / 3));
        final MachineSimulation simulation = new MachineSimulation(steps(2, 7), machine, asset -> 1_000);
        simulation.runTo(3 * period, CountUps.UNSEEN);
        final long before = simulation.coreTime();
        simulation.runTo(103 * period, CountUps.UNSEEN);
        assertThat(simulation.coreTime() - before).isEqualTo(700);
    }

    @Example
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new Machine(0, 1, 0, 0, 1, Waiting.SPIN)).hasMessageContaining("0 processors");
        assertThatThrownBy(() -> new Machine(1, 5, 5, 0, 1, Waiting.SPIN)).hasMessageContaining("quantum 5, switch 5");
        assertThatThrownBy(() -> new Machine(1, 1, 0, 0, 0, Waiting.SPIN)).hasMessageContaining("look 0");
        assertThatThrownBy(() -> new Machine(1, 1, 0, 0, 1, Waiting.SPIN).withQuotas(5, List.of(1L), List.of()))
            .hasMessageContaining("quotas [1]");
    }
}
