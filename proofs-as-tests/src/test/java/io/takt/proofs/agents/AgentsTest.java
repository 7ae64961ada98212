package io.takt.proofs.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.WaitStrategy;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.proofs.agents.SharedMemory.Fault;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * The agents that ship, of a hub and of its assets, under schedules, delays and deaths of all kinds. After every change
 * of a clock: max T_i ≤ T_c ≤ min T_i + D_max, no clock goes back, a joiner starts at T_c, an epoch begins at 0. This
 * holds for observers with old readings, too. A process writes its own counters only. In the end T_c moves on: no
 * process that is gone holds another, and none sleeps for ever.
 */
class AgentsTest {
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");
    private static final int PLAYS = SLOW ? 6_000 : 120;
    private static final int TURMOIL = 1_500;

    private static Play play(final Choices choices, final int turmoil) {
        final Play play = new Play(choices, Fault.NONE);
        play.turmoil(turmoil);
        play.calm();
        return play;
    }

    /** With the seed that an error names, the same happens again. */
    private static Play play(final long seed) {
        try {
            return play(Choices.of(seed), TURMOIL);
        } catch (final AssertionError | RuntimeException e) {
            throw new AssertionError("with seed " + seed + ": " + e.getMessage(), e);
        }
    }

    @Example
    void whateverHappensClocksAreSafeAndAllGetOn() {
        long looks = 0;
        long glances = 0;
        int resets = 0;
        int deaths = 0;
        int interruptions = 0;
        int joins = 0;
        for (long seed = 0; seed < PLAYS; seed++) {
            final Play play = play(seed);
            looks += play.world().judge().looks();
            glances += play.world().onlooker().looks();
            resets += play.world().judge().epochs() - 1;
            deaths += play.deaths();
            interruptions += play.interruptions();
            joins += play.world().judge().joins();
        }
        assertThat(looks).as("looks at all clocks").isGreaterThan(500L * PLAYS);
        assertThat(glances).as("looks of onlookers").isGreaterThan(100L * PLAYS);
        assertThat(resets).as("resets").isGreaterThan(2 * PLAYS);
        assertThat(deaths).as("deaths").isGreaterThan(2 * PLAYS);
        assertThat(interruptions).as("in the middle of a turn").isGreaterThan(2 * PLAYS);
        assertThat(joins).as("clocks that began").isGreaterThan(10 * PLAYS);
    }

    /** A failure found in this way is made as short as it can be. */
    @Property(seed = "11", tries = 60)
    void soItIsByAnyChoices(@ForAll("choices") final List<Integer> choices) {
        play(Choices.of(choices), choices.size() / 8);
    }

    @Provide
    Arbitrary<List<Integer>> choices() {
        return Arbitraries.integers().between(0, 1_000_000).list().ofMaxSize(4_000);
    }

    @Example
    void theSameChoicesGiveTheSameHistory() {
        final World first = play(1).world();
        final World again = play(1).world();
        assertThat(again.digest()).isEqualTo(first.digest());
        assertThat(again.history()).isEqualTo(first.history());
        assertThat(play(2).world().digest()).isNotEqualTo(first.digest());
    }

    /** An asset that takes over a clock which holds the core joins a thread that sleeps for the core. */
    @Example
    void aJoinOnASleepingThreadWakesIt() {
        for (long seed = 0; seed < 20; seed++) {
            final HubPlan plan = new HubPlan(Hub.NAME, "", 2, 0, 4, Double.POSITIVE_INFINITY, WaitStrategy.SLEEP,
                Long.MAX_VALUE, false, false, List.of(Hub.planned("a", 4, 0, true, OnLost.DROP),
                Hub.planned("b", 1, 0, true, OnLost.RESTART)), MessagePlan.NONE);
            final World world = new World(Choices.of(seed), Fault.NONE, plan, plan.maxDelayNs());
            final AssetProcess stays = new Simulator(world, "stays");
            final AssetProcess dies = new Simulator(world, "dies");
            stays.join("a", 0, 0);
            dies.join("b", 0, 0);
            world.add(stays);
            world.add(dies);
            world.othersUntil(() -> world.judge().coreNs() >= 20);
            dies.kill();
            while (world.step()) {
                assertThat(world.steps()).as("all sleep soon").isLessThan(10_000);
            }
            stays.join("b", 0, 0);
            world.othersUntil(() -> world.judge().coreNs() >= 100);
        }
    }
}
