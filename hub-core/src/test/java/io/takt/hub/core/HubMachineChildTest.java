package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.ParentPlace;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.PageWay;
import io.takt.hub.core.status.ParentStatus;
import io.takt.hub.core.status.Wait;
import io.takt.rule.Report;
import io.takt.shm.control.Event;
import io.takt.shm.control.Request;
import org.junit.jupiter.api.Test;

class HubMachineChildTest {
    private static final int A = 1;
    private static final int B = 2;

    private final ParentInMemory parent = new ParentInMemory();
    private static final ParentPlace PLACE = new ParentPlace("root", null, "lab", true);

    private final HubLab lab = Plan.of(10, 30).asset("a", 10).asset("b", 15, true, OnLost.DROP).open();

    private void hear(final ParentNews news) {
        lab.on(new HubCommand.OfParent(news));
    }

    private LabAsset enter(final int connection, final long id) {
        return lab.enter(connection, lab.replies(connection, id).get(0));
    }

    /** Both assets have joined at a time of the parent, and are ready. */
    private void attach(final Report report, final long atNs, final HubState parentState) {
        lab.machine.under(parent, report, PLACE);
        final long ofA = lab.beginJoin(A, "a", 0);
        final long ofB = lab.beginJoin(B, "b", 0);
        parent.timeNs = atNs;
        hear(new ParentNews.Joined(atNs, parentState, 0));
        enter(A, ofA).ready();
        enter(B, ofB).ready();
    }

    @Test
    void asksForItsPlaceWhenTheFirstAssetAsksToJoinAndAnswersThoseThatHaveThen() {
        lab.machine.under(parent, Report.CORE, PLACE);
        assertThat(lab.toParent).isEmpty();
        final long ofA = lab.beginJoin(A, "a", 0);
        assertThat(lab.toParent).containsExactly(new ToParent.Join(null));
        final long ofB = lab.beginJoin(B, "b", 0);
        assertThat(lab.toParent).hasSize(1);
        assertThat(lab.replies(A, ofA)).isEmpty();
        parent.timeNs = 1_000;
        hear(new ParentNews.Joined(1_000, HubState.RUNNING, 0));
        assertThat(parent.begins).isEqualTo(1);
        final LabAsset a = enter(A, ofA);
        final LabAsset b = enter(B, ofB);
        assertThat(a.timeNs()).isEqualTo(1_000);
        assertThat(b.timeNs()).isEqualTo(1_000);
        assertThat(lab.coreNs()).isEqualTo(1_000);
    }

    @Test
    void aProgramThatJoinsOneAssetAfterTheOtherIsAnsweredAndTheHubIsReadyAfterTheLast() {
        lab.machine.under(parent, Report.CORE, PLACE);
        final long ofA = lab.beginJoin(A, "a", 0);
        parent.timeNs = 1_000;
        hear(new ParentNews.Joined(1_000, HubState.RUNNING, 0));
        enter(A, ofA).ready();
        assertThat(lab.state()).isEqualTo(HubState.WAITING);
        assertThat(lab.toParent).doesNotContain(new ToParent.Ready());
        parent.timeNs = 1_200;
        lab.run(10);
        assertThat(lab.coreNs()).as("all start where the parent has this hub").isEqualTo(1_000);
        final LabAsset b = lab.join(A, "b", 15);
        assertThat(b.timeNs()).isEqualTo(1_000);
        b.ready();
        assertThat(lab.toParent).last().isEqualTo(new ToParent.Ready());
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
    }

    @Test
    void withoutRequiredAssetsItAsksAtOnceAndGoesAlongWithItsParent() {
        final HubLab alone = Plan.of(10, 30).open();
        alone.machine.under(parent, Report.CORE, PLACE);
        assertThat(alone.toParent).containsExactly(new ToParent.Join(null));
        alone.on(new HubCommand.OfParent(new ParentNews.Joined(0, HubState.RUNNING, 0)));
        assertThat(alone.toParent).last().isEqualTo(new ToParent.Ready());
        parent.timeNs = 105;
        alone.run(3);
        assertThat(alone.coreNs()).isEqualTo(100);
        assertThat(parent.reportedNs()).isEqualTo(100);
    }

