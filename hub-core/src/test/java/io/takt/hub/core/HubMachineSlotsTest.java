package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import io.takt.asset.HubState;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.rule.GateLiveness.Link;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Receivers for which messages are kept, or no more, through refusals, restarts, resets and the death of a hub. */
class HubMachineSlotsTest {
    private static final OutputSpec POSE = OutputSpec.named("pose").maxBytes(LabMessages.LARGE);
    private static final InputSpec OF_DRONE = InputSpec.gated("pose", "drone");
    private static final MessagePlan TO_SCREEN =
        new MessagePlan(7, Map.of("drone", List.of(POSE)), Map.of("screen", List.of(OF_DRONE)), false);

    private long nextId = 10_000;

    private Reply join(final HubLab lab, final int connection, final String name, final Long timeNs,
        final boolean atCoreTime, final List<OutputSpec> outputs, final InputSpec... inputs) {
        return lab.ask(connection, Request.Join.of(nextId++, name).stepNs(10).timeNs(timeNs).atCoreTime(atCoreTime)
            .outputs(outputs).inputs(List.of(inputs)));
    }

    private LabAsset drone(final HubLab lab) {
        return lab.enter(1, join(lab, 1, "drone", null, false, List.of(POSE)));
    }

    private LabAsset radar(final HubLab lab, final InputSpec... inputs) {
        return lab.enter(2, join(lab, 2, "radar", null, false, List.of(), inputs));
    }

    private static LeftClocks left(final boolean begun, final LeftAsset... assets) {
        return new LeftClocks(7, 1, begun, begun ? 30 : 0, 40, List.of(assets));
    }

    private static LeftAsset left(final String name, final long timeNs) {
        return new LeftAsset(name, 11, 5, 10, 0, false, timeNs);
    }

    private static MessageLog log(final Plan plan) {
        return plan.messages.log("drone");
    }

    private static Plan optionalScreen() {
        return Plan.of(10, 40).asset("drone", 10).asset("screen", 10, false, OnLost.DROP).channels(TO_SCREEN);
    }

    @Test
    void aRunIsTakenOverThoughAReceiverIsNotThereAndMuchWasSent() throws Exception {
        final Plan plan = optionalScreen();
        final HubLab lab = plan.open();
        final LabAsset drone = lab.join(1, "drone", 10);
        final LabMessages endpoint = new LabMessages(lab, drone);
        endpoint.endpoint().endDawn();
        drone.ready();
        endpoint.step("pose", 0, 10, 40);
        final HubLab next = plan.open(left(true, left("drone", 10)));
        assertThat(next.state()).isEqualTo(HubState.WAITING);
        next.member("drone", 10);
        assertThat(next.state()).isEqualTo(HubState.RUNNING);
    }

    @Test
    void theDawnIsStillKeptForAwaitedReceiversAfterATakeoverBeforeTheRun() {
        final Plan plan = Plan.of(10, 40).asset("drone", 10).asset("screen", 10).channels(TO_SCREEN);
        plan.open().join(1, "drone", 10);
        plan.open(left(false, left("drone", 0)));
        assertThat(log(plan).slots().of("screen")).isNotNegative();
    }

    @Test
    void afterATakeoverReceiversMayComeBeforeTheirSenders() {
        final Plan plan = Plan.of(10, 40);
        final HubLab lab = plan.open();
        drone(lab);
        final LabAsset radar = radar(lab, OF_DRONE, InputSpec.latest("pose", "drone"));
        final HubLab next = plan.open(left(true, left("drone", 10), left("radar", 10)));
        final LabAsset again = next.enter(2, join(next, 2, "radar", 10L, false, List.of(), OF_DRONE));
        assertThat(again.clocks.messages().inputs()).isEqualTo(List.of(radar.clocks.messages().inputs().get(0)));
        assertThat(join(next, 3, "late", null, false, List.of(), InputSpec.gated("poes", "drone")).error())
            .isEqualTo("it receives channel 'poes' from 'drone', which sends nothing");
    }

