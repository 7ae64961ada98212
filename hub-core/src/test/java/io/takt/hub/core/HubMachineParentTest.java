package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.takt.asset.HubState;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.plan.HubPlan.JudgedChild;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.hub.core.status.Wait;
import io.takt.rule.Report;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MirrorChannel;
import io.takt.shm.message.MirrorSink;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A parent's dealings with its child hubs. */
class HubMachineParentTest {
    @Test
    void aChildOfAnotherScenarioIsRefused() {
        final HubLab upper = Plan.of(10, 30).open();
        final Reply reply = upper.ask(7, Request.Join.of(70, "site").stepNs(10).federate(Report.CORE).seed(5L));
        assertThat(reply.code()).isEqualTo("OTHER_SEED");
        assertThat(reply.error()).isEqualTo("its scenario has seed 5, and that of this hub 0; a tree is one scenario:"
            + " leave out seed in the child's configuration");
        assertThat(upper.ask(7, Request.Join.of(71, "site").stepNs(10).federate(Report.CORE).seed(0L)).ok()).isTrue();
    }

    /** The tree was judged by it, and its bound printed. */
    @Test
    void aChildThatReportsOtherwiseThanItsFileSaysIsRefused() {
        final Plan plan = Plan.of(10, 30).asset("site", 10).asset("other", 10);
        plan.judged = Map.of("site", new JudgedChild(Report.SLOWEST, 20), "other", new JudgedChild(Report.CORE, 0));
        final HubLab upper = plan.open();
        final Reply reply = upper.ask(7, Request.Join.of(70, "site").stepNs(10).federate(Report.CORE));
        assertThat(reply.ok()).isFalse();
        assertThat(reply.error()).isEqualTo("it reports its core, but the file that the configuration names for it says"
            + " slowest, by which the tree was judged; start it with that file");
        assertThat(upper.ask(7, Request.Join.of(71, "site").stepNs(10).federate(Report.SLOWEST)).ok()).isTrue();
        assertThat(upper.ask(8, Request.Join.of(72, "other").stepNs(10).federate(Report.CORE)).ok()).isTrue();
    }

    @Test
    void aChildWithAnotherMaxDelayThanItsFileSaysIsRefused() {
        final Plan plan = Plan.of(10, 30).asset("site", 10).asset("other", 10);
        plan.judged = Map.of("site", new JudgedChild(Report.CORE, 20), "other", new JudgedChild(Report.CORE, 0));
        final HubLab upper = plan.open();
        final Request.Join join = Request.Join.of(70, "site").stepNs(10).federate(Report.CORE);
        final Reply reply = upper.ask(7, join.maxDelayNs(25L));
        assertThat(reply.ok()).isFalse();
        assertThat(reply.error()).isEqualTo("its maxDelay is 25ns, but the file that the configuration names for it"
            + " says 20ns, by which the tree was judged; start it with that file");
        assertThat(upper.ask(8, Request.Join.of(71, "site").stepNs(10).federate(Report.CORE).maxDelayNs(20L)).ok())
            .isTrue();
        assertThat(upper.ask(9, Request.Join.of(72, "other").stepNs(10).federate(Report.CORE).maxDelayNs(1L)).ok())
            .as("its file does not say").isTrue();
    }

    /** A child's report of its slowest asset need not be a multiple of its core's step. */
    @Test
    void aChildThatReportsItsSlowestGoesOnFromAnyTime() {
        final HubLab upper = Plan.of(10, 30).asset("site", 10, true, OnLost.RESTART).open();
        final LabAsset child =
            upper.enter(7, upper.ask(7, Request.Join.of(70, "site").stepNs(10).federate(Report.SLOWEST)));
        child.ready();
        child.frozen = true;
        upper.run(20);
        upper.close(7);
        assertThat(upper.ask(8, Request.Join.of(80, "site").stepNs(10).federate(Report.SLOWEST).timeNs(7L)).ok())
            .isTrue();
    }

