package io.takt.hub.core;

import static io.takt.hub.core.HubLab.MS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.HubState;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.hub.core.status.Wait;
import io.takt.hub.view.BlockerText;
import io.takt.hub.view.WaitText;
import io.takt.rule.Report;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.control.Event;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The blame goes down to the leaf when the run does not go, either. */
class HubMachineTreeBlameTest {
    private static final int CHILD = 1;

    private static Request.Join join(final String name) {
        return Request.Join.of(7, name).stepNs(10).federate(Report.CORE);
    }

    private static JsonNode told(final HubState state, final Wait held) {
        return StatusJson.of(new HubNode("site-a", 0, state, 0, 20, 1, held, List.of(), 0));
    }

    private static void tells(final HubLab root, final long id, final HubState state, final Wait held) {
        assertThat(root.ask(CHILD, new Request.Subtree(id, "site-a", null, told(state, held))).ok()).isTrue();
    }

    private static String blame(final HubLab root) {
        return WaitText.chain(root.machine.status().waits());
    }

    private static final Wait RADAR =
        new Wait("site-a", "radar", HoldReason.SILENT, "its process 4711 is stopped", null, 5);

    @Test
    void inAResetItFollowsAChildHubToTheLeafThatIsNotBack() {
        final HubLab root = Plan.of(10, 40).asset("site-a", 10).open();
        final LabAsset child = root.enter(CHILD, root.ask(CHILD, join("site-a")));
        child.ready();
        root.run(3);
        tells(root, 20, HubState.RUNNING, RADAR);
        root.reset(90);
        root.nowNs += 100 * MS;
        root.on(new HubCommand.Look());
        assertThat(root.events(CHILD, Event.Report.class)).as("it is asked").isNotEmpty();
        assertThat(root.machine.status().waits()).as("that was before the reset").hasSize(1);
        root.nowNs += 2_000L * MS;
        tells(root, 21, HubState.RESETTING, RADAR);
        final HubStatus status = root.machine.status();
        assertThat(status.blockerReason()).isEqualTo(HoldReason.BELOW);
        assertThat(blame(root))
            .isEqualTo("lab waits for site-a waits for radar: silent, its process 4711 is stopped");
        root.nowNs += 4_000L * MS;
        assertThat(root.machine.status().blockerReason()).as("it tells nothing any more").isEqualTo(HoldReason.SILENT);
    }

    @Test
    void aLongWaitIsToldOnceAndItsEndToo() {
        final HubLab root = Plan.of(10, 40).asset("site-a", 10).open();
        final LabAsset child = root.enter(CHILD, root.ask(CHILD, join("site-a")));
        child.ready();
        child.frozen = true;
        root.run(5);
        final HubNode.Link cut = new HubNode.Link(false, 0, "its machine does not answer", null);
        assertThat(root.ask(CHILD, new Request.Subtree(20, "site-a", StatusJson.of(cut), null)).ok()).isTrue();
        look(root, 900);
        assertThat(waits(root)).isEmpty();
        look(root, 200);
        look(root, 5_000);
        assertThat(waits(root)).containsExactly("lab waits for site-a (link down): its machine does not answer (for 1"
            + " s)");
        child.frozen = false;
        root.run(5);
        child.frozen = true;
        look(root, 10);
        assertThat(waits(root)).hasSize(2).last().isEqualTo("[site-a] after 6110 ms");
    }

    @Test
    void itGoesOnFromAnAssetThatWaitsForMessagesOfAChildHub() {
        final HubLab root = Plan.of(10, 40).asset("site-a", 10).asset("radar", 10).channels(new MessagePlan(0,
            Map.of("site-a/drone", List.of(OutputSpec.named("pose"))),
            Map.of("radar", List.of(InputSpec.gated("pose", "site-a/drone").untilStepEnd())), false)).open();
        final LabAsset child = root.enter(CHILD, root.ask(CHILD, join("site-a")));
        child.ready();
        root.member("radar", 10).frozen = true;
        root.run(9);
        look(root, 100);
        assertThat(root.events(CHILD, Event.Report.class)).as("it is asked though no watcher wants to know").hasSize(1);
        final Wait told = new Wait("site-a", "drone", HoldReason.INPUT, null, null, 5,
            new Wait("site-a", "gps", HoldReason.SILENT, "its process 4712 is stopped", null, 5));
        tells(root, 20, HubState.RUNNING, told);
        assertThat(blame(root)).isEqualTo("lab waits for radar waits for site-a waits for drone waits for gps: silent,"
            + " its process 4712 is stopped");
        final HubNode.Link cut = new HubNode.Link(false, 0, "its machine does not answer", null);
        assertThat(root.ask(CHILD, new Request.Subtree(21, "site-a", StatusJson.of(cut), null)).ok()).isTrue();
        assertThat(blame(root)).isEqualTo("lab waits for radar waits for site-a (link down): its machine does not"
            + " answer");
        assertThat(BlockerText.sentence(root.machine.status())).endsWith("radar for 0.100 s: waiting for channel 'pose'"
            + " of site-a/drone: the link to it is down");
    }

