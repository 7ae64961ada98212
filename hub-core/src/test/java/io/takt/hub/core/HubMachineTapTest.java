package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.Steps;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.TappedJoin;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.ListenerSlots;
import io.takt.shm.message.MessageLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Connections that listen to messages. */
class HubMachineTapTest {
    private static final int TAP = 50;
    private static final int OTHER = 51;
    private static final int MOST_SLOTS = 256;

    private final Plan plan = Plan.of(10, 20);
    private HubLab lab = plan.open();
    private long nextId = 10_000;

    private LabAsset join(final int connection, final String name, final List<OutputSpec> outputs,
        final List<InputSpec> inputs) {
        final Reply reply = lab.ask(connection,
            Request.Join.of(nextId++, name).stepNs(10).outputs(outputs).inputs(inputs));
        assertThat(reply.error()).isNull();
        final LabAsset asset = lab.new LabAsset(connection, reply.joined());
        lab.assets.put(name, asset);
        return asset;
    }

    private LabAsset sender(final int connection, final String name, final String... channels) {
        return join(connection, name, List.of(channels).stream().map(OutputSpec::named).toList(), List.of());
    }

    private Reply ask(final int connection, final boolean tethered) {
        return lab.ask(connection, new Request.Tap(nextId++, tethered));
    }

    private List<Reply.TappedAsset> tap(final int connection, final boolean tethered) {
        final Reply reply = ask(connection, tethered);
        assertThat(reply.error()).isNull();
        return reply.tapped();
    }

    private MessageLog log(final String asset) {
        return plan.messages.log(asset);
    }

    @Test
    void aListenerIsToldTheSendersAndReceivers() {
        sender(1, "drone", "pose", "battery");
        join(2, "radar", List.of(), List.of(
            InputSpec.of("pose", "drone", Delivery.GATED_UNTIL_END).delayNs(20).jitterNs(5).loss(0.5),
            InputSpec.latest("battery", "drone")));
        lab.join(3, "clock", 10);
        assertThat(tap(TAP, false)).containsExactly(
            new Reply.TappedAsset("drone", "drone", -1, 0, List.of("pose", "battery"), List.of()),
            new Reply.TappedAsset("radar", "radar", -1, 0, List.of(), List.of(
                new Reply.TappedLink("pose", "drone", Delivery.GATED_UNTIL_END, 20, 5),
                new Reply.TappedLink("battery", "drone", Delivery.LATEST, 0, 0))));
    }

    @Test
    void listenersAreToldOfAssetsOfAChildHubWhoseMessagesAreReceivedHere() {
        final Plan tree = Plan.of(10, 20).channels(new MessagePlan(0, Map.of("site/drone",
            List.of(OutputSpec.named("pose"))), Map.of("radar", List.of(InputSpec.gated("pose", "site/drone"))),
            false));
        lab = tree.open();
        lab.on(new HubCommand.KeepMessages());
        assertThat(tap(TAP, false)).isEmpty();
        lab.join(1, "site", 10);
        final Reply.TappedAsset drone =
            new Reply.TappedAsset("site/drone", "site/drone", -1, 0, List.of("pose"), List.of());
        assertThat(lab.sent).contains(new HubLab.Sent(TAP, new Event.Tapped(drone)));
        assertThat(lab.tapped).contains(new TappedJoin("site/drone", Steps.fixedNs(10), 0, 0, "site/drone", 0,
            List.of(OutputSpec.named("pose")), List.of(), Map.of()));
        assertThat(tap(OTHER, false)).as("one that comes later").containsExactly(drone);
        assertThat(tap(OTHER + 1, true)).extracting(Reply.TappedAsset::slot).containsExactly(1);
    }