    /** A reset goes on without a child that is lost. Its slowest may be at 0, and others below in the old epoch. */
    @ParameterizedTest
    @EnumSource(Report.class)
    void aChildThatStandsAtZeroAndHasMissedAResetBeginsAnew(final Report report) {
        final HubLab upper = Plan.of(10, 30).asset("x", 10).asset("site", 10, true, OnLost.RESTART).open();
        final LabAsset x = upper.member("x", 0);
        final LabAsset child = upper.enter(7, upper.ask(7, Request.Join.of(70, "site").stepNs(10).federate(report)));
        child.ready();
        child.frozen = true;
        upper.run(20);
        upper.close(7);
        upper.reset(9);
        x.resetDone();
        final Reply reply =
            upper.ask(8, Request.Join.of(80, "site").stepNs(10).federate(report).timeNs(0L));
        assertThat(reply.ok()).isTrue();
        assertThat(reply.joined().anew()).isTrue();
    }

    @Test
    void whatAChildTellsOfThoseBelowItFollowsTheBlame() {
        final HubLab upper = Plan.of(10, 30).open();
        final LabAsset child = upper.enter(7, upper.ask(7, Request.Join.of(70, "site").stepNs(10)
            .federate(Report.CORE)));
        child.ready();
        child.frozen = true;
        upper.run(20);
        final Wait radar = new Wait("site-hub", "radar", HoldReason.SILENT, "its process 4711 is stopped", null, 5);
        final HubNode node = new HubNode("site-hub", 0, HubState.RUNNING, 30, 10, 1, radar, List.of(), 0);
        assertThat(upper.ask(7, new Request.Subtree(72, "site", null, StatusJson.of(node))).ok()).isTrue();
        final HubStatus status = upper.machine.status();
        assertThat(status.children()).containsExactly(new HubNode.Child("site", null, node));
        assertThat(status.blockerReason()).isEqualTo(HoldReason.BELOW);
        assertThat(status.waits()).hasSize(2).last().isEqualTo(radar);
        final HubNode.Link down = new HubNode.Link(false, 0, "its machine does not answer", null);
        assertThat(upper.ask(7, new Request.Subtree(73, "site", StatusJson.of(down), null)).ok()).isTrue();
        assertThat(upper.machine.status().blockerReason()).isEqualTo(HoldReason.LINK);
        assertThat(upper.machine.status().waits()).hasSize(1);
        assertThat(upper.machine.status().waits().get(0).detail()).isEqualTo("its machine does not answer");
        final LabAsset x = upper.member("x", 10);
        assertThat(upper.ask(x.connection, new Request.Subtree(74, "x", null, null)).error())
            .isEqualTo("asset 'x' is no child hub");
        assertThat(upper.ask(7, new Request.Subtree(75, "site", null, new TextNode("?"))).error())
            .startsWith("not a hub and those below it: ");
    }

    /** The child is as late as it likes. */
    @Test
    void aParentEndsWhenItsChildrenHaveSettled() {
        final HubLab upper = Plan.of(10, 30).asset("x", 10).until(50).open();
        upper.member("x", 0);
        final LabAsset child = upper.enter(7, upper.ask(7, Request.Join.of(70, "site").stepNs(10)
            .federate(Report.CORE)));
        child.ready();
        upper.run(20);
        assertThat(upper.coreNs()).isEqualTo(50);
        assertThat(child.timeNs()).isEqualTo(50);
        assertThat(upper.state()).as("assets below the child may have steps to do").isEqualTo(HubState.RUNNING);
        assertThat(upper.events(7, Event.Settle.class)).hasSize(1);
        assertThat(upper.ask(7, new Request.Settled(71, "site")).ok()).isTrue();
        upper.run(2);
        assertThat(upper.state()).isEqualTo(HubState.STOPPED);
        assertThat(upper.machine.end()).isEqualTo(End.REACHED);
        assertThat(upper.events(1, Event.Settle.class)).as("x is no hub").isEmpty();
    }

    /** The child may have answered before that reached it. */
    @Test
    void aChildIsAskedOnceMoreWhereSomethingHasCrossedMeanwhile() {
        askedOnceMoreAfter(MessageLog::nothingWillCome);
        askedOnceMoreAfter(log ->
            new MirrorSink(log, List.of(new MirrorChannel("pose", true, null)), counter -> { }).onPromise(0, 60));
    }