    private static List<String> waits(final HubLab root) {
        final List<String> lines = new ArrayList<>();
        for (final HubEvent event : root.record.events()) {
            if (event instanceof HubEvent.Waits waits) {
                lines.add(WaitText.chain(waits.chain()));
            } else if (event instanceof HubEvent.WaitOver over) {
                lines.add(over.names() + " after " + over.forNs() / MS + " ms");
            }
        }
        return lines;
    }

    private static void look(final HubLab root, final long afterMs) {
        root.nowNs += afterMs * MS;
        root.on(new HubCommand.Look());
    }

    /** Over a slow link, or while it is stopped, they would pile up before the lines of its run. */
    @Test
    void aChildThatOwesAnAnswerIsNotAskedAgainForTenSeconds() {
        final HubLab root = Plan.of(10, 40).asset("site-a", 10).open();
        root.enter(CHILD, root.ask(CHILD, join("site-a"))).ready();
        watch(root, 9);
        assertThat(root.events(CHILD, Event.Report.class)).hasSize(1);
        watch(root, 2);
        assertThat(root.events(CHILD, Event.Report.class)).as("the answer may be lost").hasSize(2);
        tells(root, 20, HubState.RUNNING, null);
        watch(root, 1);
        assertThat(root.events(CHILD, Event.Report.class)).hasSize(3);
    }

    private static void watch(final HubLab root, final int seconds) {
        for (int i = 0; i < seconds; i++) {
            root.nowNs += 1_000L * MS;
            root.on(new HubCommand.WantReports(2_000L * MS));
            root.on(new HubCommand.Look());
        }
    }

    /** What a child tells may be half a second old, in which its simulation can go on for minutes. */
    @Test
    void theTimeOfAChildIsNotOlderThanItsClockInTheParent() {
        final HubLab root = Plan.of(10, 40).asset("site-a", 10).open();
        final LabAsset child = root.enter(CHILD, root.ask(CHILD, join("site-a")));
        child.ready();
        tells(root, 20, HubState.RUNNING, null);
        root.run(5);
        assertThat(child.timeNs()).isPositive();
        assertThat(root.machine.status().children().get(0).hub().coreTimeNs()).isEqualTo(child.timeNs());
    }

    @Test
    void beforeARunItFollowsAChildHubToTheAssetThatIsMissing() {
        final HubLab root = Plan.of(10, 40).asset("site-a", 10).open();
        assertThat(blame(root)).isEqualTo("lab waits for site-a: it has not joined");
        root.enter(CHILD, root.ask(CHILD, join("site-a").process(812, 0)));
        assertThat(blame(root)).isEqualTo("lab waits for site-a: its process 812 is not ready");
        tells(root, 20, HubState.WAITING, new Wait("site-a", "radar", null, "its process 4711 is to attach again",
            null, 0));
        assertThat(blame(root))
            .isEqualTo("lab waits for site-a waits for radar: its process 4711 is to attach again");
        assertThat(root.machine.status().blocker()).as("the core is not held").isNull();
    }

    @Test
    void afterATakeOverItNamesTheAssetThatIsToAttach() {
        final HubLab hub = Plan.of(10, 40).asset("radar", 10).open(new LeftClocks(1, 7, true, 60, 40,
            List.of(new LeftClocks.LeftAsset("radar", 4711, HubLab.START_TIME, 10, 10, false, 60))));
        assertThat(blame(hub))
            .isEqualTo("lab waits for radar: it was lost, and another process is to take its place");
        hub.on(new HubCommand.ProcessSurvives("radar"));
        assertThat(blame(hub)).isEqualTo("lab waits for radar: its process 4711 is to attach again");
    }
}
