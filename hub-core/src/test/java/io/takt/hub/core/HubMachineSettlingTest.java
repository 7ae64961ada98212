package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.ParentPlace;
import io.takt.rule.Report;
import io.takt.shm.control.Event;
import io.takt.shm.control.Request;
import io.takt.shm.message.MirrorChannel;
import io.takt.shm.message.MirrorSink;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run ends, and a child says that it has settled, when no asset can step any more, and not before. */
class HubMachineSettlingTest {
    private static final ParentPlace PLACE = new ParentPlace("root", null, "lab", true);

    private final ParentInMemory parent = new ParentInMemory();

    private static void hear(final HubLab child, final ParentNews news) {
        child.on(new HubCommand.OfParent(news));
    }

    /** A child hub with an asset, both at 0. */
    private HubLab child(final Plan plan) {
        final HubLab child = plan.asset("a", 10).open();
        child.machine.under(parent, Report.CORE, PLACE);
        final long ofA = child.beginJoin(1, "a", 0);
        hear(child, new ParentNews.Joined(0, HubState.RUNNING, 0));
        child.enter(1, child.replies(1, ofA).get(0)).ready();
        return child;
    }

    private static long settled(final HubLab child) {
        return child.toParent.stream().filter(ToParent.Settled.class::isInstance).count();
    }

    /** Its interval is not over, so it has not tried yet whether the parent's last time allows it a step. */
    @Test
    void aChildThatCountsUpAtAnIntervalSettlesWhereItsParentStands() {
        final HubLab child = child(Plan.of(10, 30).pace(Double.POSITIVE_INFINITY, 1_000));
        child.nowNs += 1_000;
        child.run(5);
        parent.timeNs = 10;
        hear(child, new ParentNews.Settling());
        child.run(5);
        assertThat(settled(child)).isZero();
        child.nowNs += 1_000;
        child.run(5);
        assertThat(child.assets.get("a").timeNs()).as("its last step").isEqualTo(10);
        assertThat(settled(child)).isEqualTo(1);
    }

    /** The parent has asked, and waits for the answer. */
    @Test
    void aChildThatSettlesWhileItsParentIsAwaySaysSoInThePlaceThatItHasKept() {
        final HubLab child = child(Plan.of(10, 30));
        final LabAsset a = child.assets.get("a");
        a.frozen = true;
        parent.timeNs = 10;
        hear(child, new ParentNews.Settling());
        child.run(5);
        hear(child, new ParentNews.Away("nothing comes from it"));
        a.frozen = false;
        child.run(5);
        assertThat(a.timeNs()).isEqualTo(10);
        assertThat(settled(child)).as("the parent would not hear it").isZero();
        hear(child, new ParentNews.Joined(10, HubState.RUNNING, 0, null, ParentNews.Place.KEPT));
        child.run(5);
        assertThat(settled(child)).isEqualTo(1);
    }

    /** It asks by itself, behind what it has sent down since. */
    @Test
    void aChildThatSettlesWhileItsParentIsAwayWaitsInANewPlaceUntilItIsAsked() {
        final HubLab child = child(Plan.of(10, 30));
        parent.timeNs = 10;
        hear(child, new ParentNews.Settling());
        hear(child, new ParentNews.Away("connection refused"));
        child.run(5);
        hear(child, new ParentNews.Joined(10, HubState.RUNNING, 0, null, ParentNews.Place.GIVEN));
        child.run(5);
        assertThat(settled(child)).isZero();
        hear(child, new ParentNews.Settling());
        child.run(5);
        assertThat(settled(child)).isEqualTo(1);
    }

    /** Below, the answer may be on the way when the parent asks again: another one, in whose place it is now. */
    @Test
    void anAnswerToAnEarlierQuestionIsNoneToThatOfTheParent() {
        final HubLab child = child(Plan.of(10, 30).asset("site", 10).channels(new MessagePlan(0,
            Map.of("a", List.of(OutputSpec.named("pose"))),
            Map.of("site/tower", List.of(InputSpec.gated("pose", "a"))), false)));
        child.enter(7, child.ask(7, Request.Join.of(70, "site").stepNs(10).federate(Report.CORE))).ready();
        final LabMessages ofA = new LabMessages(child, child.assets.get("a"));
        ofA.endpoint().endDawn();
        parent.timeNs = 10;
        hear(child, new ParentNews.Settling());
        child.run(5);
        ofA.tell(10);
        answer(child, 71);
        answer(child, 72);
        assertThat(settled(child)).isEqualTo(1);
        final int questions = child.events(7, Event.Settle.class).size();
        promise(child, "a", 20);
        hear(child, new ParentNews.Settling());
        child.run(5);
        assertThat(child.events(7, Event.Settle.class)).hasSize(questions + 1);
        promise(child, "a", 30);
        hear(child, new ParentNews.Settling());
        child.run(5);
        answer(child, 73);
        assertThat(settled(child)).as("site may have said it before it has heard of 30").isEqualTo(1);
        assertThat(child.events(7, Event.Settle.class)).hasSize(questions + 2);
        answer(child, 74);
        assertThat(settled(child)).isEqualTo(2);
    }