    @Test
    void afterATakeoverAReceiverIsLetInAndNotHeldUpByDepartedSenders() {
        final Plan plan = Plan.of(10, 40);
        final HubLab lab = plan.open();
        drone(lab);
        radar(lab, OF_DRONE);
        final HubLab next = plan.open(left(true, left("radar", 10)));
        final LabAsset radar = next.enter(2, join(next, 2, "radar", 10L, false, List.of(), OF_DRONE));
        assertThat(next.machine.status().missing()).isEmpty();
        radar.ready();
        assertThat(next.state()).isEqualTo(HubState.RUNNING);
        assertThat(log(plan).frontierNs()).as("no receiver waits for it").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void afterATakeoverAndAResetDepartedSendersHoldUpNoReceiverAndTheirMessagesAreGone() throws Exception {
        final Plan plan = Plan.of(10, 40);
        final HubLab lab = plan.open();
        final LabAsset drone = drone(lab);
        final LabAsset radar = radar(lab, OF_DRONE);
        final LabMessages endpoint = new LabMessages(lab, drone);
        endpoint.endpoint().endDawn();
        drone.ready();
        radar.ready();
        endpoint.step("pose", 0, 10, 1);
        drone.leave();
        final HubLab next = plan.open(left(true, left("radar", 10)));
        next.reset(9);
        final LabAsset again = radar(next, OF_DRONE);
        again.ready();
        assertThat(next.machine.status().missing()).isEmpty();
        assertThat(next.state()).isEqualTo(HubState.RUNNING);
        assertThat(log(plan).frontierNs()).as("no receiver waits for it").isEqualTo(Long.MAX_VALUE);
        final LabMessages receiver = new LabMessages(next, again);
        final List<Long> got = new ArrayList<>();
        receiver.endpoint().channels().subscribe("pose", message -> got.add(message.sequence()));
        receiver.endpoint().begin(10, 20);
        assertThat(got).as("of the run before").isEmpty();
    }

    @Test
    void afterATakeoverAndAResetASenderOfUnknownChannelsBeginsWithTheDawn() {
        final Plan plan = Plan.of(10, 40);
        final HubLab lab = plan.open();
        final LabAsset drone = drone(lab);
        final LabMessages endpoint = new LabMessages(lab, drone);
        endpoint.endpoint().endDawn();
        endpoint.endpoint().publish(0, 10);
        endpoint.endpoint().advance(0, 10);
        final HubLab next = plan.open(left(true, left("drone", 10)));
        next.reset(9);
        drone(next);
        assertThat(log(plan).frontierNs()).isEqualTo(-1);
    }

    @Test
    void anAssetBackFromAnUnfinishedResetAfterAnotherSendsItsDawnInOneMore() {
        final Plan plan = Plan.of(10, 40);
        final HubLab lab = plan.open();
        drone(lab);
        final HubLab next = plan.open(left(true, left("drone", 10), left("radar", 10)));
        next.reset(9);
        final LabAsset again = next.enter(1, join(next, 1, "drone", 0L, false, List.of(POSE)));
        assertThat(next.events(1, Event.Reset.class)).isEmpty();
        again.ready();
        assertThat(next.events(1, Event.Reset.class)).hasSize(1);
        again.resetDone();
        assertThat(next.state()).isEqualTo(HubState.RUNNING);
    }

    @Test
    void aReceiverThatIsStartedAgainIsLetInThoughItsSenderHasLeft() {
        final Plan plan = Plan.of(10, 40).restarted("radar", 10, 2);
        final HubLab lab = plan.open();
        final LabAsset drone = drone(lab);
        final LabAsset radar = radar(lab, OF_DRONE);
        drone.ready();
        radar.ready();
        lab.run(4);
        drone.leave();
        lab.close(radar.connection);
        assertThat(radar(lab, OF_DRONE).clocks.messages().inputs()).isEqualTo(radar.clocks.messages().inputs());
        assertThat(join(lab, 3, "late", null, false, List.of(), OF_DRONE).ok()).as("a new one is not").isFalse();
    }

    @Test
    void aJoinThatIsRefusedLeavesNoSlotBehind() {
        int refused = 0;
        for (int records = 8; records < 40; records++) {
            final Plan plan = Plan.of(10, 40).asset("drone", 10).records(records);
            final HubLab lab = plan.open();
            final Reply drone = join(lab, 1, "drone", null, false, List.of(POSE));
            if (drone.ok()) {
                lab.enter(1, drone).ready();
                final boolean isIn = join(lab, 2, "radar", null, false, List.of(), OF_DRONE).ok();
                assertThat(log(plan).slots().of("radar") >= 0).as("%d records", records).isEqualTo(isIn);
                refused += isIn ? 0 : 1;
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aJoinThatIsRefusedForItsSecondInputHasNoFirst() {
        final Plan plan = Plan.of(10, 40);
        final HubLab lab = plan.open();
        drone(lab);
        lab.enter(3, join(lab, 3, "tower", null, false, List.of(POSE)));
        final MessageLog full = plan.messages.log("tower");
        for (int i = 0; i < MessageLog.MOST_READERS; i++) {
            full.slots().take("r" + i);
        }
        assertThat(join(lab, 2, "radar", null, false, List.of(), OF_DRONE, InputSpec.gated("pose", "tower")).error())
            .isEqualTo("asset 'tower' has too many receivers; its log has no room for 'radar'");
        assertThat(log(plan).slots().of("radar")).isNegative();
    }

    @Test
    void aJoinThatIsRefusedLeavesNoChannelBehind() {
        final Plan plan = Plan.of(10, 40);
        final HubLab lab = plan.open();
        lab.enter(3, join(lab, 3, "tower", null, false, List.of(POSE)));
        final MessageLog full = plan.messages.log("tower");
        for (int i = 0; i < MessageLog.MOST_READERS; i++) {
            full.slots().take("r" + i);
        }
        assertThat(join(lab, 2, "radar", null, false, List.of(POSE), InputSpec.latest("wind", "weather"),
            InputSpec.gated("pose", "tower")).ok()).isFalse();
        assertThat(plan.messages.log("radar").channels()).isZero();
        assertThat(plan.messages.log("weather").channels()).isZero();
        assertThat(full.channels()).as("of the join before").isOne();
        assertThat(full.channel(0)).isEqualTo("pose");
        final List<OutputSpec> others = List.of(OutputSpec.named("echo").maxBytes(10));
        assertThat(join(lab, 2, "radar", null, false, others).joined().clocks().messages().outputs())
            .extracting(Reply.MessageOutput::channel, Reply.MessageOutput::index).containsExactly(tuple("echo", 0));
        assertThat(plan.messages.log("radar").isLatestWanted(0)).isFalse();
    }

    @Test
    void anAssetRefusedForWantOfCountersLeavesNoChannelBehind() {
        int refused = 0;
        for (int records = HubLab.CORE_COUNTERS; records < 20; records++) {
            final Plan plan = Plan.of(10, 40).records(records);
            final boolean isIn = join(plan.open(), 1, "drone", null, false, List.of(POSE)).ok();
            assertThat(log(plan).channels()).as("%d records", records).isEqualTo(isIn ? 1 : 0);
            refused += isIn ? 0 : 1;
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aRefusedReceiverKeepsThePlaceThatItHad() {
        for (int records = 8; records < 40; records++) {
            final Plan plan = Plan.of(10, 40).asset("drone", 10).restarted("radar", 10, 2).records(records).coolDown();
            final HubLab lab = plan.open();
            final Reply drone = join(lab, 1, "drone", null, false, List.of(POSE));
            final Reply radar = join(lab, 2, "radar", null, false, List.of(), OF_DRONE);
            if (drone.ok() && radar.ok()) {
                lab.enter(1, drone).ready();
                lab.enter(2, radar).ready();
                lab.close(2);
                for (final boolean atCoreTime : new boolean[] {true, false}) {
                    final Reply next = join(lab, 2, "radar", null, atCoreTime, List.of(POSE), OF_DRONE);
                    assertThat(log(plan).frontierNs()).isNotEqualTo(Long.MAX_VALUE);
                    assertThat(log(plan).slots().of("radar")).isEqualTo(radar.joined().clocks().messages().inputs()
                        .get(0).slot());
                    if (next.ok()) {
                        return;
                    }
                }
            }
        }
    }

    @Test
    void nothingIsKeptForAnOptionalReceiverUntilItComes() throws Exception {
        final Plan plan = optionalScreen();
        final HubLab lab = plan.open();
        final LabMessages drone = new LabMessages(lab, lab.join(1, "drone", 10));
        drone.send("pose", 2);
        drone.endpoint().endDawn();
        assertThat(log(plan).slots().of("screen")).isNegative();
        final LabAsset screen = lab.join(2, "screen", 10);
        final LabMessages endpoint = new LabMessages(lab, screen);
        final List<Long> got = new ArrayList<>();
        endpoint.endpoint().channels().subscribe("pose", message -> got.add(message.sequence()));
        endpoint.endpoint().begin(0, 10);
        assertThat(got).as("all of the dawn is still there").containsExactly(0L, 1L);

        final Plan other = optionalScreen();
        final HubLab full = other.open();
        final LabMessages more = new LabMessages(full, full.join(1, "drone", 10));
        more.send("pose", 20);
        more.endpoint().endDawn();
        assertThat(full.tryJoin(2, "screen", 10).error()).contains("sent more at the dawn of time than its log takes")
            .endsWith("let 'screen' join first, or make it required in the configuration, with its inputs");
    }

    @Test
    void aRequiredReceiverHoldsTheSenderUpWhenTheDawnFillsTheLog() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).asset("screen", 10).channels(TO_SCREEN).open();
        final LabMessages drone = new LabMessages(lab, lab.join(1, "drone", 10));
        assertThatIllegalStateException().isThrownBy(() -> drone.send("pose", 20))
            .withMessage("waits for room that no reader makes");
    }

    @Test
    void nothingIsKeptForAReceiverThatReadsLessThanItDid() {
        final Plan plan = Plan.of(10, 40).asset("drone", 10).restarted("radar", 10, 2);
        final HubLab lab = plan.open();
        drone(lab).ready();
        radar(lab, OF_DRONE).ready();
        lab.close(2);
        radar(lab);
        assertThat(log(plan).slots().of("radar")).isNegative();
    }

    @Test
    void afterATakeoverNothingIsKeptForAReceiverThatReadsLessThanItDid() {
        final Plan plan = Plan.of(10, 40);
        final HubLab lab = plan.open();
        drone(lab);
        radar(lab, OF_DRONE);
        final HubLab next = plan.open(left(true, left("drone", 10), left("radar", 10)));
        next.enter(2, join(next, 2, "radar", 10L, false, List.of()));
        next.enter(1, join(next, 1, "drone", 10L, false, List.of(POSE)));
        assertThat(log(plan).slots().of("radar")).isNegative();
    }

    @Test
    void anAssetThatBeginsAtTheCoresTimeGetsNoMessagesOfItsPredecessor() throws Exception {
        final Plan plan = Plan.of(10, 40).asset("drone", 10).restarted("radar", 10, 2);
        final HubLab lab = plan.open();
        final LabAsset drone = drone(lab);
        final LabMessages endpoint = new LabMessages(lab, drone);
        endpoint.endpoint().endDawn();
        drone.ready();
        radar(lab, OF_DRONE).ready();
        endpoint.step("pose", 0, 10, 1);
        lab.close(2);
        final LabAsset next = lab.enter(2, join(lab, 2, "radar", null, true, List.of(), OF_DRONE));
        assertThat(new LabMessages(lab, next).endpoint().read()).isFalse();
    }

    @Test
    void aLatestValueIsNotLargerThanItsFile() {
        final Plan plan = Plan.of(10, 40);
        final HubLab lab = plan.open();
        radar(lab, InputSpec.latest("pose", "drone"));
        assertThat(join(lab, 1, "drone", null, false, List.of(OutputSpec.named("pose").maxBytes(65_600))).error())
            .isEqualTo("the latest value of channel 'pose' of asset 'drone' was made for smaller messages than 65600"
                + " bytes, when a receiver of it joined; let 'drone' join first, or declare the channel in the"
                + " configuration");
    }

    @Test
    void afterAResetThereIsNoLatestValueOfOneThatIsAway() throws Exception {
        final Plan plan = Plan.of(10, 40).restarted("drone", 10, 2).asset("radar", 10).channels(new MessagePlan(0,
            Map.of("drone", List.of(POSE)), Map.of("radar", List.of(InputSpec.latest("pose", "drone"))), false));
        final HubLab lab = plan.open();
        final LabAsset drone = lab.member("drone", 10);
        final LabAsset radar = lab.member("radar", 10);
        final LabMessages endpoint = new LabMessages(lab, drone);
        endpoint.endpoint().endDawn();
        endpoint.step("pose", 0, 10, 1);
        lab.close(drone.connection);
        final LabMessages reader = new LabMessages(lab, radar);
        assertThat(reader.endpoint().channels().latest("pose").isNew()).isTrue();
        lab.reset(9);
        radar.resetDone();
        assertThat(reader.endpoint().channels().latest("pose").isNew()).isFalse();
    }

    @Test
    void theDawnOfOneThatDiesInAResetWhenItHasSentThatIsHandedOverOnce() throws Exception {
        final Plan plan = Plan.of(10, 40).restarted("drone", 10, 2).asset("radar", 10).channels(new MessagePlan(0,
            Map.of("drone", List.of(POSE)), Map.of("radar", List.of(InputSpec.retroactive("pose", "drone"))), false));
        final HubLab lab = plan.open();
        final LabAsset drone = lab.member("drone", 10);
        final LabAsset radar = lab.member("radar", 10);
        final LabMessages sender = new LabMessages(lab, drone);
        final LabMessages receiver = new LabMessages(lab, radar);
        final List<Long> got = new ArrayList<>();
        receiver.endpoint().channels().subscribe("pose", message -> got.add(message.sequence()));
        sender.endpoint().endDawn();
        sender.step("pose", 0, 10, 1);
        lab.reset(9);
        receiver.endpoint().beginReset();
        receiver.endpoint().endDawn();
        sender.endpoint().beginReset();
        sender.send("pose", 2).endpoint().endDawn();
        handOver(receiver);
        assertThat(got).containsExactly(0L, 1L);
        lab.close(drone.connection);
        radar.resetDone();
        receiver.endpoint().resume();
        final LabMessages next = new LabMessages(lab, lab.member("drone", 10));
        next.send("pose", 2).endpoint().endDawn();
        next.step("pose", 0, 10, 1);
        handOver(receiver);
        assertThat(got).containsExactly(0L, 1L, 2L);
    }

    /** Hands over all that is there; the receiver may learn of a reset by this first. */
    private static void handOver(final LabMessages receiver) throws Exception {
        receiver.endpoint().read();
        receiver.endpoint().read();
        receiver.endpoint().handArrived();
    }

    @Test
    void aPromiseStaysWithThePlaceAndEndsWhenTheAssetLeaves() {
        final Plan plan = Plan.of(10, 40).asset("drone", 10, false, OnLost.DROP).asset("radar", 10)
            .channels(new MessagePlan(7, Map.of("drone", List.of(POSE)), Map.of("radar", List.of(OF_DRONE)), false));
        final HubLab lab = plan.open();
        final LabAsset drone = lab.member("drone", 10);
        lab.member("radar", 10);
        final LabMessages endpoint = new LabMessages(lab, drone);
        endpoint.endpoint().endDawn();
        endpoint.endpoint().channels().output("pose").promiseNoSendBefore(500);

        final HubLab next = plan.open(left(true, left("drone", 10), left("radar", 10)));
        final LabAsset again = next.join(1, "drone", 10);
        final int counter = again.clocks.messages().outputs().get(0).frontierCounter();
        assertThat(next.counters.getCounterValue(counter)).isEqualTo(500);
        again.leave();
        final LabAsset another = next.join(1, "drone", 10);
        assertThat(next.counters.getCounterValue(another.clocks.messages().outputs().get(0).frontierCounter()))
            .isZero();
        assertThat(log(plan).promiseNs(0)).isZero();
    }

    @Test
    void gatesThatNoConfigurationNamesAreToldWhenTheRunBegins() {
        final HubLab lab = Plan.of(10, 40).open();
        final LabAsset drone = lab.enter(1, join(lab, 1, "drone", null, false, List.of(POSE),
            InputSpec.gated("pose", "radar").untilStepEnd()));
        final LabAsset radar = lab.enter(2, join(lab, 2, "radar", null, false, List.of(POSE), OF_DRONE));
        drone.ready();
        radar.ready();
        assertThat(lab.gates).hasSize(1);
        assertThat(lab.gates.get(0).links()).containsExactly(new Link("pose", "radar", "drone", 0, true),
            new Link("pose", "drone", "radar", 0, false));
        assertThat(lab.gates.get(0).assets()).extracting("name", "stepNs").hasSize(2);
        lab.pause();
        lab.resume();
        assertThat(lab.gates).as("once").hasSize(1);
    }

    @Test
    void gatesThatTheConfigurationNamesHaveBeenJudged() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).asset("radar", 10).channels(new MessagePlan(7,
            Map.of("drone", List.of(POSE)), Map.of("radar", List.of(OF_DRONE.untilStepEnd())), false)).open();
        lab.member("drone", 10);
        lab.member("radar", 10);
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        assertThat(lab.gates).isEmpty();
    }
}