    @Test
    void runsWhenItsParentRunsAndStandsWhenThatStands() {
        attach(Report.CORE, 0, HubState.WAITING);
        assertThat(lab.state()).isEqualTo(HubState.READY);
        assertThat(lab.toParent).last().isEqualTo(new ToParent.Ready());
        hear(new ParentNews.State(HubState.RUNNING, null));
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        parent.timeNs = 100;
        hear(new ParentNews.State(HubState.PAUSED, null));
        lab.run(10);
        assertThat(lab.state()).isEqualTo(HubState.PAUSED);
        assertThat(lab.coreNs()).isZero();
        hear(new ParentNews.State(HubState.RUNNING, null));
        lab.run(100);
        assertThat(lab.coreNs()).isEqualTo(100);
    }

    /** It has told its parent that it is ready, and the parent's run begins meanwhile. */
    @Test
    void doesNotBeginWithoutARequiredAssetThatIsLostBeforeItsParentRuns() {
        attach(Report.CORE, 0, HubState.WAITING);
        lab.close(A);
        assertThat(lab.state()).isEqualTo(HubState.WAITING);
        hear(new ParentNews.State(HubState.RUNNING, null));
        assertThat(lab.state()).isEqualTo(HubState.WAITING);
        assertThat(lab.machine.status().missing()).containsExactly("a");
        lab.join(A, "a", 10).ready();
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        assertThat(lab.toParent).containsOnlyOnce(new ToParent.Ready());
    }

    @Test
    void neverPassesItsParentAndReportsItsCore() {
        attach(Report.CORE, 0, HubState.RUNNING);
        for (int i = 0; i < 200; i++) {
            parent.timeNs += 7;
            lab.run(10);
            assertThat(lab.coreNs()).isEqualTo(parent.timeNs / 10 * 10);
            assertThat(parent.reports.isEmpty() ? 0 : parent.reportedNs()).isEqualTo(lab.coreNs());
            lab.assertSafe();
        }
        assertThat(lab.machine.sleeping().awaitedParentNs()).isEqualTo(lab.coreNs() + 10);
        lab.machine.sleeping().awaitParent(lab.coreNs() + 10);
        assertThat(parent.awaitedNs).isEqualTo(lab.coreNs() + 10);
    }

    @Test
    void aParentThatHoldsItForLongIsNotLookedForAmongItsAssets() {
        attach(Report.CORE, 0, HubState.RUNNING);
        lab.run(10);
        lab.nowNs += 10_000_000_000L;
        lab.on(new HubCommand.Look());
        assertThat(lab.machine.status().blocker()).isNull();
        assertThat(lab.machine.status().blockedForNs()).isEqualTo(10_000_000_000L);
        assertThat(lab.machine.status().coreRetain()).isEqualTo(1);
    }

    @Test
    void orReportsItsSlowestAssetAndWakesForEachOfItsSteps() {
        attach(Report.SLOWEST, 0, HubState.RUNNING);
        final LabAsset b = lab.assets.get("b");
        b.frozen = true;
        parent.timeNs = 30;
        lab.run(10);
        assertThat(lab.coreNs()).isEqualTo(30);
        assertThat(parent.reports).as("b stands at 0").isEmpty();
        assertThat(lab.machine.sleeping().awaitedNs()).isEqualTo(15);
        b.frozen = false;
        lab.run(10);
        assertThat(parent.reportedNs()).isEqualTo(30);
        parent.timeNs = 1_000;
        lab.run(1_000);
        assertThat(lab.coreNs()).isEqualTo(1_000);
        assertThat(parent.reportedNs()).isEqualTo(990);
    }

