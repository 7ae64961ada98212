package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.RefusalCode;
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
import io.takt.hub.core.world.ParentClock;
import io.takt.rule.Report;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A child hub that comes back to an epoch which has begun without it takes part in that from 0. */
class HubMachineAnewTest {
    private static final int CHILD = 2;
    private static final int NEXT = 3;
    private long nextId = 1_000;

    /** A parent's clock that the test sets. */
    private static final class Above implements ParentClock {
        private long timeNs;
        private long reportedNs;

        @Override
        public long timeNs() {
            return timeNs;
        }

        @Override
        public void report(final long newTimeNs) {
            assertThat(newTimeNs).isLessThanOrEqualTo(timeNs);
            reportedNs = newTimeNs;
        }

        @Override
        public void await(final long newTimeNs) {
            // It is not woken.
        }
    }

    private final Above above = new Above();

    private static Plan plan(final OnLost onLost) {
        return Plan.of(10, 40).asset("a", 10).asset("child", 10, true, onLost);
    }

    private HubLab root(final OnLost onLost) {
        final HubLab root = plan(onLost).open();
        root.join(1, "a", 10).ready();
        root.enter(CHILD, join(root, CHILD, null)).ready();
        root.run(5);
        return root;
    }

    private Reply join(final HubLab root, final int connection, final Long timeNs) {
        return root.ask(connection,
            Request.Join.of(nextId++, "child").stepNs(10).federate(Report.CORE).timeNs(timeNs));
    }

    /** All clocks go back while the child is away. */
    private static void resetWithoutTheChild(final HubLab root) {
        root.close(CHILD);
        root.reset(90);
        root.assets.get("a").resetDone();
    }

    private static void assertGoesOnFrom0(final HubLab root, final Reply reply) {
        final LabAsset child = root.enter(NEXT, reply);
        assertThat(reply.joined().anew()).isTrue();
        assertThat(child.timeNs()).isZero();
        child.frozen = true;
        child.ready();
        root.run(20);
        assertThat(root.coreNs()).as("held by the child").isLessThanOrEqualTo(40);
        assertThat(root.events(NEXT, Event.Clocks.class)).isEmpty();
        child.resetDone();
        assertThat(root.events(NEXT, Event.Clocks.class)).hasSize(1);
        assertThat(root.state()).isEqualTo(HubState.RUNNING);
        child.frozen = false;
        root.run(20);
        assertThat(root.coreNs()).isGreaterThan(100);
        root.assertSafe();
    }

    @Test
    void aChildThatMissedAResetBeginsWithTheOthers() {
        final HubLab root = root(OnLost.RESTART);
        resetWithoutTheChild(root);
        assertGoesOnFrom0(root, join(root, NEXT, 40L));
    }

    /** The hub that has ordered the reset is killed; the next one finds its clocks, at which its own asset attaches. */
    private HubLab next(final HubLab killed) {
        final LeftClocks left = LeftInMemory.of(killed);
        final HubLab next = plan(OnLost.RESTART).open(left);
        final long timeNs = left.assets().get(0).timeNs();
        next.enter(1, next.ask(1, Request.Join.of(nextId++, "a").stepNs(10).timeNs(timeNs))).ready();
        return next;
    }

    @Test
    void theHubThatComesNextKnowsWhichChildMissedAReset() {
        final HubLab root = root(OnLost.RESTART);
        resetWithoutTheChild(root);
        final HubLab next = next(next(root));
        assertGoesOnFrom0(next, join(next, NEXT, 0L));
    }

    @Test
    void andThatItWasNotYetBackAtItsStart() {
        final HubLab root = root(OnLost.RESTART);
        resetWithoutTheChild(root);
        root.enter(CHILD, join(root, CHILD, 40L)).ready();
        final HubLab next = next(root);
        assertGoesOnFrom0(next, join(next, NEXT, 0L));
    }

