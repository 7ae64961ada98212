package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.Unit;
import io.takt.asset.message.ValueSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.ParentPlace;
import io.takt.rule.Report;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MirrorChannel;
import io.takt.shm.message.MirrorSink;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A child hub in a reset while its parent is away, or is another one afterwards. */
class HubMachineChildResetTest {
    private static final int A = 1;
    private static final int B = 2;
    private static final ParentPlace PLACE = new ParentPlace("root", null, "lab", true);

    private final ParentInMemory parent = new ParentInMemory();
    private final HubLab lab = Plan.of(10, 30).asset("a", 10).asset("b", 15, true, OnLost.DROP).open();

    private void hear(final ParentNews news) {
        hear(lab, news);
    }

    private static void hear(final HubLab lab, final ParentNews news) {
        lab.on(new HubCommand.OfParent(news));
    }

    /** Both assets have joined at 0, and are ready. */
    private void attach() {
        lab.machine.under(parent, Report.CORE, PLACE);
        final long ofA = lab.beginJoin(A, "a", 0);
        final long ofB = lab.beginJoin(B, "b", 0);
        hear(new ParentNews.Joined(0, HubState.RUNNING, 0));
        lab.enter(A, lab.replies(A, ofA).get(0)).ready();
        lab.enter(B, lab.replies(B, ofB).get(0)).ready();
    }

    /** The parent was killed in the middle of a reset, and the next one orders it again. */
    @Test
    void aResetThatIsOrderedTwiceIsAnsweredTwice() {
        attach();
        parent.timeNs = 40;
        lab.run(20);
        hear(new ParentNews.Reset(null));
        lab.assets.values().forEach(LabAsset::resetDone);
        hear(new ParentNews.Away("the connection was closed"));
        assertThat(lab.toParent).as("all below is at its start").last().isEqualTo(new ToParent.Join(0L));
        hear(new ParentNews.Joined(40, HubState.WAITING, 0));
        lab.toParent.clear();
        hear(new ParentNews.Reset(null));
        assertThat(lab.toParent).containsExactly(new ToParent.ResetDone(null));
        parent.timeNs = 0;
        hear(new ParentNews.Clocks());
        assertThat(lab.coreNs()).isZero();
        assertThat(lab.state()).isNotEqualTo(HubState.RESETTING);
    }