    @Test
    void aResetGoesUpFromTheLeavesAndTheNewEpochComesDown() {
        attach(Report.CORE, 0, HubState.RUNNING);
        parent.timeNs = 100;
        lab.run(20);
        hear(new ParentNews.Settling());
        hear(new ParentNews.State(HubState.RESETTING, null));
        hear(new ParentNews.Reset(null));
        assertThat(lab.state()).isEqualTo(HubState.RESETTING);
        lab.assets.get("a").resetDone();
        assertThat(lab.toParent).doesNotContain(new ToParent.ResetDone(null));
        lab.assets.get("b").resetDone();
        assertThat(lab.toParent).last().isEqualTo(new ToParent.ResetDone(null));
        assertThat(lab.state()).as("others may not be back yet").isEqualTo(HubState.RESETTING);
        assertThat(lab.events(A, Event.Clocks.class)).isEmpty();
        parent.timeNs = 0;
        parent.reports.clear();
        hear(new ParentNews.Clocks());
        assertThat(parent.begins).isEqualTo(2);
        assertThat(lab.events(A, Event.Clocks.class)).hasSize(1);
        hear(new ParentNews.State(HubState.WAITING, null));
        hear(new ParentNews.State(HubState.RUNNING, null));
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        parent.timeNs = 50;
        lab.run(20);
        assertThat(lab.toParent).as("the parent goes on").doesNotContain(new ToParent.Settled());
        assertThat(parent.reportedNs()).isEqualTo(50);
    }

    @Test
    void settlesWhenTheParentStandsForGoodAndSaysSoOnce() {
        attach(Report.CORE, 0, HubState.RUNNING);
        lab.assets.get("b").frozen = true;
        parent.timeNs = 25;
        hear(new ParentNews.Settling());
        lab.run(20);
        assertThat(lab.coreNs()).isEqualTo(20);
        assertThat(lab.toParent).as("b has a step to do").doesNotContain(new ToParent.Settled());
        lab.assets.get("b").frozen = false;
        lab.run(20);
        lab.run(20);
        assertThat(lab.toParent.stream().filter(ToParent.Settled.class::isInstance)).hasSize(1);
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        hear(new ParentNews.State(HubState.STOPPED, "reached 25ns"));
        assertThat(lab.state()).isEqualTo(HubState.STOPPED);
        assertThat(lab.machine.end()).isEqualTo(End.WITH_PARENT);
        assertThat(lab.reason()).isEqualTo("its parent has stopped: reached 25ns");
        assertThat(lab.toParent).as("the parent knows").noneMatch(ToParent.Ended.class::isInstance);
    }

    /** The hub that was there before has reported its slowest asset, from whose time none of its steps leads on. */
    @Test
    void aNewHubInThePlaceOfOneThatReportedItsSlowestBeginsAtItsParentsTime() {
        lab.machine.under(parent, Report.SLOWEST, PLACE);
        final long ofA = lab.beginJoin(A, "a", 0);
        parent.timeNs = 30;
        hear(new ParentNews.Joined(14, HubState.RUNNING, 0));
        assertThat(enter(A, ofA).timeNs()).isEqualTo(30);
        assertThat(parent.reportedNs()).isEqualTo(30);
        assertThat(lab.counters.getCounterValue(lab.counters("takt report hub=lab").get(0))).isEqualTo(30);
    }

    @Test
    void aNewHubIsNotBeyondThatWhichItKnowsOfAParentThatGoesOn() {
        lab.machine.under(parent, Report.SLOWEST, PLACE);
        final long ofA = lab.beginJoin(A, "a", 0);
        parent.timeNs = 30;
        parent.goesOnByNs = 10;
        hear(new ParentNews.Joined(14, HubState.RUNNING, 0));
        final long coreNs = enter(A, ofA).timeNs();
        assertThat(coreNs).isPositive().isLessThanOrEqualTo(
            lab.counters.getCounterValue(lab.counters("takt parent-time hub=lab").get(0)));
    }