    @Test
    void butNotOfOneThatWasPutBackSince() {
        final HubLab root = root(OnLost.RESTART);
        resetWithoutTheChild(root);
        final LabAsset child = root.enter(CHILD, join(root, CHILD, 40L));
        child.ready();
        child.resetDone();
        root.run(20);
        final HubLab next = next(root);
        final long timeNs = child.timeNs();
        assertThat(timeNs).isPositive();
        final Reply reply = join(next, NEXT, timeNs);
        assertThat(reply.joined().anew()).isNull();
        assertThat(next.enter(NEXT, reply).timeNs()).isEqualTo(timeNs);
    }

    /** It was let go while no run was under way. */
    @Test
    void soDoesOneThatHaltsARunWhichHasNotBegunAnew() {
        final HubLab root = root(OnLost.HALT);
        root.pause();
        root.reset(90);
        root.assets.get("a").resetDone();
        root.assets.get("child").resetDone();
        root.close(CHILD);
        assertThat(root.state()).isEqualTo(HubState.PAUSED);
        final Reply reply = join(root, NEXT, 40L);
        assertThat(reply.joined().anew()).isTrue();
        final LabAsset child = root.enter(NEXT, reply);
        child.ready();
        root.resume();
        assertThat(root.state()).as("it is not back at its start").isEqualTo(HubState.WAITING);
        child.resetDone();
        assertThat(root.state()).isEqualTo(HubState.RUNNING);
    }

    @Test
    void oneThatIsLostOnceMoreBeforeItIsBackBeginsAnewAgain() {
        final HubLab root = root(OnLost.RESTART);
        resetWithoutTheChild(root);
        join(root, CHILD, 40L);
        root.close(CHILD);
        assertGoesOnFrom0(root, join(root, NEXT, 0L));
    }

    @Test
    void anotherResetBeforeItIsBackIsTheSameToIt() {
        final HubLab root = root(OnLost.RESTART);
        resetWithoutTheChild(root);
        final LabAsset child = root.enter(NEXT, join(root, NEXT, 40L));
        root.reset(90);
        root.assets.get("a").resetDone();
        assertThat(root.state()).isEqualTo(HubState.RESETTING);
        child.resetDone();
        assertThat(root.events(NEXT, Event.Clocks.class)).hasSize(1);
        child.resetDone();
        assertThat(root.events(NEXT, Event.Clocks.class)).hasSize(1);
    }

    /** It has not heard yet that the next reset has begun, and is to take part in that. */
    @Test
    void theWordThatItIsBackCountsForNoResetThatHasBegunSince() {
        final HubLab root = root(OnLost.RESTART);
        resetWithoutTheChild(root);
        final LabAsset child = root.enter(NEXT, join(root, NEXT, 40L));
        child.ready();
        root.reset(90);
        root.assets.get("a").resetDone();
        assertThat(root.ask(NEXT, new Request.ResetDone(nextId++, "child")).ok()).isTrue();
        assertThat(root.state()).isEqualTo(HubState.RESETTING);
        assertThat(root.events(NEXT, Event.Clocks.class)).isEmpty();
        child.resetDone();
        assertThat(root.events(NEXT, Event.Clocks.class)).hasSize(1);
        assertThat(root.state()).isEqualTo(HubState.RUNNING);
    }

    /** A child hub below which is a sender that a receives. */
    private static HubLab withASenderBelow() {
        return Plan.of(10, 40).asset("a", 10).asset("child", 10, true, OnLost.RESTART)
            .channels(new MessagePlan(0, Map.of("child/drone", List.of(OutputSpec.named("pose"))),
            Map.of("a", List.of(InputSpec.gated("pose", "child/drone"))), false)).open();
    }

