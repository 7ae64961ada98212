package io.takt.proofs.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.agents.Scenario.Kind;
import net.jqwik.api.Example;
import net.jqwik.api.Tag;

/**
 * The agents that ship, of assets whose steps vary: an asset is woken at the time that it has asked for or at the first
 * delivery before it, gets its messages there, and stops where the scenario says, whatever the schedule. The scenario
 * is computed by a plain queue of events, which knows nothing of clocks and gates.
 */
@Tag("long")
class EventAgentsTest {
    private static final int PLAYS = Boolean.getBoolean("takt.slow") ? 5_000 : 60;

    private static long play(final Scenario scenario, final long seed) {
        try (MessagePlay play = new MessagePlay(Choices.of(seed), scenario)) {
            play.play();
            return play.world().handed();
        } catch (final AssertionError | RuntimeException e) {
            throw new AssertionError("with seed " + seed + ", " + scenario + "\n" + e.getMessage(), e);
        }
    }

    private static void plays(final Kind kind) {
        long handed = 0;
        for (long seed = 0; seed < PLAYS; seed++) {
            handed += play(Scenario.ofEvents(seed, kind), seed);
        }
        assertThat(handed).as("messages").isGreaterThan(5L * PLAYS);
    }

    @Example
    void anAssetIsWokenAtItsTimeOrAtTheFirstDelivery() {
        plays(Kind.EVENTS);
    }

    @Example
    void aSuccessorGoesOnWhereTheStepBeforeBegan() {
        plays(Kind.EVENTS_AND_DEATHS);
    }

    @Example
    void aMessageOfAStepsEndComesInTheGranularityOfItsDelivery() {
        plays(Kind.EVENTS_IN_ORDER);
    }

    @Example
    void anotherScheduleGivesTheSameTurns() {
        final Scenario scenario = Scenario.ofEvents(3, Kind.EVENTS);
        for (long seed = 100; seed < 100 + PLAYS / 2; seed++) {
            play(scenario, seed);
        }
    }
}