    /** Its answer was true while T_c stood. */
    @Test
    void aChildIsAskedAnewWhenAStallIsOver() {
        final HubLab lab = Plan.of(10, 30).asset("bad", 100).asset("a", 10).asset("site", 10).until(50).force().open();
        final LabAsset bad = lab.member("bad", 100);
        lab.member("a", 10).frozen = true;
        lab.enter(7, lab.ask(7, Request.Join.of(70, "site").stepNs(10).federate(Report.CORE))).ready();
        lab.run(5);
        assertThat(lab.events(7, Event.Settle.class)).hasSize(1);
        answer(lab, 71);
        bad.leave();
        lab.assets.get("a").frozen = false;
        lab.run(20);
        assertThat(lab.coreNs()).isEqualTo(50);
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        assertThat(lab.events(7, Event.Settle.class)).hasSize(2);
        answer(lab, 72);
        assertThat(lab.state()).isEqualTo(HubState.STOPPED);
    }

    /** T_c may go on without a cycle in which it waits. */
    @Test
    void aChildIsAskedAnewThoughTheCoreGoesFromAStallToTheEndAtOnce() {
        final HubLab lab = Plan.of(10, 30).asset("bad", 100).asset("a", 10).asset("site", 10).until(50).force().open();
        final LabAsset bad = lab.member("bad", 100);
        final LabAsset a = lab.member("a", 10);
        lab.enter(7, lab.ask(7, Request.Join.of(70, "site").stepNs(10).federate(Report.CORE))).ready();
        while (a.timeNs() < 20) {
            lab.work();
            lab.assets.get("site").step();
            a.step();
        }
        a.frozen = true;
        lab.run(5);
        assertThat(lab.coreNs()).isEqualTo(30);
        answer(lab, 71);
        bad.leave();
        while (lab.work() > 0) {
            assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        }
        assertThat(lab.coreNs()).isEqualTo(50);
        assertThat(lab.events(7, Event.Settle.class)).hasSize(2);
    }

    @Test
    void anAnswerWithoutAQuestionSaysNothing() {
        final HubLab lab = Plan.of(10, 30).asset("a", 10).asset("site", 10).until(20).open();
        final LabAsset a = lab.member("a", 10);
        lab.enter(7, lab.ask(7, Request.Join.of(70, "site").stepNs(10).federate(Report.CORE))).ready();
        a.frozen = true;
        answer(lab, 71);
        lab.run(5);
        assertThat(lab.events(7, Event.Settle.class)).hasSize(1);
        answer(lab, 72);
        answer(lab, 73);
        a.frozen = false;
        lab.run(5);
        assertThat(lab.state()).isEqualTo(HubState.STOPPED);
    }

    /** It is true of a T_c that stood; when it stands again there is a question in any case. */
    @Test
    void anOutdatedAnswerToAParentThatGoesOnIsNoReasonToAsk() {
        final HubLab lab = Plan.of(10, 30).asset("bad", 100).asset("a", 10).asset("site", 10).until(90).force().open();
        final LabAsset bad = lab.member("bad", 100);
        lab.member("a", 10).frozen = true;
        lab.enter(7, lab.ask(7, Request.Join.of(70, "site").stepNs(10).federate(Report.CORE))).ready();
        lab.run(5);
        lab.pause();
        lab.run(5);
        lab.resume();
        lab.run(5);
        assertThat(lab.events(7, Event.Settle.class)).as("it owes the answer to the first").hasSize(1);
        bad.leave();
        lab.run(5);
        answer(lab, 71);
        assertThat(lab.events(7, Event.Settle.class)).hasSize(1);
        lab.assets.get("a").frozen = false;
        lab.run(20);
        assertThat(lab.coreNs()).isEqualTo(90);
        assertThat(lab.events(7, Event.Settle.class)).hasSize(2);
        answer(lab, 72);
        assertThat(lab.state()).isEqualTo(HubState.STOPPED);
    }