    /** Its mirrors here have had the reset that it makes up for, and would not tell the next one from that. */
    @Test
    void whereItSendsToOthersTheNextResetWaitsUntilItIsBack() {
        final HubLab root = withASenderBelow();
        root.join(1, "a", 10).ready();
        root.enter(CHILD, join(root, CHILD, null)).ready();
        resetWithoutTheChild(root);
        final LabAsset child = root.enter(NEXT, join(root, NEXT, 40L));
        assertThat(root.replies(90, root.reset(90)).get(0).error()).isEqualTo("child hub 'child' missed the last reset,"
            + " and is still going back to its start; reset when it is there");
        assertThat(root.state()).isNotEqualTo(HubState.RESETTING);
        child.resetDone();
        root.reset(90);
        assertThat(root.state()).isEqualTo(HubState.RESETTING);
    }

    @Test
    void lostAgainBeforeItIsBackItHoldsUpNoReset() {
        final HubLab root = withASenderBelow();
        root.join(1, "a", 10).ready();
        root.enter(CHILD, join(root, CHILD, null)).ready();
        resetWithoutTheChild(root);
        root.enter(NEXT, join(root, NEXT, 40L));
        root.close(NEXT);
        root.reset(90);
        assertThat(root.state()).isEqualTo(HubState.RESETTING);
    }

    /** The link to the child was slow, and another process has taken the child's place meanwhile. */
    @Test
    void aWordOnAnEarlierResetCountsForNoLaterOne() {
        final HubLab root = root(OnLost.RESTART);
        root.reset(90);
        final Long first = root.assets.get("child").resetOf;
        root.assets.get("a").resetDone();
        root.assets.get("child").resetDone();
        root.reset(90);
        root.assets.get("a").resetDone();
        assertThat(root.assets.get("child").resetOf).isGreaterThan(first);
        assertThat(root.ask(CHILD, new Request.ResetDone(nextId++, "child", first)).ok()).isTrue();
        assertThat(root.state()).isEqualTo(HubState.RESETTING);
        root.assets.get("child").resetDone();
        assertThat(root.state()).isEqualTo(HubState.RUNNING);
        assertThat(root.events(1, Event.Reset.class)).as("an asset need not say which").containsOnly(
            new Event.Reset(null));
    }

    /** Receivers here may have heard the child's dawn of time in this epoch, and would hear it again, or not at all. */
    @Test
    void oneThatHasSentItsDawnTakesAllBackWithIt() {
        final HubLab root = withASenderBelow();
        final LabAsset a = root.join(1, "a", 10);
        a.ready();
        final LabAsset child = root.enter(NEXT, join(root, NEXT, 40L));
        assertThat(root.state()).as("they have never been in one epoch").isEqualTo(HubState.RESETTING);
        child.resetOf = root.events(NEXT, Event.Reset.class).get(0).epoch();
        child.ready();
        a.resetDone();
        child.resetDone();
        assertThat(root.events(NEXT, Event.Clocks.class)).hasSize(1);
        assertThat(root.state()).isEqualTo(HubState.RUNNING);
        root.close(NEXT);
        root.reset(90);
        a.resetDone();
        root.enter(CHILD, join(root, CHILD, 40L));
        assertThat(root.state()).as("in this epoch it has sent nothing").isNotEqualTo(HubState.RESETTING);
    }

    @Test
    void aRunThatWentOnWithoutItRefusesItAndSaysWhatToDo() {
        final HubLab root = root(OnLost.DROP);
        root.close(CHILD);
        root.run(20);
        final Reply refused = join(root, NEXT, 40L);
        assertThat(refused.code()).isEqualTo(RefusalCode.CANNOT_GO_ON.name());
        assertThat(refused.error()).endsWith("it cannot go on at 40ns; start it with --fresh");
        assertThat(root.warnings).last().asString().startsWith("child hub 'child' is refused: ").endsWith("--fresh");
    }

    private void hear(final HubLab lab, final ParentNews news) {
        lab.on(new HubCommand.OfParent(news));
    }

