package io.takt.proofs.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.agents.Scenario.Kind;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.Tag;

/**
 * The agents that ship, of assets that send each other messages. In every schedule each step is handed the messages
 * that the scenario gives it and no others, and no asset waits that could go on.
 *
 * <p>Gates at steps' starts and ends, delays from 0 up, jitter, loss, promises, retroactive messages and latest values;
 * in plays without deaths, rings so small that senders wait in the middle of a step; assets that come late, leave, and
 * come back; see {@link MessagePlay}.
 */
@Tag("long")
class MessageAgentsTest {
    private static final int PLAYS = Boolean.getBoolean("takt.slow") ? 1_000 : 20;

    /** How much has happened in some plays. */
    private static final class Count {
        private long holds;
        private long waits;
        private long resets;
        private long deaths;
        private long joins;
        private long handed;
    }

    /** With the seed that an error names, the same happens again. */
    private static void play(final Scenario scenario, final long seed, final Count count) {
        try (MessagePlay play = new MessagePlay(Choices.of(seed), scenario)) {
            play.play();
            count.holds += play.world().hub().messages().holds();
            count.waits += play.world().sleepsForRoom();
            count.resets += play.resets();
            count.deaths += play.deaths();
            count.joins += play.joins();
            count.handed += play.world().handed();
        } catch (final AssertionError | RuntimeException e) {
            throw new AssertionError("with seed " + seed + ", " + scenario + "\n" + e.getMessage(), e);
        }
    }

    private static Count plays(final Kind kind) {
        return plays(kind, PLAYS);
    }

    private static Count plays(final Kind kind, final int plays) {
        final Count count = new Count();
        for (long seed = 0; seed < plays; seed++) {
            play(Scenario.of(seed, kind), seed, count);
        }
        assertThat(count.handed).as("messages").isGreaterThan(100L * plays);
        return count;
    }

    /** G2: with any delays, 0 included, and logs that are full, by gates that wait. */
    @Example
    void aSenderOfMoreThanThereIsRoomForGetsOn() {
        final Count count = plays(Kind.FULL);
        assertThat(count.waits).as("senders that slept for room").isGreaterThan(5L * PLAYS);
        assertThat(count.holds).as("receivers that slept at gates").isGreaterThan(5L * PLAYS);
        assertThat(count.resets).as("resets").isPositive();
    }

    /** It was begun in passing, while another asset of the thread waited for room; then the first dawn closed it. */
    @Example
    void aResetThatIsOrderedBeforeTheFirstDawnIsOverBeginsAnotherOne() {
        play(Scenario.of(322, Kind.FULL), 322, new Count());
        play(Scenario.of(1, Kind.FULL), 169, new Count());
    }

    /** G1. */
    @Example
    void withADelayOfTheMaxDelayNoGateIsClosed() {
        plays(Kind.FREE);
    }

    @Example
    void aSuccessorIsHandedTheMessagesThatItsPredecessorHadNotUsed() {
        // Resets are rare where assets die: of twenty plays perhaps none has one.
        final Count count = plays(Kind.DEATHS, 2 * PLAYS);
        assertThat(count.deaths).as("deaths").isGreaterThan(PLAYS);
        assertThat(count.resets).as("resets").isPositive();
    }

    @Example
    void noAssetWaitsForOneThatHasLeft() {
        plays(Kind.LEAVES);
    }

    /** A late joiner gets all from its start on, and the others get all that it sends, however often it comes. */
    @Example
    void anAssetThatComesAndGoesIsHandedTheMessagesSentMeanwhile() {
        final Count count = plays(Kind.JOINS);
        assertThat(count.joins).as("joins").isGreaterThan(PLAYS);
    }

    @Example
    void aWaitingReceiverIsWokenByAPromise() {
        for (long seed = 0; seed < PLAYS; seed++) {
            play(Scenario.ofPromises(), seed, new Count());
        }
    }

    /** The digests do not depend on the course of the play. */
    @Example
    void anotherScheduleHandsOverTheSame() {
        for (final Kind kind : Kind.values()) {
            if (kind.isOfEvents()) {
                continue; // see EventAgentsTest
            }
            final Scenario scenario = Scenario.of(1, kind);
            for (long seed = 100; seed < 100 + PLAYS / 10; seed++) {
                play(scenario, seed, new Count());
            }
        }
    }

    @Example
    void theSameChoicesGiveTheSameHistory() {
        final Map<String, Long> histories = new TreeMap<>();
        for (int i = 0; i < 2; i++) {
            try (MessagePlay play = new MessagePlay(Choices.of(7), Scenario.of(7, Kind.DEATHS))) {
                play.play();
                histories.put(play.world().history(), play.world().digest());
            }
        }
        assertThat(histories).hasSize(1);
    }
}
