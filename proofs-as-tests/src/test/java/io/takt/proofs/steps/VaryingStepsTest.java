package io.takt.proofs.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Steps;
import io.takt.proofs.rule.Gate;
import io.takt.rule.GateVerdict;
import io.takt.rule.LivenessVerdict;
import io.takt.rule.TreeVerdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * L2v, and G3, L3 and L4 with steps that vary: {@link EveryChoice} finds the same as the verdict says before the start.
 */
class VaryingStepsTest {
    private static final String SEED = "18";
    private static final double OFTEN = 15.0;
    private static final double SOMETIMES = 1.0;

    @Property(seed = SEED)
    void l2vLiveForEveryChoiceIffNoChoiceStops(@ForAll("flat") final ClockTree system) {
        assertIsAsJudged(system);
        collect(system.judge().live(), system.judge().certain());
    }

    /** All of one asset and the core: with one, all that L2v says can be seen. */
    @Example
    void l2vHoldsForEverySystemOfOneAssetWithSmallNumbers() {
        int systems = 0;
        for (long coreStep = 1; coreStep <= 6; coreStep++) {
            for (final Steps steps : everySteps(4, 4)) {
                for (long maxDelay = 1; maxDelay <= coreStep + steps.greatestNs() + 1; maxDelay++) {
                    assertIsAsJudged(ClockTree.of(coreStep, maxDelay, List.of(steps)));
                    systems++;
                }
            }
        }
        assertThat(systems).isEqualTo(1_896);
    }

    @Example
    void l2vHoldsForEverySystemOfTwoAssetsWithSmallNumbers() {
        int systems = 0;
        final List<Steps> every = everySteps(2, 3);
        for (long coreStep = 1; coreStep <= 3; coreStep++) {
            for (final Steps one : every) {
                for (final Steps two : every) {
                    for (long maxDelay = coreStep; maxDelay <= 7; maxDelay++) {
                        assertIsAsJudged(ClockTree.of(coreStep, maxDelay, List.of(one, two)));
                        systems++;
                    }
                }
            }
        }
        assertThat(systems).isEqualTo(1_800);
    }

    /** Gates at steps' starts stop nothing, with any delays and any steps. */
    @Property(seed = SEED)
    void g2WithStartGatesAloneL2vDecides(@ForAll("startGates") final ClockTree system) {
        final EveryChoice found = EveryChoice.of(system);
        final LivenessVerdict verdict = system.judge();
        assertThat(found.canStop()).as("%s", system).isEqualTo(!verdict.live());
        if (!verdict.live()) {
            assertThat(verdict.stopsAtNs()).as("%s", system).isEqualTo(found.firstStopNs());
        }
        assertIsAsJudged(system, system.judgeGates(), found);
    }

    @Property(seed = SEED)
    void g3LiveForEveryChoiceIffNoChoiceStops(@ForAll("anyGates") final ClockTree system) {
        final GateVerdict verdict = system.judgeGates();
        assertIsAsJudged(system, verdict, EveryChoice.of(system));
        collect(verdict.live(), verdict.certain());
        Statistics.label("live, but not by L2v alone").collect(verdict.live() || !system.judge().live())
            .coverage(coverage -> coverage.check(false).percentage(percentage -> percentage > SOMETIMES));
    }

    /** Each fix makes it live for every choice, and nothing less of its kind does. */
    @Property(seed = SEED, tries = 300)
    void g3TheFixesAreTheSmallestForEveryChoice(@ForAll("anyGates") final ClockTree system) {
        final GateVerdict verdict = system.judgeGates();
        Assume.that(!verdict.live());
        for (final GateVerdict.Fix fix : verdict.fixes()) {
            final int gate = fix.link() == null ? -1 : gateOf(system, fix);
            assertThat(EveryChoice.of(fixed(system, gate, fix.toNs())).canStop()).as("%s: %s", system, fix).isFalse();
            assertThat(EveryChoice.of(fixed(system, gate, fix.toNs() - 1)).canStop()).as("%s: %s", system, fix)
                .isTrue();
        }
        assertThat(verdict.fixes().stream().anyMatch(fix -> fix.link() == null)).as("whether D_max helps %s", system)
            .isEqualTo(system.withMaxDelay(100_000).judgeGates().live());
    }

