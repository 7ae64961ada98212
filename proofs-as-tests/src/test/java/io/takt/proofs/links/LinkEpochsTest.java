package io.takt.proofs.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.proofs.links.Turmoil.Kind;
import io.takt.rule.Report;
import java.util.stream.LongStream;
import net.jqwik.api.Example;

/**
 * Resets from any hub of a tree, hosts that crash and come back, parents that are killed, and links of all kinds, in
 * any order: no side ever uses a clock, or a message, of another epoch, and in the end the tree goes on.
 */
class LinkEpochsTest {
    private static final int PLAYS = 6;
    private static final int FEW = 3;
    private static final Kind[] HOSTS = {Kind.CUTS, Kind.RESETS, Kind.PAUSES, Kind.KILLS};
    private static final Kind[] ALL = {Kind.CUTS, Kind.RESETS, Kind.PAUSES, Kind.KILLS, Kind.PARENTS};

    @Example
    void s4ResetsLeaveNoTwoEpochsMixed() {
        final Plays plays =
            new Plays().ofTrees(PLAYS, Report.CORE, OnLost.HALT, Kind.CUTS, Kind.RESETS, Kind.RESETS, Kind.PAUSES);
        assertThat(plays.resets()).as("resets").isGreaterThan(Plays.count(PLAYS));
    }

    /** Each message carries the number of resets before it. */
    @Example
    void s4ResetsLeaveNoMessageOfAnotherEpoch() {
        final Plays plays = new Plays().ofCuts(1, Kind.CUTS, Kind.RESETS, Kind.PAUSES);
        assertThat(plays.resets()).as("resets").isGreaterThan(Plays.count(1));
        assertThat(plays.messages()).as("messages").isGreaterThan(100L * Plays.count(1));
    }

    /** The hub that comes next goes on where it left off, or begins anew; its children live all the while. */
    @Example
    void l3AParentThatIsKilledComesAgainAndFindsItsChildren() {
        final Plays plays =
            new Plays().ofTrees(PLAYS, Report.CORE, OnLost.HALT, Kind.PARENTS, Kind.PARENTS, Kind.CUTS, Kind.RESETS);
        assertThat(plays.parentKills()).as("kills").isGreaterThan(Plays.count(PLAYS));
        assertThat(plays.successors()).as("hubs that went on").isGreaterThan(Plays.count(PLAYS) / 2);
    }

    @Example
    void l3ATreeGoesOnWithoutChildrenThatAreLostAndTakesThemBack() {
        final Plays plays = new Plays().ofTrees(FEW, Report.CORE, OnLost.DROP, HOSTS);
        assertThat(plays.kills()).as("kills").isPositive();
    }

    @Example
    void l4ATreeWaitsForChildrenThatAreLostAndGoesOnWithTheirSuccessors() {
        final Plays plays = new Plays().ofTrees(FEW, Report.SLOWEST, OnLost.RESTART, HOSTS);
        assertThat(plays.kills()).as("kills").isPositive();
    }

    /** With memory or without, above children that live; they are children themselves, and may be in a reset. */
    @Example
    void l3HubsInTheMiddleThatAreKilledComeAgain() {
        final Plays plays = new Plays().ofTrees(FEW, Report.CORE, OnLost.DROP, ALL);
        assertThat(plays.parentKills()).as("kills").isPositive();
        assertThat(plays.successors()).as("hubs that went on").isPositive();
    }

    /** Gates wait for what crosses the links: a message that is lost with a hub, or its frontier, would stop them. */
    @Example
    void g0MessagesCrossOnAfterAnyHubsAreLost() {
        final Plays plays = new Plays().ofLosses(4, OnLost.RESTART, ALL).ofLosses(2, OnLost.DROP, ALL);
        assertThat(plays.kills()).as("kills").isPositive();
        assertThat(plays.messages()).as("messages").isGreaterThan(20L * Plays.count(1));
    }

    /** Of some hundred; by each of these a fault was found. */
    @Example
    void g0MessagesCrossOnInTheRunsThatHaveFoundFaults() {
        final Plays plays = new Plays().ofLosses(LongStream.of(18, 21, 47, 5142), OnLost.RESTART, ALL)
            .ofLosses(LongStream.of(0, 1, 21, 97, 223), OnLost.DROP, ALL);
        assertThat(plays.resets()).as("resets").isGreaterThan(1);
        assertThat(plays.parentKills()).as("kills").isPositive();
    }

    @Example
    void l4SoDoTheyWhereTheyAreWaitedFor() {
        final Plays plays = new Plays().ofTrees(FEW, Report.SLOWEST, OnLost.RESTART, ALL);
        assertThat(plays.parentKills()).as("kills").isPositive();
        assertThat(plays.successors()).as("hubs that went on").isPositive();
    }
}