    /** It was in a reset when this hub was killed, and what it waits for below joins only after that. */
    @Test
    void aChildThatIsBackAtItsStartNeedNotBeReadyForTheReset() {
        final HubLab root = plan(OnLost.DROP).open(new LeftClocks(1, 7, true, 60, 40,
            List.of(left("a", 60), new LeftAsset("child", 0, 0, 10, 10, false, 30))));
        root.on(new HubCommand.ProcessSurvives("a"));
        final LabAsset child = root.enter(CHILD, join(root, CHILD, 0L));
        assertThat(root.state()).as("a is to attach").isEqualTo(HubState.WAITING);
        final LabAsset a = root.enter(1, root.replies(1, attach(root, 1, "a", 60)).get(0));
        a.ready();
        assertThat(root.state()).isEqualTo(HubState.RESETTING);
        a.resetDone();
        child.resetDone();
        assertThat(root.events(CHILD, Event.Clocks.class)).hasSize(1);
        assertThat(root.coreNs()).isZero();
        assertThat(root.state()).isEqualTo(HubState.WAITING);
        child.ready();
        assertThat(root.state()).isEqualTo(HubState.RUNNING);
    }

    @Test
    void norOneThatComesLast() {
        final HubLab root = plan(OnLost.DROP).open(new LeftClocks(1, 7, true, 60, 40,
            List.of(left("a", 60), new LeftAsset("child", 0, 0, 10, 10, false, 30))));
        root.on(new HubCommand.ProcessSurvives("a"));
        root.enter(1, root.replies(1, attach(root, 1, "a", 60)).get(0)).ready();
        assertThat(root.state()).isEqualTo(HubState.WAITING);
        root.enter(CHILD, join(root, CHILD, 0L));
        assertThat(root.state()).isEqualTo(HubState.RESETTING);
    }

    /** A child that takes over at 60, with two assets that live. */
    private HubLab takesOver() {
        final HubLab lab = Plan.of(10, 30).asset("a", 10).asset("b", 10, false, OnLost.DROP).open(
            new LeftClocks(1, 7, true, 60, 30, List.of(left("a", 60), left("b", 50))));
        lab.on(new HubCommand.ProcessSurvives("a"));
        lab.on(new HubCommand.ProcessSurvives("b"));
        lab.machine.under(above, Report.CORE, new ParentPlace("root", null, "child", true));
        assertThat(lab.toParent).containsExactly(new ToParent.Join(60L));
        above.timeNs = 20;
        return lab;
    }

    private static LeftAsset left(final String name, final long timeNs) {
        return new LeftAsset(name, 70 + name.charAt(0), HubLab.START_TIME, 10, 10, false, timeNs);
    }

    private static long attach(final HubLab lab, final int connection, final String name, final long timeNs) {
        final long id = 500 + connection;
        lab.on(new HubCommand.Ask(connection, Request.Join.of(id, name).stepNs(10).timeNs(timeNs)
            .process(70 + name.charAt(0), 0), HubLab.START_TIME));
        return id;
    }

    @Test
    void assetsThatAreToAttachTakePartInTheReset() {
        final HubLab lab = takesOver();
        hear(lab, new ParentNews.Joined(0, HubState.RUNNING, 0, null, ParentNews.Place.ANEW));
        assertThat(lab.state()).isEqualTo(HubState.WAITING);
        final LabAsset a = lab.enter(1, lab.replies(1, attach(lab, 1, "a", 60)).get(0));
        a.ready();
        assertThat(lab.state()).as("b is not there yet, and would miss it").isEqualTo(HubState.WAITING);
        final LabAsset b = lab.enter(2, lab.replies(2, attach(lab, 2, "b", 50)).get(0));
        assertThat(lab.state()).isEqualTo(HubState.RESETTING);
        b.ready();
        a.resetDone();
        b.resetDone();
        assertThat(lab.toParent).last().isEqualTo(new ToParent.ResetDone(null));
        hear(lab, new ParentNews.Clocks());
        assertThat(lab.toParent).last().isEqualTo(new ToParent.Ready());
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        lab.run(20);
        assertThat(lab.coreNs()).isEqualTo(20);
        assertThat(above.reportedNs).isEqualTo(20);
        assertThat(lab.warnings).anyMatch(line -> line.contains("all simulators go back to their starts"));
    }