    private static int gateOf(final ClockTree system, final GateVerdict.Fix fix) {
        for (int gate = 0; gate < system.gates().size(); gate++) {
            final Gate each = system.gates().get(gate);
            if (fix.link().from().equals(system.name(each.from())) && fix.link().to().equals(system.name(each.to()))
                && fix.link().delayNs() == each.delayNs() && fix.link().atStepEnd() == each.atStepEnd()) {
                return gate;
            }
        }
        throw new AssertionError(fix);
    }

    private static ClockTree fixed(final ClockTree system, final int gate, final long toNs) {
        return gate < 0 ? system.withMaxDelay(toNs) : system.withDelay(gate, toNs);
    }

    @Property(seed = SEED)
    void l3AndL4HoldForEveryChoice(@ForAll("trees") final ClockTree tree) {
        final TreeVerdict verdict = tree.judgeTree();
        final EveryChoice found = EveryChoice.of(tree);
        assertThat(found.canStop()).as("%s", tree).isEqualTo(!verdict.live());
        if (!verdict.live()) {
            assertThat(verdict.stopsAtNs()).as("%s", tree).isEqualTo(found.firstStopNs());
        }
        Statistics.label("live").collect(verdict.live()).coverage(coverage -> {
            coverage.check(true).percentage(percentage -> percentage > OFTEN);
            coverage.check(false).percentage(percentage -> percentage > OFTEN);
        });
    }

    private static void assertIsAsJudged(final ClockTree system) {
        final LivenessVerdict verdict = system.judge();
        final EveryChoice found = EveryChoice.of(system);
        assertThat(found.canStop()).as("%s", system).isEqualTo(!verdict.live());
        if (verdict.live()) {
            return;
        }
        assertThat(verdict.stopsAtNs()).as("%s", system).isEqualTo(found.firstStopNs());
        assertThat(verdict.certain()).as("every run of %s", system).isEqualTo(found.everyRunStopsThere());
        int stopper = 0;
        while (!system.name(stopper).equals(verdict.stoppedBy())) {
            stopper++;
        }
        final List<Long> lags = found.lagsNsAtFirstStop(stopper);
        final long lag = verdict.certain() ? lags.stream().min(Long::compare).orElseThrow()
            : lags.stream().max(Long::compare).orElseThrow();
        assertThat(verdict.stoppedByLagNs()).as("%s", system).isEqualTo(lag);
        assertIsAsJudged(system, system.judgeGates(), found);
    }

    private static void assertIsAsJudged(
        final ClockTree system, final GateVerdict verdict, final EveryChoice found) {
        assertThat(found.canStop()).as("%s", system).isEqualTo(!verdict.live());
        if (verdict.live()) {
            return;
        }
        assertThat(verdict.stopsAtNs()).as("%s", system).isEqualTo(BigInteger.valueOf(found.firstStopNs()));
        final boolean everyRunStops = found.everyRunStopsThere();
        assertThat(verdict.certain() && !everyRunStops).as("every run of %s", system).isFalse();
        if (!system.hasAStartGateOfStepsThatVary()) {
            assertThat(verdict.certain()).as("every run of %s", system).isEqualTo(everyRunStops);
        }
    }

    private static void collect(final boolean live, final boolean certain) {
        Statistics.label("verdict").collect(live ? "live" : certain ? "stops" : "may stop").coverage(coverage -> {
            coverage.check("live").percentage(percentage -> percentage > OFTEN);
            coverage.check("stops").percentage(percentage -> percentage > OFTEN);
            coverage.check("may stop").percentage(percentage -> percentage > OFTEN);
        });
    }

    /** Fixed, taking and whole, on all grids and with all numbers of granules up to some. */
    static List<Steps> everySteps(final long granularity, final long granules) {
        final List<Steps> every = new ArrayList<>();
        for (long g = 1; g <= granularity; g++) {
            every.add(Steps.fixedNs(g));
            for (long n = 2; n <= granules; n++) {
                every.add(new Steps(n * g, g, false));
                every.add(new Steps(n * g, g, true));
            }
        }
        return every;
    }

    @Provide
    Arbitrary<ClockTree> flat() {
        return Arbitraries.randomValue(random -> new AnySystem(random).flat());
    }

    @Provide
    Arbitrary<ClockTree> startGates() {
        return Arbitraries.randomValue(random -> new AnySystem(random).gated(false));
    }

    @Provide
    Arbitrary<ClockTree> anyGates() {
        return Arbitraries.randomValue(random -> new AnySystem(random).gated(true));
    }

    @Provide
    Arbitrary<ClockTree> trees() {
        return Arbitraries.randomValue(random -> new AnySystem(random).tree());
    }
}