    /** The next reset may be on its way: the parent would take a second word for an answer to that. */
    @Test
    void ofEachResetTheParentHearsOnceThatItIsDone() {
        attach();
        hear(new ParentNews.Reset(null));
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.toParent).last().isEqualTo(new ToParent.ResetDone(null));
        lab.toParent.clear();
        hear(new ParentNews.Clocks());
        hear(new ParentNews.Away("the connection was closed"));
        hear(new ParentNews.Joined(0, HubState.RUNNING, 0));
        assertThat(lab.toParent).doesNotContain(new ToParent.ResetDone(null));
    }

    @Test
    void aResetThatIsDoneWhileTheParentIsAwayIsToldWhenItIsBack() {
        attach();
        hear(new ParentNews.Reset(null));
        hear(new ParentNews.Away("the connection was closed"));
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.toParent).doesNotContain(new ToParent.ResetDone(null));
        hear(new ParentNews.Joined(0, HubState.RESETTING, 0));
        assertThat(lab.toParent).containsOnlyOnce(new ToParent.ResetDone(null));
    }

    @Test
    void aResetEndsThoughTheWordOnTheNewEpochIsLost() {
        attach();
        hear(new ParentNews.Reset(null));
        lab.assets.values().forEach(LabAsset::resetDone);
        hear(new ParentNews.Away("the connection was closed"));
        hear(new ParentNews.Joined(0, HubState.RUNNING, 0));
        assertThat(lab.machine.status().state()).isEqualTo(HubState.RUNNING);
    }

    /** It stood at 0 when that reset began, so nothing in its place there says that it is back at its start. */
    @Test
    void aResetEndsOfWhichTheParentThatComesNextKnowsNothing() {
        attach();
        hear(new ParentNews.Reset(null));
        hear(new ParentNews.Away("the parent was killed"));
        lab.assets.values().forEach(LabAsset::resetDone);
        lab.toParent.clear();
        hear(new ParentNews.Joined(0, HubState.WAITING, 0));
        assertThat(lab.toParent).as("it would be taken for the next reset")
            .doesNotContain(new ToParent.ResetDone(null));
        assertThat(lab.state()).isNotEqualTo(HubState.RESETTING);
    }

    @Test
    void soDoesOneThatIsNotDoneBelowWhenTheNextParentComes() {
        attach();
        parent.timeNs = 40;
        lab.run(20);
        parent.reports.clear();
        hear(new ParentNews.Reset(null));
        hear(new ParentNews.Away("the parent was killed"));
        lab.toParent.clear();
        hear(new ParentNews.Joined(0, HubState.WAITING, 0));
        assertThat(lab.state()).isEqualTo(HubState.RESETTING);
        assertThat(parent.reports).as("T_c is of the epoch before").isEmpty();
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.toParent).doesNotContain(new ToParent.ResetDone(null));
        assertThat(lab.state()).isNotEqualTo(HubState.RESETTING);
    }

    /** One that knows nothing of the reset puts this hub's clock up to its own, which is beyond the last report. */
    @Test
    void aChildInAResetLeavesNoReportToTheParentThatComesNext() {
        attach();
        parent.timeNs = 40;
        lab.run(20);
        assertThat(lab.counters("takt report hub=lab")).hasSize(1);
        hear(new ParentNews.Reset(null));
        assertThat(lab.state()).as("its simulators are not back yet").isEqualTo(HubState.RESETTING);
        hear(new ParentNews.Away("the parent was killed"));
        assertThat(lab.toParent).last().isEqualTo(new ToParent.Join(0L));
        assertThat(lab.counters("takt parent-time hub=lab")).isEmpty();
        assertThat(lab.counters("takt report hub=lab")).isEmpty();
        hear(new ParentNews.Joined(40, HubState.RUNNING, 0));
        assertThat(parent.reports).as("T_c is of the epoch before").last().isEqualTo(40L);
        hear(new ParentNews.Reset(null));
        lab.assets.values().forEach(LabAsset::resetDone);
        parent.timeNs = 0;
        hear(new ParentNews.Clocks());
        assertThat(lab.counters("takt report hub=lab")).hasSize(1);
    }

    /** The parent waits for its word, and for no other: it has not begun an epoch meanwhile. */
    @Test
    void aChildThatBeginsAnewSaysSoThoughItsConnectionWasAway() {
        attach();
        hear(new ParentNews.Away("the connection was closed"));
        hear(new ParentNews.Joined(0, HubState.WAITING, 0, null, ParentNews.Place.ANEW));
        hear(new ParentNews.Away("the connection is silent"));
        hear(new ParentNews.Joined(0, HubState.WAITING, 0, null, ParentNews.Place.KEPT));
        assertThat(lab.state()).isEqualTo(HubState.RESETTING);
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.toParent).last().isEqualTo(new ToParent.ResetDone(null));
        assertThat(lab.state()).isEqualTo(HubState.RESETTING);
        hear(new ParentNews.Clocks());
        assertThat(lab.state()).isEqualTo(HubState.READY);
    }

    @Test
    void itsWordNamesTheResetThatIsDone() {
        attach();
        hear(new ParentNews.Away("the connection was closed"));
        hear(new ParentNews.Joined(0, HubState.WAITING, 0, null, ParentNews.Place.ANEW));
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.toParent).as("it begins anew").last().isEqualTo(new ToParent.ResetDone(null));
        hear(new ParentNews.Reset(7L));
        assertThat(lab.toParent).last().isEqualTo(new ToParent.ResetDone(7L));
        hear(new ParentNews.Clocks());
        hear(new ParentNews.Reset(8L));
        hear(new ParentNews.Away("the connection was closed"));
        lab.assets.values().forEach(LabAsset::resetDone);
        hear(new ParentNews.Joined(0, HubState.RESETTING, 0, null, ParentNews.Place.KEPT));
        assertThat(lab.toParent).last().isEqualTo(new ToParent.ResetDone(8L));
        hear(new ParentNews.Clocks());
        hear(new ParentNews.Away("the connection was closed"));
        hear(new ParentNews.Joined(0, HubState.WAITING, 0, null, ParentNews.Place.ANEW));
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.toParent).as("of no reset that it was told of").last().isEqualTo(new ToParent.ResetDone(null));
    }

    /** The parent may have begun its next epoch, in which it knows no time of the one before. */
    @Test
    void aHubThatComesAfterOneThatWasKilledInAResetAsksForAnother() {
        attach();
        parent.timeNs = 40;
        lab.run(20);
        hear(new ParentNews.Reset(7L));
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.toParent).last().isEqualTo(new ToParent.ResetDone(7L));
        HubLab next = goesOn(lab);
        next = goesOn(next);
        assertThat(next.toParent).as("no time of the epoch before").containsExactly(new ToParent.Join(0L));
        parent.timeNs = 20;
        parent.reports.clear();
        hear(next, new ParentNews.Joined(0, HubState.RUNNING, 0));
        assertThat(next.toParent).last().isEqualTo(new ToParent.Forward(Member.NO_CONNECTION, new Request.Reset(0)));
        assertThat(next.counters("takt report hub=lab")).isEmpty();
        next.enter(A, attach(next, A, "a", 10)).ready();
        next.enter(B, attach(next, B, "b", 15)).ready();
        next.run(20);
        assertThat(next.coreNs()).as("it stands in the epoch before").isEqualTo(40);
        assertThat(parent.reports).isEmpty();
        hear(next, new ParentNews.Reset(9L));
        next.assets.values().forEach(LabAsset::resetDone);
        assertThat(next.toParent).last().isEqualTo(new ToParent.ResetDone(9L));
        parent.timeNs = 0;
        hear(next, new ParentNews.Clocks());
        assertThat(next.coreNs()).isZero();
        hear(next, new ParentNews.State(HubState.RUNNING, null));
        parent.timeNs = 30;
        next.run(20);
        assertThat(next.coreNs()).isEqualTo(30);
        hear(next, new ParentNews.Away("the connection was closed"));
        next.toParent.clear();
        hear(next, new ParentNews.Joined(30, HubState.RUNNING, 0));
        assertThat(next.toParent).as("one was enough")
            .doesNotContain(new ToParent.Forward(Member.NO_CONNECTION, new Request.Reset(0)));
        assertThat(goesOn(next).toParent).as("that reset is over").containsExactly(new ToParent.Join(30L));
    }

    /** A hub between it and the root may be away from its parent just then. */
    @Test
    void aResetThatItNeedsIsAskedForAgainAfterARefusal() {
        attach();
        hear(new ParentNews.Reset(7L));
        final HubLab next = goesOn(lab);
        hear(next, new ParentNews.Joined(0, HubState.WAITING, 0));
        final ToParent ask = new ToParent.Forward(Member.NO_CONNECTION, new Request.Reset(0));
        assertThat(next.toParent).last().isEqualTo(ask);
        next.toParent.clear();
        next.on(new HubCommand.Look());
        assertThat(next.toParent).as("it is not answered yet").isEmpty();
        hear(next, new ParentNews.Answered(Member.NO_CONNECTION, 0, "the hub has no connection to its parent"));
        assertThat(next.toParent).as("not at once").isEmpty();
        hear(next, new ParentNews.Clocks());
        next.on(new HubCommand.Look());
        next.on(new HubCommand.Look());
        assertThat(next.toParent).containsExactly(ask);
        hear(next, new ParentNews.Answered(Member.NO_CONNECTION, 0, "the connection to the parent has ended"));
        hear(next, new ParentNews.Away("the connection was closed"));
        next.toParent.clear();
        next.on(new HubCommand.Look());
        assertThat(next.toParent).as("no parent hears it").isEmpty();
        hear(next, new ParentNews.Joined(0, HubState.WAITING, 0));
        assertThat(next.toParent).containsExactly(ask);
        hear(next, new ParentNews.Reset(9L));
        hear(next, new ParentNews.Answered(Member.NO_CONNECTION, 0, "late"));
        next.toParent.clear();
        next.on(new HubCommand.Look());
        assertThat(next.toParent).doesNotContain(ask);
    }

    /** Other processes take the places of both assets: nothing of theirs says that there was a reset. */
    private Reply attach(final HubLab next, final int connection, final String name, final long stepNs) {
        return next.ask(connection, Request.Join.of(500 + connection, name).stepNs(stepNs));
    }

    private HubLab goesOn(final HubLab killed) {
        final HubLab next = killed.plan.open(LeftInMemory.of(killed));
        next.machine.under(parent, Report.CORE, PLACE);
        return next;
    }

    /** The parent was killed in a reset in which all stood; the next one does not stand, and says so before its end. */
    @Test
    void aChildDoesNotStandForAParentThatIsNoMore() {
        attach();
        hear(new ParentNews.State(HubState.PAUSED, null));
        hear(new ParentNews.Reset(null));
        hear(new ParentNews.Away("the parent was killed"));
        hear(new ParentNews.Joined(0, HubState.WAITING, 0));
        hear(new ParentNews.State(HubState.RUNNING, null));
        assertThat(lab.state()).isEqualTo(HubState.RESETTING);
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
    }

    /** A mirror that is ahead of its original says nothing more before the original is reset again. */
    @Test
    void aMirrorThatHadTheMissedResetAlreadyHasItOnce() {
        assertThat(resetsOfAMirrorWhoseChildBeginsAnew(1)).isEqualTo(1);
    }

    @Test
    void aMirrorThatLacksTheMissedResetHasItThen() {
        assertThat(resetsOfAMirrorWhoseChildBeginsAnew(0)).isEqualTo(1);
    }

    /** The original may have had resets while this hub was away: those that are over are all the mirror's. */
    @Test
    void aChildThatBeginsAnewIsInTheRunOfTheSendersAbove() {
        lab.machine.under(parent, Report.CORE, PLACE);
        lab.beginJoin(A, "a", 0);
        lab.beginJoin(B, "b", 0);
        hear(new ParentNews.Joined(0, HubState.RUNNING, 0, fromAbove(), ParentNews.Place.GIVEN));
        final MessageLog mirror = lab.messages().log("../drone", 0);
        assertThat(new MirrorSink(mirror, List.of(), counter -> { }).begin(77, 0, 0)).isTrue();
        hear(new ParentNews.Away("the connection was closed"));
        hear(new ParentNews.Joined(0, HubState.WAITING, 0, fromAbove(), ParentNews.Place.ANEW));
        final MirrorSink sink = new MirrorSink(mirror, List.of(), counter -> { });
        assertThat(sink.begin(77, 0, 5)).isTrue();
        assertThat(sink.resets()).isEqualTo(5);
    }

    /** Its own reset is late: what comes from above meanwhile is the dawn that a process in that place will need. */
    @Test
    void ofTheRunThatAChildBeginsAnewNothingIsSkipped() {
        final HubLab child = Plan.of(10, 30).restarted("a", 10, 5).asset("b", 10).open();
        child.machine.under(parent, Report.CORE, PLACE);
        final long ofA = child.beginJoin(A, "a", 10);
        final long ofB = child.beginJoin(B, "b", 10);
        hear(child, new ParentNews.Joined(0, HubState.RUNNING, 0, fromAbove(), ParentNews.Place.GIVEN));
        child.enter(A, child.replies(A, ofA).get(0)).ready();
        child.enter(B, child.replies(B, ofB).get(0)).ready();
        final MessageLog mirror = child.messages().log("../drone", 0);
        mirror.slots().take("a");
        parent.timeNs = 40;
        child.run(20);
        child.close(A);
        hear(child, new ParentNews.Away("the connection was closed"));
        hear(child, new ParentNews.Joined(0, HubState.WAITING, 0, fromAbove(), ParentNews.Place.ANEW));
        assertThat(child.state()).isEqualTo(HubState.RESETTING);
        final MirrorSink sink = new MirrorSink(mirror, List.of(new MirrorChannel("pose", true, null)), counter -> { });
        sink.begin(77, 0, 1);
        sink.onMessage(0, 0, 0, new UnsafeBuffer(new byte[8]), 0, 8);
        sink.onPosition(64);
        sink.awaitRoom(0);
        final long dawn = mirror.tail();
        child.on(new HubCommand.Look());
        assertThat(dawn).isPositive();
        assertThat(mirror.fill()).isPositive();
    }

    /** Its parent's receivers begin the next run as soon as it has said so, and trust what they read there. */
    @Test
    void theLogOfAnAssetThatIsAwayIsPutBackBeforeTheParentHears() {
        final HubLab child = Plan.of(10, 30).restarted("a", 10, 5).asset("b", 10).open();
        final Reply.Crossing crossing = new Reply.Crossing(List.of(new Reply.CrossingLog("a", "unused", 0,
            List.of(new Reply.CrossingChannel("pose", 100, true, null, null)))), List.of(), List.of());
        child.machine.under(parent, Report.CORE, PLACE);
        final long ofA = child.beginJoin(A, "a", 10);
        final long ofB = child.beginJoin(B, "b", 10);
        hear(child, new ParentNews.Joined(0, HubState.RUNNING, 0, crossing, ParentNews.Place.GIVEN));
        child.enter(A, child.replies(A, ofA).get(0)).ready();
        child.enter(B, child.replies(B, ofB).get(0)).ready();
        parent.timeNs = 40;
        child.run(20);
        child.close(A);
        final MessageLog log = child.messages().log("a", 0);
        hear(child, new ParentNews.Reset(7L));
        assertThat(log.isInReset()).as("its process may come before the others are done").isFalse();
        child.assets.get("b").resetDone();
        assertThat(child.toParent).last().isEqualTo(new ToParent.ResetDone(7L));
        assertThat(log.isInReset()).isTrue();
        hear(child, new ParentNews.Reset(7L));
        assertThat(new MirrorSink(log, List.of(), counter -> { }).resets()).as("once").isEqualTo(1);
        parent.timeNs = 0;
        hear(child, new ParentNews.Clocks());
        assertThat(log.isInReset()).isFalse();
        assertThat(new MirrorSink(log, List.of(), counter -> { }).resets()).isEqualTo(1);
    }

    /** Its parent may have begun the next run, whose receivers have had that reset. */
    @Test
    void theMirrorOfAChildThatIsLostWhenItIsBackStaysAsItIs() {
        final HubLab hub = Plan.of(10, 30).asset("a", 10).asset("child", 10, true, OnLost.RESTART).channels(
            new MessagePlan(0, Map.of("child/drone", List.of(OutputSpec.named("pose"))),
            Map.of("a", List.of(InputSpec.gated("pose", "child/drone"))), false)).open();
        hub.machine.under(parent, Report.CORE, PLACE);
        final long ofA = hub.beginJoin(A, "a", 10);
        hear(hub, new ParentNews.Joined(0, HubState.RUNNING, 0));
        hub.enter(A, hub.replies(A, ofA).get(0)).ready();
        hub.enter(B, hub.ask(B, Request.Join.of(700, "child").stepNs(10).federate(Report.CORE))).ready();
        final MessageLog mirror = hub.messages().log("child/drone", 0);
        hear(hub, new ParentNews.Reset(7L));
        mirror.reset();
        hub.assets.values().forEach(LabAsset::resetDone);
        assertThat(hub.toParent).last().isEqualTo(new ToParent.ResetDone(7L));
        hub.close(B);
        hear(hub, new ParentNews.Clocks());
        assertThat(mirror.isInReset()).isFalse();
        assertThat(new MirrorSink(mirror, List.of(), counter -> { }).resets()).isEqualTo(1);
    }

    /** What has come from above may have told of it, early or late, and of its end. */
    @Test
    void aMirrorHasTheResetWhoseEndWasMissedOnce() {
        assertThat(resetsOfAMirror(mirror -> { }, mirror -> { })).isEqualTo(1);
        assertThat(resetsOfAMirror(MessageLog::reset, mirror -> { })).isEqualTo(1);
        assertThat(resetsOfAMirror(mirror -> { }, MessageLog::reset)).isEqualTo(1);
        assertThat(resetsOfAMirror(MessageLog::reset, MessageLog::allAreReset)).isEqualTo(1);
    }

    private long resetsOfAMirror(final Consumer<MessageLog> beforeTheReset, final Consumer<MessageLog> inIt) {
        final HubLab child = Plan.of(10, 30).asset("a", 10).open();
        child.machine.under(parent, Report.CORE, PLACE);
        final long ofA = child.beginJoin(A, "a", 10);
        final ParentNews joined =
            new ParentNews.Joined(0, HubState.RUNNING, 0, fromAbove(), ParentNews.Place.GIVEN);
        hear(child, joined);
        child.enter(A, child.replies(A, ofA).get(0)).ready();
        final MessageLog mirror = child.messages().log("../drone", 0);
        beforeTheReset.accept(mirror);
        hear(child, new ParentNews.Reset(7L));
        child.assets.get("a").resetDone();
        inIt.accept(mirror);
        hear(child, new ParentNews.Away("the connection was closed"));
        hear(child, joined);
        assertThat(child.state()).isEqualTo(HubState.RUNNING);
        assertThat(mirror.isInReset()).isFalse();
        return new MirrorSink(mirror, List.of(), counter -> { }).resets();
    }

    /** The parent may have begun its next reset meanwhile, and says itself when that is over. */
    @Test
    void theEndOfAResetHereIsNotThatOfASenderAbove() {
        final HubLab child = Plan.of(10, 30).asset("a", 10).open();
        child.machine.under(parent, Report.CORE, PLACE);
        final long ofA = child.beginJoin(A, "a", 10);
        hear(child, new ParentNews.Joined(0, HubState.RUNNING, 0, fromAbove(), ParentNews.Place.GIVEN));
        child.enter(A, child.replies(A, ofA).get(0)).ready();
        final MessageLog mirror = child.messages().log("../drone", 0);
        hear(child, new ParentNews.Reset(7L));
        mirror.reset();
        child.assets.get("a").resetDone();
        hear(child, new ParentNews.Clocks());
        assertThat(child.state()).isNotEqualTo(HubState.RESETTING);
        assertThat(mirror.isInReset()).isTrue();
    }

    private static Reply.Crossing fromAbove() {
        return new Reply.Crossing(List.of(), List.of(new Reply.CrossingLog("../drone", "unused", 0,
            List.of(new Reply.CrossingChannel("pose", 100, true, null, null)))), List.of());
    }

    @Test
    void aChannelThatHasAnotherUnitAtItsParentEndsTheRun() {
        final ValueSpec metres = new ValueSpec("double", new Unit("m", "m", 1, 0), null);
        final ValueSpec feet = new ValueSpec("double", new Unit("[ft_i]", "m", 0.3048, 0), null);
        for (final ValueSpec above : List.of(metres, ValueSpec.NONE, feet)) {
            final HubLab child = Plan.of(10, 30).asset("a", 10).channels(new MessagePlan(0,
                Map.of("a", List.of(OutputSpec.named("pose").values(metres))), Map.of(), false)).open();
            child.machine.under(parent, Report.CORE, PLACE);
            child.beginJoin(A, "a", 10);
            hear(child, new ParentNews.Joined(0, HubState.RUNNING, 0, new Reply.Crossing(List.of(new Reply.CrossingLog(
                "a", "unused", 0, List.of(new Reply.CrossingChannel("pose", 1 << 20, true, null, above.orNull())))),
                List.of(), List.of()), ParentNews.Place.GIVEN));
            assertThat(child.reason()).isEqualTo(above != feet ? null : "its parent cannot have it: channel 'pose' of"
                + " 'a' has another type or unit there than here; write the same in both");
        }
    }

    private long resetsOfAMirrorWhoseChildBeginsAnew(final int resetsFromAbove) {
        lab.machine.under(parent, Report.CORE, PLACE);
        lab.beginJoin(A, "a", 0);
        lab.beginJoin(B, "b", 0);
        hear(new ParentNews.Joined(0, HubState.RUNNING, 0, fromAbove(), ParentNews.Place.GIVEN));
        final MessageLog mirror = lab.messages().log("../drone", 0);
        for (int i = 0; i < resetsFromAbove; i++) {
            mirror.reset();
        }
        hear(new ParentNews.Away("the connection was closed"));
        hear(new ParentNews.Joined(0, HubState.WAITING, 0, fromAbove(), ParentNews.Place.ANEW));
        assertThat(mirror.isInReset()).isFalse();
        return new MirrorSink(mirror, List.of(), counter -> { }).resets();
    }
}
