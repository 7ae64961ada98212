package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.Unit;
import io.takt.asset.message.ValueSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.ParentPlace;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.view.WaitText;
import io.takt.rule.Report;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The hub's part in channels: its answers to joins, the joins that it refuses, and which asset waits for which. */
class HubMachineMessagesTest {
    private static final OutputSpec POSE = OutputSpec.named("pose").maxBytes(100);
    private static final InputSpec POSE_OF_DRONE = InputSpec.gated("pose", "drone").delay(Duration.ofNanos(15));
    private static final MessagePlan POSES = new MessagePlan(7, Map.of("drone", List.of(POSE)),
        Map.of("radar", List.of(POSE_OF_DRONE), "screen", List.of(InputSpec.latest("pose", "drone"))), false);

    private long nextId = 1_000;

    private Reply join(final HubLab lab, final int connection, final String name, final long stepNs,
        final List<OutputSpec> outputs, final InputSpec... inputs) {
        return lab.ask(connection, Request.Join.of(nextId++, name).stepNs(stepNs).outputs(outputs)
            .inputs(List.of(inputs)));
    }

    private static HubLab planned(final OnLost onLost) {
        return Plan.of(10, 40).asset("drone", 10, true, onLost).asset("radar", 20, true, onLost)
            .asset("screen", 10, false, OnLost.HALT).channels(POSES).open();
    }

    private static MessageLog log(final HubLab lab) {
        return lab.messages().log("drone", 0);
    }

    @Test
    void aJoinIsAnsweredWithThePlaceOfItsMessages() {
        final HubLab lab = planned(OnLost.HALT);
        final Reply.Messages drone = lab.join(1, "drone", 10).clocks.messages();
        assertThat(drone.seed()).isEqualTo(7);
        assertThat(drone.inputs()).isEmpty();
        assertThat(drone.digestCounter()).isEqualTo(-1);
        final Reply.MessageOutput pose = drone.outputs().get(0);
        assertThat(pose.channel()).isEqualTo("pose");
        assertThat(pose.maxBytes()).isEqualTo(100);
        assertThat(lab.counters.getCounterTypeId(pose.frontierCounter())).isEqualTo(ClockLayout.FRONTIER_TYPE_ID);
        assertThat(lab.counters.getCounterLabel(pose.frontierCounter()))
            .isEqualTo("takt frontier hub=lab asset=drone channel=pose");

        final Reply.Messages radar = lab.join(2, "radar", 20).clocks.messages();
        assertThat(radar.outputs()).isEmpty();
        assertThat(lab.counters.getCounterLabel(radar.digestCounter())).isEqualTo("takt digest hub=lab asset=radar");
        final Reply.MessageInput input = radar.inputs().get(0);
        assertThat(input).isEqualTo(new Reply.MessageInput("pose", "drone", Delivery.GATED, 15, 0, 0, pose.index(),
            drone.log(), input.slot(), pose.latest(), null));
        assertThat(input.slot()).isNotNegative();
        final Reply.MessageInput latest = lab.join(3, "screen", 10).clocks.messages().inputs().get(0);
        assertThat(latest.delivery()).isEqualTo(Delivery.LATEST);
        assertThat(latest.slot()).isEqualTo(-1);
        assertThat(lab.join(4, "other", 10).clocks.messages()).isNull();
    }

    @Test
    void theConfigurationCountsMoreThanWhatAnAssetDeclares() {
        final HubLab lab = planned(OnLost.HALT);
        final Reply.Messages radar = join(lab, 2, "radar", 0, List.of(OutputSpec.named("echo")),
            InputSpec.gated("pose", "drone").loss(0.5), InputSpec.latest("wind", "weather")).joined().clocks()
            .messages();
        assertThat(radar.outputs()).extracting(Reply.MessageOutput::channel).containsExactly("echo");
        assertThat(radar.inputs()).extracting(Reply.MessageInput::channel).containsExactly("pose", "wind");
        assertThat(radar.inputs().get(0).delayNs()).isEqualTo(15);
        assertThat(radar.inputs().get(0).loss()).isZero();
    }