    @Test
    void aListenerInTheHubsProcessIsToldOfAllAssetsThatJoin() {
        lab.on(new HubCommand.KeepMessages());
        sender(1, "drone", "pose", "battery");
        final InputSpec pose = InputSpec.gated("pose", "drone").delayNs(20).jitterNs(5).loss(0.5);
        join(2, "radar", List.of(), List.of(pose));
        lab.join(3, "clock", 5);
        assertThat(lab.tapped).containsExactly(
            new TappedJoin("drone", Steps.fixedNs(10), 0, 0, "drone", 0,
                List.of(OutputSpec.named("pose"), OutputSpec.named("battery")), List.of(), Map.of()),
            new TappedJoin("radar", Steps.fixedNs(10), 0, 0, "radar", 0, List.of(), List.of(pose), Map.of()),
            new TappedJoin("clock", Steps.fixedNs(5), 0, 0, null, -1, List.of(), List.of(), Map.of()));
        assertThat(log("drone").isTraced()).isTrue();
        assertThat(ask(TAP, true).tapped()).as("others may listen, too").extracting(Reply.TappedAsset::slot)
            .containsExactly(2, 1);
    }

    @Test
    void aListenerInTheHubsProcessIsToldWhereAnotherProcessGoesOn() {
        lab = Plan.of(10, 20).restarted("drone", 10, 3).open();
        lab.on(new HubCommand.KeepMessages());
        sender(1, "drone", "pose").ready();
        lab.run(3);
        lab.close(1);
        sender(2, "drone", "pose", "battery");
        assertThat(lab.tapped).extracting(TappedJoin::timeNs).hasSize(2).first().isEqualTo(0L);
        assertThat(lab.tapped.get(1).timeNs()).isPositive();
        assertThat(lab.tapped).extracting(TappedJoin::slot).containsOnly(0);
        assertThat(lab.tapped.get(1).channels()).extracting(OutputSpec::channel).containsExactly("pose", "battery");
    }

    @Test
    void messagesAreTracedAsLongAsThereIsAListener() {
        sender(1, "drone", "pose");
        assertThat(log("drone").isTraced()).isFalse();
        tap(TAP, false);
        tap(TAP, false);
        tap(OTHER, true);
        assertThat(log("drone").isTraced()).isTrue();
        lab.close(TAP);
        assertThat(log("drone").isTraced()).as("the other one still listens").isTrue();
        lab.close(OTHER);
        assertThat(log("drone").isTraced()).isFalse();
        lab.close(OTHER);
        assertThat(log("drone").isTraced()).isFalse();
    }

    @Test
    void aLaterAssetIsTracedFromItsStartAndTold() {
        assertThat(tap(TAP, false)).isEmpty();
        assertThat(tap(OTHER, true)).isEmpty();
        lab.join(2, "clock", 10);
        sender(1, "drone", "pose");
        assertThat(log("drone").isTraced()).isTrue();
        assertThat(joined(TAP)).isEqualTo(tap(TAP, false)).extracting(Reply.TappedAsset::slot).containsExactly(-1);
        assertThat(joined(OTHER)).isEqualTo(tap(OTHER, true)).extracting(Reply.TappedAsset::slot).containsExactly(0);
        assertThat(joined(1)).as("who does not listen").isEmpty();
        lab.close(TAP);
        sender(3, "other", "pose");
        assertThat(joined(TAP)).hasSize(1);
        assertThat(joined(OTHER)).hasSize(2);
    }

    private List<Reply.TappedAsset> joined(final int connection) {
        return lab.events(connection, Event.Tapped.class).stream().map(Event.Tapped::asset).toList();
    }

    @Test
    void aListenerThatCannotGetEverythingIsHungUpOn() {
        tap(TAP, false);
        tap(OTHER, true);
        join(2, "radar", List.of(), List.of(InputSpec.gated("pose", "drone")));
        final MessageLog log = log("drone");
        ListenerSlots.free(log, OTHER);
        for (int i = 0; i < MOST_SLOTS; i++) {
            log.slots().take("reader" + i);
        }
        sender(1, "drone", "pose");
        assertThat(lab.hungUp).containsExactly(OTHER);
        assertThat(joined(TAP)).extracting(Reply.TappedAsset::asset).containsExactly("radar", "drone");
        assertThat(joined(OTHER)).extracting(Reply.TappedAsset::asset).containsExactly("radar");
    }

