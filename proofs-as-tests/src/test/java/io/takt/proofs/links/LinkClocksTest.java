package io.takt.proofs.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.proofs.links.Turmoil.Kind;
import io.takt.rule.Report;
import net.jqwik.api.Example;

/**
 * S4 over the link that ships, in trees of one to five hubs: datagrams are delayed, lost, doubled, changed and overtake
 * each other, connections break and are made again, lines are cut. At every moment no side passes the other's time as
 * it knows it, that time is not beyond the true one, and the bounds of the tree hold for the true times. The trees are
 * barely live, and all of their clocks go on when the network is fair again (L3, L4).
 */
class LinkClocksTest {
    private static final int PLAYS = 5;

    private static void check(final Plays plays) {
        assertThat(plays.looksAtLinks()).as("looks at links").isGreaterThan(1_000L * Plays.count(PLAYS));
        assertThat(plays.behind()).as("old knowledge").isGreaterThan(300L * Plays.count(PLAYS));
        assertThat(plays.faults()).as("faults").isGreaterThan(20L * Plays.count(PLAYS));
    }

    /** The root is ahead of any clock by at most the sum of D_max on the way to it. */
    @Example
    void s4WithCoreReportsLinksOfAnyKindKeepTheSumOfTheMaxDelaysAndL3() {
        check(new Plays().ofTrees(PLAYS, Report.CORE, OnLost.HALT, Kind.CUTS));
    }

    /** The root is ahead of any clock by at most its own D_max. */
    @Example
    void s4WithSlowestReportsLinksOfAnyKindKeepTheMaxDelayOfTheRootAndL4() {
        check(new Plays().ofTrees(PLAYS, Report.SLOWEST, OnLost.HALT, Kind.CUTS));
    }
}