    private static void askedOnceMoreAfter(final Consumer<MessageLog> crossing) {
        final HubLab upper = Plan.of(10, 30).asset("x", 10).asset("site", 10).until(50).channels(new MessagePlan(0,
            Map.of("x", List.of(OutputSpec.named("pose"))),
            Map.of("site/tower", List.of(InputSpec.gated("pose", "x"))), false)).open();
        new LabMessages(upper, upper.join(1, "x", 10)).ready().tell(50);
        final LabAsset child = upper.enter(7, upper.ask(7, Request.Join.of(70, "site").stepNs(10)
            .federate(Report.CORE)));
        child.ready();
        upper.run(20);
        assertThat(upper.events(7, Event.Settle.class)).hasSize(1);
        crossing.accept(upper.messages().log("x", 0));
        assertThat(upper.ask(7, new Request.Settled(71, "site")).ok()).isTrue();
        upper.run(2);
        assertThat(upper.state()).isEqualTo(HubState.RUNNING);
        assertThat(upper.events(7, Event.Settle.class)).hasSize(2);
        assertThat(upper.ask(7, new Request.Settled(72, "site")).ok()).isTrue();
        upper.run(2);
        assertThat(upper.machine.end()).isEqualTo(End.REACHED);
    }

    @Test
    void nothingThatALostChildHasSaidCountsForTheNextOne() {
        final HubLab upper = Plan.of(10, 30).asset("x", 10).restarted("site", 10, 3).until(50).open();
        upper.member("x", 0);
        final LabAsset child = upper.enter(7, upper.ask(7, Request.Join.of(70, "site").stepNs(10)
            .federate(Report.CORE)));
        child.ready();
        upper.run(20);
        child.frozen = true;
        final HubNode.Link link = new HubNode.Link(true, 7, null, null);
        final HubNode node = new HubNode("site-hub", 0, HubState.RUNNING, 50, 10, 1, null, List.of(), 0);
        assertThat(upper.ask(7, new Request.Subtree(72, "site", StatusJson.of(link), StatusJson.of(node))).ok())
            .isTrue();
        assertThat(upper.machine.status().children()).containsExactly(new HubNode.Child("site", link, node));
        assertThat(upper.ask(7, new Request.Settled(71, "site")).ok()).isTrue();
        upper.close(7);
        assertThat(upper.machine.status().children()).containsExactly(new HubNode.Child("site", null, null));
        final LabAsset next = upper.enter(8, upper.ask(8, Request.Join.of(80, "site").stepNs(10)
            .federate(Report.CORE)));
        assertThat(upper.machine.status().children()).containsExactly(new HubNode.Child("site", null, null));
        next.ready();
        upper.run(2);
        assertThat(upper.state()).as("assets below the new one may have steps to do").isEqualTo(HubState.RUNNING);
        assertThat(upper.events(8, Event.Settle.class)).hasSize(1);
        assertThat(upper.ask(8, new Request.Settled(73, "site")).ok()).isTrue();
        upper.run(2);
        assertThat(upper.machine.end()).isEqualTo(End.REACHED);
    }

    @Test
    void aResetAtTheEndIsABeginningOfWhichTheChildHearsTheEndOnceMore() {
        final HubLab upper = Plan.of(10, 30).asset("x", 10).until(50).open();
        final LabAsset x = upper.member("x", 0);
        final LabAsset child = upper.enter(7, upper.ask(7, Request.Join.of(70, "site").stepNs(10)
            .federate(Report.CORE)));
        child.ready();
        upper.run(20);
        assertThat(upper.events(7, Event.Settle.class)).hasSize(1);
        upper.reset(9);
        x.resetDone();
        child.resetDone();
        assertThat(upper.coreNs()).isZero();
        upper.run(20);
        assertThat(upper.coreNs()).isEqualTo(50);
        assertThat(upper.state()).isEqualTo(HubState.RUNNING);
        assertThat(upper.events(7, Event.Settle.class)).hasSize(2);
        assertThat(upper.ask(7, new Request.Settled(71, "site")).ok()).isTrue();
        upper.run(2);
        assertThat(upper.machine.end()).isEqualTo(End.REACHED);
    }

    @Test
    void aChildThatReportsItsSlowestIsNeverTakenForStalled() {
        final HubLab upper = Plan.of(10, 10).open();
        final LabAsset child = upper.enter(7, upper.ask(7, Request.Join.of(70, "site").stepNs(10)
            .federate(Report.SLOWEST)));
        child.ready();
        child.frozen = true;
        upper.write(child.clocks.timeCounter(), 3);
        upper.run(20);
        assertThat(upper.coreNs()).isEqualTo(10);
        assertThat(upper.state()).as("from 3 no step of 10 is allowed up to 10").isEqualTo(HubState.RUNNING);
    }
}