    @Test
    void aSlotIsItsListenersUntilItsConnectionEnds() {
        sender(1, "drone", "pose");
        join(2, "radar", List.of(), List.of(InputSpec.gated("pose", "drone")));
        assertThat(tap(TAP, true)).extracting(Reply.TappedAsset::slot).containsExactly(1, 0);
        assertThat(tap(TAP, false)).as("it keeps what it has").extracting(Reply.TappedAsset::slot)
            .containsExactly(1, 0);
        assertThat(tap(OTHER, true)).extracting(Reply.TappedAsset::slot).containsExactly(2, 1);
        lab.close(TAP);
        assertThat(tap(TAP + 2, true)).extracting(Reply.TappedAsset::slot).containsExactly(1, 0);
    }

    @Test
    void aLogWithoutRoomRefusesAndTakesNothing() {
        sender(1, "drone", "pose");
        sender(2, "other", "pose");
        for (int i = 0; i < MOST_SLOTS; i++) {
            log("other").slots().take("reader" + i);
        }
        final Reply refused = ask(TAP, true);
        assertThat(refused.ok()).isFalse();
        assertThat(refused.error()).isEqualTo("the log of asset 'other' has no room for a listener");
        assertThat(log("drone").isTraced()).isFalse();
        assertThat(log("drone").slots().take("another")).as("nothing is left behind").isZero();

        tap(TAP, false);
        assertThat(ask(TAP, true).ok()).isFalse();
        assertThat(log("drone").isTraced()).as("it goes on as it did").isTrue();
        lab.close(TAP);
        assertThat(log("other").slots().take("reader0")).as("others keep their slots").isZero();
    }

    @Test
    void hearsOfTheHubsStates() {
        final LabAsset drone = sender(1, "drone", "pose");
        tap(TAP, false);
        tap(1, false);
        drone.ready();
        lab.stop();
        for (final int connection : new int[] {1, TAP}) {
            assertThat(lab.events(connection, Event.State.class)).extracting(Event.State::state)
                .containsExactly(HubState.READY, HubState.RUNNING, HubState.STOPPED);
        }
        assertThat(tap(OTHER, false)).as("after the end, too").hasSize(1);
        assertThat(lab.events(OTHER, Event.State.class)).as("it was not there when that was told")
            .containsExactly(lab.events(TAP, Event.State.class).get(2));
        lab.close(TAP);
    }

    @Test
    void anotherHubGivesAwayTheSlotsOfListenersOfTheOneBefore() {
        sender(1, "drone", "pose");
        tap(TAP, true);
        assertThat(log("drone").slots().take("radar")).isEqualTo(1);
        lab = plan.open(new LeftClocks(7, 1, true, 0, 20,
            List.of(new LeftAsset("drone", 11, 5, 10, 0, false, 0), new LeftAsset("radar", 12, 6, 10, 0, false, 0))));
        sender(1, "drone", "pose");
        assertThat(log("drone").isTraced()).isFalse();
        assertThat(log("drone").slots().take("radar")).as("a receiver keeps its slot").isEqualTo(1);
        assertThat(log("drone").slots().take("another")).isZero();
    }

    @Test
    void configuredLinksHaveTheirNumbersWhateverAnAssetDeclares() {
        final InputSpec configured = InputSpec.gated("pose", "drone").delay(Duration.ofMillis(1));
        final InputSpec declared = InputSpec.gated("battery", "drone");
        final MessagePlan messages = new MessagePlan(0,
            Map.of("drone", List.of(OutputSpec.named("pose"))),
            Map.of("radar", List.of(configured)), false);
        assertThat(messages.inputs("radar", List.of(declared, InputSpec.gated("pose", "drone"))))
            .containsExactly(configured, declared);
        assertThat(messages.outputs("drone", List.of(OutputSpec.named("battery"), OutputSpec.named("pose")
            .maxBytes(3))))
            .containsExactly(OutputSpec.named("pose"), OutputSpec.named("battery"));
    }
}