    /** The parent's time stands for good; those that still step are waited for. */
    @Test
    void whileItSettlesItIsTheAssetsThatHoldIt() {
        attach(Report.CORE, 0, HubState.RUNNING);
        parent.timeNs = 25;
        hear(new ParentNews.Settling());
        while (lab.work() > 0) {
            assertThat(lab.coreNs()).isLessThanOrEqualTo(20);
        }
        lab.work();
        final long retains = lab.machine.status().coreRetain();
        for (int i = 0; i < 5; i++) {
            lab.nowNs += 1_000;
            lab.work();
        }
        assertThat(lab.machine.status().coreRetain()).isEqualTo(retains);
        assertThat(lab.machine.status().blocker()).isEqualTo("a");
        assertThat(lab.machine.status().blockedForNs()).isEqualTo(5_000);
    }

    @Test
    void oneInThePlaceOfAHubThatReportedItsCoreBeginsWhereThatStood() {
        lab.machine.under(parent, Report.CORE, PLACE);
        final long ofA = lab.beginJoin(A, "a", 0);
        parent.timeNs = 30;
        hear(new ParentNews.Joined(14, HubState.RUNNING, 0));
        assertThat(enter(A, ofA).timeNs()).isEqualTo(14);
    }

    /** In the meantime messages may have been sent down, with which there is a step to do. */
    @Test
    void saysThatItHasSettledToAParentThatIsBackOnlyWhenThatAsksAgain() {
        attach(Report.CORE, 0, HubState.RUNNING);
        parent.timeNs = 25;
        hear(new ParentNews.Settling());
        lab.run(20);
        assertThat(lab.toParent).contains(new ToParent.Settled());
        hear(new ParentNews.Away("connection refused"));
        lab.toParent.clear();
        hear(new ParentNews.Joined(20, HubState.RUNNING, 0, null, ParentNews.Place.GIVEN));
        lab.run(20);
        assertThat(lab.toParent).doesNotContain(new ToParent.Settled());
        hear(new ParentNews.Settling());
        lab.run(20);
        assertThat(lab.toParent.stream().filter(ToParent.Settled.class::isInstance)).hasSize(1);
    }

    @Test
    void anEndOfItsOwnIsToldToTheParent() {
        attach(Report.CORE, 0, HubState.RUNNING);
        lab.close(A);
        assertThat(lab.state()).isEqualTo(HubState.FAILED);
        assertThat(lab.toParent).last().isEqualTo(new ToParent.Ended(ToParent.Ending.FAILS, lab.reason()));
    }

    @Test
    void commandsForTheRunAreForTheRootToCarryOut() {
        attach(Report.CORE, 0, HubState.RUNNING);
        final Request pause = new Request.Pause(500);
        lab.on(new HubCommand.Ask(90, pause, 0));
        assertThat(lab.toParent).last().isEqualTo(new ToParent.Forward(90, pause));
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        assertThat(lab.replies(90, 500)).isEmpty();
        hear(new ParentNews.Answered(90, 500, null));
        assertThat(lab.replies(90, 500).get(0).ok()).isTrue();
        hear(new ParentNews.Away("connection refused"));
        lab.on(new HubCommand.Ask(90, new Request.Reset(501), 0));
        assertThat(lab.replies(90, 501).get(0).error())
            .isEqualTo("the hub has no connection to its parent, which is to be asked: connection refused");
    }

    @Test
    void aParentThatIsAwayHoldsItAndFindsItAgain() {
        attach(Report.CORE, 0, HubState.RUNNING);
        parent.timeNs = 40;
        lab.run(20);
        hear(new ParentNews.Page(new PageWay("10.0.0.1:9464", null)));
        hear(new ParentNews.Away("the connection was closed"));
        assertThat(lab.toParent).as("asks for its place").last().isEqualTo(new ToParent.Join(40L));
        final int told = lab.toParent.size();
        hear(new ParentNews.Away("no hub named 'root' is running"));
        lab.run(20);
        assertThat(lab.toParent).as("once").hasSize(told);
        assertThat(lab.coreNs()).isEqualTo(40);
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        final HubStatus away = lab.machine.status();
        assertThat(away.blockerReason()).isEqualTo(HoldReason.LINK);
        assertThat(away.parent())
            .isEqualTo(new ParentStatus("root", null, "lab", false, "no hub named 'root' is running", 40,
                new PageWay("10.0.0.1:9464", null)));
        assertThat(away.waits()).extracting(Wait::reason).containsExactly(HoldReason.LINK);
        hear(new ParentNews.Joined(40, HubState.RUNNING, 0));
        assertThat(lab.machine.status().blockerReason()).isEqualTo(HoldReason.PARENT);
        assertThat(lab.toParent).as("what the parent may have missed").last().isEqualTo(new ToParent.Ready());
        parent.timeNs = 80;
        lab.run(20);
        assertThat(lab.coreNs()).isEqualTo(80);
    }