    @Test
    void aRunBeginsWithTheSendersOfAllDeclaredChannels() {
        final HubLab lab = Plan.of(10, 40).open();
        final LabAsset radar = lab.enter(1, join(lab, 1, "radar", 20, List.of(), POSE_OF_DRONE));
        radar.ready();
        assertThat(lab.state()).isEqualTo(HubState.WAITING);
        assertThat(lab.machine.status().missing()).containsExactly("drone");
        assertThat(lab.tryJoin(2, "drone", 10).error()).isEqualTo("asset 'radar' receives channel 'pose' from it, and"
            + " it does not declare that; declare it where it joins, or in the configuration");
        final LabAsset drone = lab.enter(2, join(lab, 2, "drone", 10, List.of(POSE)));
        drone.ready();
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        assertThat(lab.machine.status().missing()).isEmpty();
        assertThat(join(lab, 3, "late", 10, List.of(), InputSpec.gated("poes", "drone")).error())
            .isEqualTo("it receives channel 'poes' from 'drone', which sends pose");
        assertThat(join(lab, 3, "late", 10, List.of(), InputSpec.gated("pose", "ghost")).error()).isEqualTo("it"
            + " receives channel 'pose' from 'ghost', which is not there; let it join first, or declare the channel in"
            + " the configuration");
        assertThat(join(lab, 3, "late", 10, List.of(), InputSpec.gated("x", "late")).error())
            .isEqualTo("it receives channel 'x' from 'late', which sends nothing");
        assertThat(join(lab, 3, "late", 10, List.of(OutputSpec.named("x")), InputSpec.gated("x", "late")).ok())
            .isTrue();
    }

