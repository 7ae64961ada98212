package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.plan.ParentPlace;
import io.takt.rule.Report;
import io.takt.shm.control.Event;
import io.takt.shm.control.Event.Ancestor;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hubs that would be their own ancestors are refused before they have a place, which they would never get. */
class HubMachineLineageTest {
    private static final Ancestor OWN = new Ancestor(1, "lab");
    private static final Ancestor TOP = new Ancestor(2, "top");
    private static final int SITE = 7;
    private static final int OTHER = 8;
    private static final String CYCLE = "it would be its own ancestor: site below lab below top below site; a tree has"
        + " no cycles, so change parent in one of their files";

    private final HubLab lab = Plan.of(10, 30).open();

    @BeforeEach
    void isAChild() {
        lab.machine.identity(OWN.hubId());
        lab.machine.under(new ParentInMemory(), Report.CORE, new ParentPlace("top", null, "lab", true));
    }

    private Reply child(final int connection, final long hubId, final String hub) {
        return lab.ask(connection, new Request.Child(1_000 + connection, hubId, hub));
    }

    private void hearAbove(final Ancestor... above) {
        lab.on(new HubCommand.OfParent(new ParentNews.Ancestry(List.of(above))));
    }

    private Event.Ancestry last(final int connection) {
        final List<Event.Ancestry> told = lab.events(connection, Event.Ancestry.class);
        return told.get(told.size() - 1);
    }

    @Test
    void saysWhoItIsBeforeItAsksForAPlace() {
        assertThat(lab.toParent).containsExactly(new ToParent.Child(OWN.hubId()), new ToParent.Join(null));
    }

    @Test
    void tellsEachChildAtOnceWhoIsAboveItAndAgainWhenThatChanges() {
        assertThat(child(SITE, 3, "site").ok()).isTrue();
        assertThat(last(SITE).hubs()).containsExactly(OWN);
        hearAbove(TOP);
        assertThat(last(SITE).hubs()).containsExactly(OWN, TOP);
        assertThat(child(OTHER, 4, "other").ok()).isTrue();
        assertThat(last(OTHER).hubs()).containsExactly(OWN, TOP);
        lab.close(OTHER);
        lab.sent.clear();
        hearAbove(TOP);
        assertThat(lab.sent).as("nothing has changed").isEmpty();
        hearAbove(new Ancestor(5, "next-top"));
        assertThat(last(SITE).hubs()).hasSize(2);
        assertThat(lab.events(OTHER, Event.Ancestry.class)).as("it is gone").isEmpty();
    }

    @Test
    void aChildThatIsAboveIsRefused() {
        hearAbove(TOP, new Ancestor(3, "site"));
        final Reply reply = child(SITE, 3, "site");
        assertThat(reply.code()).isEqualTo("CYCLE");
        assertThat(reply.error()).isEqualTo(CYCLE);
        assertThat(lab.warnings).containsExactly("child hub 'site' is refused: " + CYCLE);
        assertThat(lab.events(SITE, Event.Ancestry.class)).isEmpty();
    }

    @Test
    void soIsOneThatTurnsOutToBeLater() {
        child(SITE, 3, "site");
        child(OTHER, 4, "other");
        hearAbove(TOP, new Ancestor(3, "site"));
        assertThat(lab.events(SITE, Event.Refused.class)).containsExactly(new Event.Refused("site", "CYCLE", CYCLE));
        assertThat(last(OTHER).hubs()).hasSize(3);
        hearAbove(TOP, new Ancestor(3, "site"), new Ancestor(9, "far"));
        assertThat(lab.warnings).as("once").containsExactly("child hub 'site' is refused: " + CYCLE);
    }

    @Test
    void andOneThatIsThisHub() {
        assertThat(child(SITE, OWN.hubId(), "lab").error()).startsWith("it would be its own ancestor: lab below lab;");
    }

    @Test
    void oneWithTheNameOfAnAncestorIsNoAncestor() {
        hearAbove(TOP, new Ancestor(3, "site"));
        assertThat(child(SITE, 4, "site").ok()).isTrue();
    }

    @Test
    void aParentThatSaysTooMuchDoesNoHarm() {
        final List<Ancestor> many = new ArrayList<>(Collections.nCopies(1_000, new Ancestor(6, "a\nb")));
        many.set(0, null);
        lab.on(new HubCommand.OfParent(new ParentNews.Ancestry(many)));
        lab.on(new HubCommand.OfParent(new ParentNews.Ancestry(null)));
        lab.on(new HubCommand.OfParent(new ParentNews.Ancestry(many)));
        child(SITE, 3, null);
        assertThat(last(SITE).hubs()).hasSize(Lineage.MOST).contains(new Ancestor(6, "a b"));
    }

    /** It is told who is above all the same: each of them may be the one that sees the cycle. */
    @Test
    void aChildWhoseJoinWaitsForThisHubsOwnPlaceIsRefusedToo() {
        child(SITE, 3, "site");
        lab.on(new HubCommand.Ask(SITE, Request.Join.of(70, "site").stepNs(10).federate(Report.CORE), 0));
        assertThat(lab.replies(SITE, 70)).isEmpty();
        hearAbove(TOP, new Ancestor(3, "site"));
        assertThat(lab.events(SITE, Event.Refused.class)).hasSize(1);
        lab.close(SITE);
        assertThat(lab.state()).isEqualTo(HubState.WAITING);
    }
}