    @Test
    void aParentThatWasNotThereAtFirstIsReportedTo() {
        lab.machine.under(parent, Report.CORE, PLACE);
        final long ofA = lab.beginJoin(A, "a", 0);
        final long ofB = lab.beginJoin(B, "b", 0);
        hear(new ParentNews.Away("no hub named 'root' is running"));
        assertThat(lab.machine.status().waits()).as("not for assets that have asked to join")
            .containsExactly(new Wait("lab", null, HoldReason.LINK, "no hub named 'root' is running", null, 0));
        hear(new ParentNews.Joined(0, HubState.RUNNING, 0));
        enter(A, ofA).ready();
        assertThat(lab.machine.status().waits()).extracting(Wait::blocker).containsExactly("b");
        enter(B, ofB).ready();
        parent.timeNs = 40;
        lab.run(20);
        assertThat(parent.reportedNs()).isEqualTo(40);
    }

    /** The next parent goes by what it finds in the memory of the killed one, and by the time that the join says. */
    @Test
    void nothingIsReportedToAParentThatIsAway() {
        attach(Report.CORE, 0, HubState.RUNNING);
        lab.assets.get("b").frozen = true;
        parent.timeNs = 40;
        lab.run(20);
        assertThat(parent.reportedNs()).isEqualTo(30);
        hear(new ParentNews.Away("the connection was closed"));
        assertThat(lab.toParent).last().isEqualTo(new ToParent.Join(30L));
        lab.assets.get("b").frozen = false;
        lab.run(20);
        assertThat(lab.coreNs()).isEqualTo(40);
        assertThat(parent.reportedNs()).isEqualTo(30);
        hear(new ParentNews.Joined(30, HubState.RUNNING, 0));
        assertThat(parent.reportedNs()).isEqualTo(40);
    }

    /** A report that went to the dead parent's memory is made once more; else each would wait for the other. */
    @Test
    void whatTheParentHasMissedIsReportedAgain() {
        attach(Report.CORE, 0, HubState.RUNNING);
        parent.timeNs = 40;
        lab.run(20);
        hear(new ParentNews.Away("the connection was closed"));
        parent.reports.clear();
        hear(new ParentNews.Joined(20, HubState.RUNNING, 0));
        assertThat(parent.reportedNs()).isEqualTo(40);
    }

    @Test
    void aParentThatIsAwayForTooLongEndsItsRun() {
        attach(Report.CORE, 0, HubState.RUNNING);
        hear(new ParentNews.Away("the connection was closed"));
        hear(new ParentNews.GivenUp("gave up after 3.0 s without its parent"));
        assertThat(lab.machine.end()).isEqualTo(End.PARENT_FAILED);
        assertThat(lab.reason()).isEqualTo("gave up after 3.0 s without its parent");
    }