    /** Its parent may go on after all: as long as that wants no answer, those below are not asked for one. */
    @Test
    void aChildThatHasAnsweredAsksNoneBelowUntilItIsAskedAgain() {
        final HubLab child = child(Plan.of(10, 30).asset("site", 10));
        child.enter(7, child.ask(7, Request.Join.of(70, "site").stepNs(10).federate(Report.CORE))).ready();
        parent.timeNs = 10;
        hear(child, new ParentNews.Settling());
        child.run(5);
        answer(child, 71);
        assertThat(settled(child)).isEqualTo(1);
        for (parent.timeNs = 60; parent.timeNs < 300; parent.timeNs += 50) {
            child.run(20);
        }
        assertThat(child.coreNs()).isEqualTo(260);
        assertThat(child.events(7, Event.Settle.class)).hasSize(1);
        hear(child, new ParentNews.Settling());
        child.run(5);
        assertThat(child.events(7, Event.Settle.class)).hasSize(2);
    }

    private static void answer(final HubLab hub, final long id) {
        assertThat(hub.ask(7, new Request.Settled(id, "site")).ok()).isTrue();
        hub.run(5);
    }

    private static void promise(final HubLab hub, final String sender, final long timeNs) {
        new MirrorSink(hub.messages().log(sender, 0), List.of(new MirrorChannel("pose", true, null)), counter -> { })
            .onPromise(0, timeNs);
    }

    /** It forgets all of the epoch before when it gets its clocks. */
    @Test
    void aChildThatBeginsAnewInARunThatIsToEndIsAskedBehindItsClocks() {
        final HubLab upper = Plan.of(10, 30).asset("x", 10).asset("site", 10, false, OnLost.RESTART).until(30)
            .open();
        final LabAsset x = upper.member("x", 0);
        upper.enter(7, upper.ask(7, Request.Join.of(70, "site").stepNs(10).federate(Report.CORE))).ready();
        upper.close(7);
        upper.reset(9);
        x.resetDone();
        upper.run(20);
        final LabAsset site =
            upper.enter(7, upper.ask(7, Request.Join.of(71, "site").stepNs(10).federate(Report.CORE).timeNs(0L)));
        upper.run(20);
        assertThat(upper.coreNs()).isEqualTo(30);
        assertThat(upper.events(7, Event.Settle.class)).isEmpty();
        site.resetDone();
        site.ready();
        upper.run(20);
        assertThat(upper.events(7, Event.Settle.class)).hasSize(1);
        answer(upper, 72);
        assertThat(upper.state()).isEqualTo(HubState.STOPPED);
    }

    /** What it says of the step that it has done lets radar, which has been looked at, do one more. */
    @Test
    void aSenderThatTellsItsLastStepWhileAllAreLookedAtHoldsTheEnd() {
        int looks = 0;
        while (tellsAfter(looks)) {
            looks++;
        }
        assertThat(looks).as("between any two of them").isGreaterThan(6);
    }

    /** Whether the hub looks so often, and drone has told its step then. */
    private static boolean tellsAfter(final int looks) {
        final HubLab lab = Plan.of(10, 40).asset("radar", 10).asset("x", 10).asset("drone", 40).until(60)
            .channels(new MessagePlan(0, Map.of("drone", List.of(OutputSpec.named("pose"))),
                Map.of("radar", List.of(InputSpec.gated("pose", "drone"))), false)).open();
        final LabAsset radar = lab.join(1, "radar", 10);
        final LabAsset x = lab.join(2, "x", 10);
        final LabAsset drone = lab.join(3, "drone", 40);
        final LabMessages ofDrone = new LabMessages(lab, drone).ready();
        radar.ready();
        x.ready();
        for (int i = 0; i < 20; i++) {
            lab.work();
            drone.step();
            radar.frozen = radar.timeNs() == 50;
            radar.step();
            x.frozen = x.timeNs() == 50;
            x.step();
        }
        assertThat(lab.machine.status().blocker()).as("it was looked at last").isEqualTo("x");
        x.frozen = false;
        x.step();
        final LabCounters counters = (LabCounters) lab.counters.valuesBuffer();
        counters.after(looks, () -> {
            promise(lab, "drone", 100);
            ofDrone.tell(40);
        });
        lab.machine.doWork();
        assertThat(lab.state()).as("radar can step, after %s looks", looks).isEqualTo(HubState.RUNNING);
        if (counters.isAhead()) {
            return false;
        }
        radar.frozen = false;
        lab.run(5);
        assertThat(radar.timeNs()).isEqualTo(60);
        assertThat(lab.state()).isEqualTo(HubState.STOPPED);
        return true;
    }
}