    @Test
    void aReceiverOfAChannelThatItsSenderDoesNotSendIsRefusedAndNotTheSender() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).asset("radar", 20).asset("tower", 20, false, OnLost.DROP)
            .channels(new MessagePlan(7, Map.of("drone", List.of(OutputSpec.named("pose"))),
                Map.of("tower", List.of(POSE_OF_DRONE)), false)).open();
        lab.enter(3, join(lab, 3, "tower", 0, List.of(), InputSpec.gated("extra", "drone"))).ready();
        final LabAsset radar = lab.enter(1, join(lab, 1, "radar", 20, List.of(), InputSpec.gated("poes", "drone")));
        radar.ready();
        final LabAsset drone = lab.enter(2, join(lab, 2, "drone", 0, List.of(OutputSpec.named("extra"))));
        drone.ready();
        assertThat(lab.events(1, Event.Refused.class)).containsExactly(
            new Event.Refused("radar", "BAD_CHANNEL",
                "it receives channel 'poes' from 'drone', which sends pose, extra"));
        assertThat(lab.events(3, Event.Refused.class)).as("who is right").isEmpty();
        assertThat(lab.state()).as("the run does not begin with it").isEqualTo(HubState.WAITING);
        assertThat(lab.machine.status().missing()).containsExactly("radar");
        radar.leave();
        assertThat(lab.state()).as("it is required").isEqualTo(HubState.WAITING);
        final LabAsset next = lab.enter(1, join(lab, 1, "radar", 20, List.of(), InputSpec.gated("pose", "drone")));
        next.ready();
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
    }

    /** Its log is as large as the configured channel needs; the size of another one is not known. */
    @Test
    void aChannelThatTheConfiguredSenderDoesNotNameIsSaidToBeTheMistakeAndNotItsSize() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).asset("radar", 20)
            .channels(new MessagePlan(7, Map.of("drone", List.of(OutputSpec.named("pose").maxBytes(100))),
                Map.of("radar", List.of(POSE_OF_DRONE)), false)).open();
        assertThat(lab.tryJoin(1, "radar", 20).ok()).isTrue();
        assertThat(join(lab, 2, "tower", 10, List.of(), InputSpec.gated("poes", "drone")).error())
            .isEqualTo("it receives channel 'poes' from 'drone', which sends pose by the configuration; if 'drone'"
                + " declares more, let it join first, or declare that in the configuration");
        assertThat(join(lab, 2, "tower", 10, List.of(), POSE_OF_DRONE).ok()).isTrue();
    }

    @Test
    void aMessageThatIsLargerThanTheLogIsRefusedAtTheJoin() {
        final HubLab lab = Plan.of(10, 40).open();
        assertThat(join(lab, 1, "radar", 20, List.of(), POSE_OF_DRONE).ok()).isTrue();
        assertThat(join(lab, 2, "drone", 10, List.of(OutputSpec.named("pose").maxBytes(10_000_000))).error())
            .isEqualTo("the log of asset 'drone' was made for smaller messages than 10000000 bytes, when a receiver of"
                + " them joined; let 'drone' join first, or declare its channels in the configuration");
    }

    @Test
    void othersWaitForASenderFromWhereItStartsAndNotWhenItHasGone() {
        final HubLab lab = planned(OnLost.DROP);
        assertThat(log(lab).frontierNs()).as("no sender is there").isEqualTo(Long.MAX_VALUE);
        final LabAsset drone = lab.member("drone", 10);
        assertThat(log(lab).frontierNs()).as("the dawn of time is to come").isEqualTo(-1);
        lab.member("radar", 20);
        lab.run(10);
        drone.leave();
        assertThat(log(lab).frontierNs()).isEqualTo(Long.MAX_VALUE);
        lab.run(10);
        final LabAsset late = lab.member("drone", 10);
        assertThat(late.timeNs()).isPositive();
        assertThat(log(lab).frontierNs()).isEqualTo(late.timeNs());
        lab.close(late.connection);
        assertThat(log(lab).frontierNs()).as("dropped").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aPlaceIsKeptForOneThatIsStartedAgain() {
        final HubLab lab = planned(OnLost.RESTART);
        lab.member("drone", 10);
        final LabAsset radar = lab.member("radar", 20);
        lab.run(4);
        final long leftAtNs = radar.timeNs();
        lab.close(radar.connection);
        final LabAsset next = lab.member("radar", 20);
        assertThat(next.timeNs()).isEqualTo(leftAtNs);
        assertThat(next.clocks.messages().inputs()).isEqualTo(radar.clocks.messages().inputs());
        assertThat(next.clocks.messages().digestCounter()).isEqualTo(radar.clocks.messages().digestCounter());
    }

    /** The second process of radar has taken messages out of the full log, and used none. */
    private static HubLab withCopies(final HubPlan.Restart restart) throws Exception {
        final OutputSpec large = OutputSpec.named("pose").maxBytes(LabMessages.LARGE);
        final HubLab lab = Plan.of(10, 40).asset("drone", 10, true, OnLost.RESTART)
            .asset("radar", 20, true, OnLost.RESTART, restart).channels(new MessagePlan(7,
                Map.of("drone", List.of(large)), Map.of("radar", List.of(POSE_OF_DRONE)), false)).open();
        final LabAsset drone = lab.member("drone", 10);
        final LabAsset radar = lab.member("radar", 20);
        final LabMessages ofDrone = new LabMessages(lab, drone);
        final LabMessages ofRadar = new LabMessages(lab, radar);
        ofDrone.endpoint().endDawn();
        ofDrone.beside(ofRadar).step("pose", 0, 10, 1);
        lab.close(radar.connection);
        assertThat(lab.state()).as("all is in the log").isNotEqualTo(HubState.FAILED);
        final LabAsset second = lab.member("radar", 20);
        assertThat(lab.warnings).as("all is in the log").isEmpty();
        ofDrone.beside(new LabMessages(lab, second)).step("pose", 10, 20, 16);
        lab.close(second.connection);
        return lab;
    }

    @Test
    void messagesThatWereTakenOutOfAFullLogAndWentWithAProcessAreCounted() throws Exception {
        final HubLab lab = withCopies(HubPlan.Restart.USUAL);
        assertThat(lab.machine.status().assets().get(1).missedMessages()).isZero();
        lab.member("radar", 20);
        assertThat(lab.warnings).containsExactly("asset 'radar' goes on from 0s and misses 10 messages from 'drone'"
            + " in steps before 55ns: the process before had taken them out of a full log, and not used them yet");
        assertThat(lab.machine.status().assets().get(1).missedMessages()).isEqualTo(10);
    }

    @Test
    void aRunThatIsToMissNothingEndsInstead() throws Exception {
        final HubLab lab = withCopies(new HubPlan.Restart(5, 7, true));
        assertThat(lab.state()).isEqualTo(HubState.FAILED);
        assertThat(lab.machine.status().end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.machine.status().reason()).isEqualTo("asset 'radar' was lost at 0s: its connection closed"
            + " without a leave, and another process would miss 10 messages from 'drone' in steps before 55ns,"
            + " after it was started again once");
    }

    @Test
    void aResetGivesOtherCountersAndTheSameLogs() {
        final HubLab lab = planned(OnLost.HALT);
        final LabAsset drone = lab.member("drone", 10);
        final LabAsset radar = lab.member("radar", 20);
        lab.run(4);
        lab.reset(9);
        drone.resetDone();
        radar.resetDone();
        final Event.Clocks clocks = lab.events(radar.connection, Event.Clocks.class).get(0);
        final Reply.Messages fresh = clocks.assets().get(0).messages();
        assertThat(fresh.inputs()).isEqualTo(radar.clocks.messages().inputs());
        assertThat(fresh).returns(radar.clocks.messages().log(), Reply.Messages::log)
            .returns(radar.clocks.messages().seed(), Reply.Messages::seed);
        assertThat(lab.events(drone.connection, Event.Clocks.class).get(0).assets().get(0).messages().outputs())
            .usingRecursiveFieldByFieldElementComparatorIgnoringFields("frontierCounter")
            .isEqualTo(drone.clocks.messages().outputs());
        assertThat(lab.counters.getCounterLabel(fresh.digestCounter())).isEqualTo("takt digest hub=lab asset=radar");
    }

    @Test
    void theEndDoesNotWaitForAReceiverWhoseMessagesCannotCome() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 25).asset("radar", 10).until(40)
            .channels(new MessagePlan(0, Map.of("drone", List.of(POSE)),
                Map.of("radar", List.of(InputSpec.gated("pose", "drone"))), false)).open();
        final LabAsset drone = lab.join(1, "drone", 25);
        final LabMessages ofDrone = new LabMessages(lab, drone).ready();
        final LabAsset radar = lab.member("radar", 10);
        while (lab.machine.doWork() > 0) {
            assertThat(lab.coreNs()).isLessThanOrEqualTo(40);
        }
        assertThat(lab.state()).as("drone can step").isEqualTo(HubState.RUNNING);
        drone.step();
        ofDrone.tell(25);
        radar.step();
        radar.step();
        assertThat(lab.machine.doWork()).as("radar, from 20, knows all up to 25").isZero();
        radar.step();
        lab.machine.doWork();
        assertThat(radar.timeNs()).as("from 30 it would have to know of more").isEqualTo(30);
        assertThat(lab.state()).isEqualTo(HubState.STOPPED);
    }

    /** A receiver at another hub goes on by what it is told of T_i, not by T_i itself. */
    @Test
    void aRunDoesNotEndBeforeItsSendersHaveToldTheirLastStep() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).asset("radar", 20).until(40).channels(POSES).open();
        final LabAsset drone = lab.join(1, "drone", 10);
        final LabMessages ofDrone = new LabMessages(lab, drone).ready();
        final LabAsset radar = lab.member("radar", 20);
        lab.run(20);
        ofDrone.tell(30);
        lab.run(20);
        assertThat(drone.timeNs()).isEqualTo(40);
        assertThat(radar.timeNs()).isEqualTo(40);
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        assertThat(lab.machine.status().blocker()).isEqualTo("drone");
        assertThat(lab.machine.sleeping().awaitedNs()).as("it rings for that when it has told").isEqualTo(40);
        ofDrone.tell(40);
        lab.run(20);
        assertThat(lab.state()).isEqualTo(HubState.STOPPED);
    }

    @Test
    void anAssetThatWaitsForMessagesSaysSo() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).asset("radar", 20).channels(new MessagePlan(0,
            Map.of("drone", List.of(POSE)),
            Map.of("radar", List.of(InputSpec.gated("pose", "drone").untilStepEnd())), false)).open();
        final LabAsset drone = lab.member("drone", 10);
        lab.member("radar", 20);
        drone.step();
        while (lab.machine.doWork() > 0) {
            drone.step();
            if (drone.timeNs() == 10) {
                drone.frozen = true;
            }
        }
        assertThat(lab.coreNs()).isEqualTo(40);
        assertThat(lab.machine.status().blocker()).isEqualTo("radar");
        assertThat(lab.machine.status().blockerReason()).isEqualTo(HoldReason.INPUT);
        assertThat(lab.machine.status().assets()).extracting(HubStatus.AssetStatus::awaited)
            .containsExactly(null, new HubStatus.Awaited("drone", "pose"));
        lab.nowNs += 1_100 * HubLab.MS;
        assertThat(WaitText.chain(lab.machine.status().waits()))
            .isEqualTo("lab waits for radar waits for drone: silent (for 1 s)");
        drone.frozen = false;
        drone.step();
        assertThat(lab.machine.status().blockerReason()).as("it knows all up to 20").isEqualTo(HoldReason.COMPUTING);
    }

    /** Sender, configured receiver, one that declares the channel itself, and both sides of a border. */
    @Test
    void typeAndUnitAreToldWhereverTheChannelIs() {
        final ValueSpec speed = new ValueSpec("double", new Unit("km/h", "m.s-1", 1 / 3.6, 0), null);
        final ValueSpec wanted = new ValueSpec("double", speed.unit(), new Unit("m/s", "m.s-1", 1, 0));
        final InputSpec input = InputSpec.gated("pose", "drone");
        final MessagePlan plan = new MessagePlan(7, Map.of("drone", List.of(POSE.values(speed)),
            "site-a/kite", List.of(POSE.values(speed))), Map.of("radar", List.of(input.values(wanted)),
                "site-a/tower", List.of(input.values(wanted)),
                "screen", List.of(InputSpec.gated("pose", "site-a/kite").values(speed))), false);
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).asset("radar", 10).asset("site-a", 10).channels(plan)
            .open();
        assertThat(lab.join(1, "drone", 10).clocks.messages().outputs().get(0).values()).isEqualTo(speed);
        assertThat(lab.join(2, "radar", 10).clocks.messages().inputs().get(0).values()).isEqualTo(wanted);
        assertThat(join(lab, 3, "late", 10, List.of(), input).joined().clocks().messages().inputs().get(0).values())
            .isEqualTo(speed);

        final Reply.Crossing crossing =
            lab.ask(4, Request.Join.of(nextId++, "site-a").stepNs(10).federate(Report.CORE)).joined().crossing();
        final MessagePlan child = MessagePlan.NONE.with(crossing);
        assertThat(child.outputs("kite", List.of())).containsExactly(POSE.values(speed));
        assertThat(child.outputs("../drone", List.of())).containsExactly(POSE.values(speed));
        assertThat(child.inputs("tower", List.of()).get(0).values()).isEqualTo(wanted);
    }

    /** At this hub and below, where the configuration names the link and where the receiver declares it as well. */
    @Test
    void aReceiverIsToldOfTheSenderBehindACarrier() {
        final MessagePlan plan = new MessagePlan(7, Map.of("drone", List.of(POSE),
            "air", List.of(OutputSpec.named("drone.radar.pose"), OutputSpec.named("drone.tower.pose"))),
            Map.of("air", List.of(InputSpec.gated("pose", "drone").untilStepEnd()),
                "radar", List.of(InputSpec.gated("drone.radar.pose", "air")),
                "site-a/tower", List.of(InputSpec.gated("drone.tower.pose", "air"))), false,
            Map.of(new Reply.Sent("drone.radar.pose", "air"), new Reply.Sent("pose", "drone"),
                new Reply.Sent("drone.tower.pose", "air"), new Reply.Sent("pose", "drone")));
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).asset("air", 10).asset("radar", 10).asset("site-a", 10)
            .channels(plan).open();
        assertThat(lab.join(1, "air", 10).clocks.messages().inputs().get(0))
            .returns("pose", Reply.MessageInput::channel).returns("drone", Reply.MessageInput::sender);
        assertThat(join(lab, 2, "radar", 10, List.of(), InputSpec.gated("pose", "drone")).joined().clocks().messages()
            .inputs()).singleElement().returns("pose", Reply.MessageInput::channel)
            .returns("drone", Reply.MessageInput::sender).returns("air", Reply.MessageInput::log)
            .returns(0, Reply.MessageInput::index);

        final Reply.Crossing crossing =
            lab.ask(3, Request.Join.of(nextId++, "site-a").stepNs(10).federate(Report.CORE)).joined().crossing();
        final MessagePlan child = MessagePlan.NONE.with(crossing);
        assertThat(child.inputs("tower", List.of(InputSpec.gated("pose", "drone")))).extracting(child::told)
            .containsExactly(InputSpec.gated("pose", "drone"));
    }

    /** A run above may go on in which a child hub takes the place of a lost one. */
    @Test
    void aChildHubHasItsParentWaitForTheSendersThatItsOwnRunDoesNotBeginWithout() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).asset("radar", 10).asset("site-a", 10)
            .asset("screen", 10, false, OnLost.HALT).open();
        lab.machine.under(new ParentInMemory(), Report.CORE, new ParentPlace("root", null, "lab", true));
        final long ofRadar = lab.beginJoin(1, "radar", 10);
        final Reply.Crossing crossing = new Reply.Crossing(Stream.of("drone", "site-a/kite", "screen").map(
            sender -> new Reply.CrossingLog(sender, "unused", -1,
                List.of(new Reply.CrossingChannel("pose", 100, true, null, null)))).toList(), List.of(), List.of());
        lab.on(new HubCommand.OfParent(
            new ParentNews.Joined(30, HubState.RUNNING, 0, crossing, ParentNews.Place.GIVEN)));
        assertThat(Stream.of("drone", "site-a/kite", "screen")
            .map(sender -> lab.messages().log(sender, 0).frontierNs())).as("screen may come or not")
            .containsExactly(-1L, -1L, Long.MAX_VALUE);
        final LabAsset drone = lab.join(2, "drone", 10);
        assertThat(log(lab).frontierNs()).isEqualTo(30);
        new LabMessages(lab, drone).endpoint().channels().output("pose").promiseNoSendBefore(500);
        lab.close(2);
        assertThat(log(lab).frontierNs()).as("another is to come").isEqualTo(30);
        assertThat(log(lab).promiseNs(0)).as("which has promised nothing").isZero();
        lab.join(2, "drone", 10).ready();
        assertThat(log(lab).frontierNs()).isEqualTo(30);
        lab.close(2);
        lab.on(new HubCommand.OfParent(new ParentNews.Reset(null)));
        lab.enter(1, lab.replies(1, ofRadar).get(0)).resetDone();
        lab.on(new HubCommand.OfParent(new ParentNews.Clocks()));
        assertThat(log(lab).frontierNs()).as("also after a reset").isEqualTo(-1);
    }

    @Test
    void aSenderThatHadLeftIsNotWaitedForByTheHubThatTakesOver() {
        final List<InputSpec> inputs = List.of(InputSpec.gated("pose", "drone"));
        final HubLab killed = Plan.of(10, 20).asset("a", 10).open();
        killed.enter(2, killed.ask(2, Request.Join.of(1, "drone").stepNs(10).outputs(List.of(POSE)))).leave();
        killed.enter(1, killed.ask(1, Request.Join.of(2, "a").inputs(inputs))).ready();
        killed.run(3);
        final HubLab next = killed.plan.open(LeftInMemory.of(killed));
        final long timeNs = killed.assets.get("a").timeNs();
        next.enter(1, next.ask(1, Request.Join.of(3, "a").timeNs(timeNs).inputs(inputs))).ready();
        assertThat(next.state()).isEqualTo(HubState.RUNNING);
    }
}