    /** The parent begins its next epoch first: until this hub has begun it, too, their times are not compared. */
    @Test
    void betweenTwoEpochsNothingIsSaidOfTheParentsTime() {
        attach(Report.CORE, 0, HubState.RUNNING);
        parent.timeNs = 40;
        lab.run(20);
        assertThat(lab.counters("takt parent-time hub=lab")).hasSize(1);
        hear(new ParentNews.Reset(null));
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.toParent).last().isEqualTo(new ToParent.ResetDone(null));
        assertThat(lab.counters("takt parent-time hub=lab")).isEmpty();
        assertThat(lab.counters("takt report hub=lab")).isEmpty();
        parent.timeNs = 0;
        hear(new ParentNews.Clocks());
        assertThat(lab.counters("takt parent-time hub=lab")).hasSize(1);
        assertThat(lab.counters("takt report hub=lab")).hasSize(1);
    }

    /** A parent that was started anew waits for it. */
    @Test
    void oneThatWasPausedAndBeginsAnewSaysThatItIsReady() {
        attach(Report.CORE, 0, HubState.RUNNING);
        hear(new ParentNews.State(HubState.PAUSED, null));
        hear(new ParentNews.Away("the connection was closed"));
        hear(new ParentNews.Joined(0, HubState.WAITING, 0, null, ParentNews.Place.ANEW));
        lab.assets.values().forEach(LabAsset::resetDone);
        lab.toParent.clear();
        hear(new ParentNews.Clocks());
        assertThat(lab.toParent).contains(new ToParent.Ready());
    }

    @Test
    void takesTheSeedOfItsParent() {
        lab.machine.under(parent, Report.CORE, PLACE);
        final long ofA = lab.beginJoin(A, "a", 0);
        lab.beginJoin(B, "b", 0);
        hear(new ParentNews.Joined(0, HubState.WAITING, 42));
        assertThat(lab.replies(A, ofA).get(0).joined().seed()).isEqualTo(42);
    }

    @Test
    void theParentIsToldHowItStandsWhenItAsks() {
        attach(Report.CORE, 0, HubState.RUNNING);
        parent.timeNs = 15;
        lab.run(20);
        hear(new ParentNews.Reporting());
        final HubNode told = ((ToParent.Subtree) lab.toParent.get(lab.toParent.size() - 1)).hub();
        assertThat(told.hub()).isEqualTo("lab");
        assertThat(told.coreTimeNs()).isEqualTo(10);
        assertThat(told.assets()).isEqualTo(2);
        assertThat(told.held().reason()).isEqualTo(HoldReason.PARENT);
    }

    /** Else each would name the other. */
    @Test
    void whereTheParentAndAnAssetHoldItTheAssetIsNamed() {
        attach(Report.CORE, 0, HubState.RUNNING);
        lab.assets.get("b").frozen = true;
        parent.timeNs = 30;
        lab.run(10);
        assertThat(lab.coreNs()).isEqualTo(30);
        assertThat(lab.machine.sleeping().awaitedParentNs()).as("it waits for both").isEqualTo(40);
        assertThat(lab.machine.status().blocker()).isEqualTo("b");
        assertThat(lab.machine.status().waits()).extracting(Wait::blocker).containsExactly("b");
        lab.assets.get("b").frozen = false;
        lab.run(10);
        assertThat(lab.machine.status().blockerReason()).isEqualTo(HoldReason.PARENT);
    }

    /** The parent waits for the report, which is not held by the parent. */
    @Test
    void theParentOfAHubThatReportsItsSlowestIsToldOfThat() {
        attach(Report.SLOWEST, 0, HubState.RUNNING);
        lab.assets.get("b").frozen = true;
        parent.timeNs = 20;
        lab.run(10);
        assertThat(lab.machine.status().blockerReason()).isEqualTo(HoldReason.PARENT);
        hear(new ParentNews.Reporting());
        assertThat(((ToParent.Subtree) lab.toParent.get(lab.toParent.size() - 1)).hub().held().blocker())
            .isEqualTo("b");
    }

    @Test
    void aParentThatDoesNotTakeItEndsItsRun() {
        lab.machine.under(parent, Report.CORE, PLACE);
        hear(new ParentNews.Refused("it declares a step of 10ns, but the configuration says 20ns"));
        assertThat(lab.state()).isEqualTo(HubState.FAILED);
        assertThat(lab.reason()).isEqualTo("its parent does not take it: it declares a step of 10ns, but the"
            + " configuration says 20ns");
        assertThat(lab.toParent).isEmpty();
    }
}