    @Test
    void anAssetThatEndsInsteadIsNotWaitedFor() {
        final HubLab lab = takesOver();
        hear(lab, new ParentNews.Joined(0, HubState.RUNNING, 0, null, ParentNews.Place.ANEW));
        lab.enter(1, lab.replies(1, attach(lab, 1, "a", 60)).get(0)).ready();
        lab.on(new HubCommand.SurvivorEnded("b", 70 + 'b'));
        assertThat(lab.state()).isEqualTo(HubState.RESETTING);
    }

    /** Its clock is put to T_c, where it has not come in the run that it is about to begin. */
    @Test
    void noReceiverIsToldThatASimulatorAtItsStartHasPublishedUpToItsClock() {
        final Plan plan = Plan.of(10, 30).asset("a", 10).asset("b", 10).channels(new MessagePlan(0,
            Map.of("a", List.of(OutputSpec.named("pose"))), Map.of("b", List.of(InputSpec.gated("pose", "a"))), false));
        final MessageLog log = plan.messages.log("a", OutputSpec.USUAL_MAX_BYTES);
        log.expect(0);
        log.reset();
        final HubLab lab = plan.open(new LeftClocks(1, 7, true, 60, 30, List.of(left("a", 50), left("b", 60))));
        lab.on(new HubCommand.ProcessSurvives("a"));
        lab.on(new HubCommand.ProcessSurvives("b"));
        final LabAsset a = lab.enter(1, lab.replies(1, attach(lab, 1, "a", 0)).get(0));
        assertThat(a.timeNs()).isEqualTo(60);
        assertThat(log.frontierNs()).isEqualTo(-1);
    }

    /** The same of a reset that the parent orders while they are still to attach. */
    @Test
    void aResetWaitsForAssetsThatAreToAttach() {
        final HubLab lab = takesOver();
        above.timeNs = 100;
        hear(lab, new ParentNews.Joined(60, HubState.RUNNING, 0));
        hear(lab, new ParentNews.Reset(null));
        lab.enter(1, lab.replies(1, attach(lab, 1, "a", 60)).get(0)).ready();
        assertThat(lab.state()).isEqualTo(HubState.WAITING);
        lab.enter(2, lab.replies(2, attach(lab, 2, "b", 50)).get(0));
        assertThat(lab.state()).isEqualTo(HubState.RESETTING);
    }

    @Test
    void aChildThatLivedOnIsPutBackAtOnce() {
        final HubLab lab = Plan.of(10, 30).asset("a", 10).open();
        lab.machine.under(above, Report.CORE, new ParentPlace("root", null, "child", true));
        final long id = lab.beginJoin(1, "a", 10);
        above.timeNs = 100;
        hear(lab, new ParentNews.Joined(0, HubState.RUNNING, 0));
        final LabAsset a = lab.enter(1, lab.replies(1, id).get(0));
        a.ready();
        lab.run(50);
        assertThat(lab.coreNs()).isEqualTo(100);
        hear(lab, new ParentNews.Away("the connection was closed"));
        above.timeNs = 0;
        hear(lab, new ParentNews.Joined(0, HubState.WAITING, 0, null, ParentNews.Place.ANEW));
        assertThat(lab.toParent).as("not ready in this epoch").last().isEqualTo(new ToParent.Join(100L));
        assertThat(lab.state()).isEqualTo(HubState.RESETTING);
        assertThat(lab.counters("takt parent-time hub=lab")).isEmpty();
        a.resetDone();
        hear(lab, new ParentNews.Clocks());
        assertThat(lab.toParent).last().isEqualTo(new ToParent.Ready());
        hear(lab, new ParentNews.State(HubState.RUNNING, null));
        above.timeNs = 30;
        lab.run(20);
        assertThat(above.reportedNs).isEqualTo(30);
    }
}
