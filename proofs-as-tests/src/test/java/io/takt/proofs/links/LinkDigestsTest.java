package io.takt.proofs.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.links.Turmoil.Kind;
import net.jqwik.api.Example;

/** Random systems, with delays, jitter and loss, cut at random into trees of 2 to 5 hubs, over hostile links. */
class LinkDigestsTest {
    private static final int SYSTEMS = 2;

    @Example
    void g0EveryCutOfASystemIntoHubsGivesTheDigestsOfOneHub() {
        final Plays plays = new Plays().ofCuts(SYSTEMS, Kind.CUTS);
        assertThat(plays.messages()).as("messages").isGreaterThan(200L * Plays.count(SYSTEMS));
        assertThat(plays.faults()).as("faults").isGreaterThan(100L * Plays.count(SYSTEMS));
    }
}
