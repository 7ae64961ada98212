package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.takt.asset.HubState;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.status.End;
import io.takt.shm.message.LogSlots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A sender whose log says in a reset that it waits, one of whose two receivers is not there: will it get on? */
class HubMachineHeldDawnTest {
    private static final int FULL = 20;
    /** The log takes as many large messages. */
    private static final int MOST = 7;
    private static final int LONG = 3 * LogResets.LOOKS_AT_A_WAIT;

    /** In the order in which they have their slots. */
    private static final Map<String, List<InputSpec>> RECEIVERS = new TreeMap<>(Map.of("radar",
        List.of(InputSpec.gated("pose", "drone")), "screen", List.of(InputSpec.gated("pose", "drone"))));

    private final HubLab lab = Plan.of(10, 40).restarted("drone", 10, 2).restarted("radar", 10, 2).asset("screen", 10)
        .channels(new MessagePlan(0, Map.of("drone", List.of(OutputSpec.named("pose").maxBytes(LabMessages.LARGE))),
        RECEIVERS, false)).open();
    private final LabAsset drone = lab.member("drone", 10);
    private final LabMessages sender = new LabMessages(lab, drone);
    private LabMessages screen;

    private void run() {
        final LabAsset radar = lab.member("radar", 10);
        screen = new LabMessages(lab, lab.member("screen", 10));
        sender.endpoint().endDawn();
        lab.close(radar.connection);
    }

    private void look(final int times) {
        for (int i = 0; i < times; i++) {
            lab.on(new HubCommand.Look());
        }
    }

    private void reset() {
        lab.reset(9);
        sender.endpoint().beginReset();
    }

    /** And waits on in the log, as a process that is stopped or killed there. */
    private void waitsIn(final ThrowingCallable sending) {
        assertThatIllegalStateException().isThrownBy(sending);
    }

    private void assertGoesOn() {
        look(LONG);
        assertThat(lab.state()).as(lab.reason()).isEqualTo(HubState.RESETTING);
    }

    /** The reader that is there is the last one as long as it has not read the run before. */
    private void waitForScreen(final Runnable meanwhile) throws Exception {
        run();
        sender.step("pose", 0, 10, MOST - 2);
        reset();
        sender.sleepsOn(0, meanwhile);
    }

    @Test
    void oneThatWaitsForAReaderWhichIsSlowDoesNotEndTheRun() throws Exception {
        waitForScreen(() -> {
            assertGoesOn();
            screen.endpoint().read();
            look(1);
        });
        sender.send("pose", MOST - 1).endpoint().endDawn();
        assertGoesOn();
    }

    /** That reader has read all; what the other one needs leaves room. */
    @Test
    void norOneThatIsStoppedWhenItHasWaitedForThat() throws Exception {
        waitForScreen(() -> {
            final LogSlots slots = lab.messages().log("drone", 0).slots();
            slots.skipToEnd(slots.of("screen"));
            throw new IllegalStateException("stopped");
        });
        waitsIn(() -> sender.send("pose", MOST - 1));
        assertGoesOn();
    }

    /** A reader makes room where it is the last one. */
    private void takeWhatComes() {
        screen.endpoint().read();
        look(1);
        screen.endpoint().read();
    }

    private void assertEnds() {
        look(LogResets.LOOKS_AT_A_WAIT - 1);
        assertThat(lab.state()).isEqualTo(HubState.RESETTING);
        look(2);
        assertThat(lab.machine.end()).isEqualTo(End.NO_ROOM);
        assertThat(lab.reason()).contains("sends more at the dawn of time").contains("'radar'").contains("is away");
    }

    @Test
    void oneWhoseReceiverHasNeverBeenThereWaitsForEver() {
        screen = new LabMessages(lab, lab.member("screen", 10));
        sender.endpoint().endDawn();
        assertThat(lab.state()).isEqualTo(HubState.WAITING);
        reset();
        screen.endpoint().beginReset();
        sender.sleepsOn(0, this::takeWhatComes);
        waitsIn(() -> sender.send("pose", FULL));
        assertEnds();
    }

    /** Before it comes, too: others may need the room. */
    @Test
    void aReceiverThatComesAfterTheResetNeedsNothingOfTheRunBefore() throws Exception {
        screen = new LabMessages(lab, lab.member("screen", 10));
        sender.send("pose", MOST / 2).endpoint().endDawn();
        reset();
        screen.endpoint().beginReset();
        sender.send("pose", 1).endpoint().endDawn();
        drone.resetDone();
        lab.assets.get("screen").resetDone();
        assertThat(lab.state()).as(lab.reason()).isEqualTo(HubState.WAITING);
        screen.endpoint().read();
        assertThat(lab.messages().log("drone", 0).fill()).isLessThan(2.0 / MOST);
        final List<Long> got = new ArrayList<>();
        final LabMessages radar = new LabMessages(lab, lab.member("radar", 10));
        radar.endpoint().channels().subscribe("pose", message -> got.add(message.sequence()));
        radar.endpoint().begin(0, 10);
        assertThat(got).containsExactly(0L);
    }

    @Test
    void aWaitIsCountedInOneResetOnly() throws Exception {
        run();
        reset();
        screen.endpoint().beginReset();
        sender.sleepsOn(0, this::takeWhatComes);
        waitsIn(() -> sender.send("pose", FULL));
        look(LogResets.LOOKS_AT_A_WAIT - 1);
        drone.resetDone();
        lab.assets.get("screen").resetDone();
        assertThat(lab.state()).isNotEqualTo(HubState.RESETTING);
        reset();
        waitsIn(() -> sender.send("pose", FULL));
        look(2);
        assertThat(lab.state()).as(lab.reason()).isEqualTo(HubState.RESETTING);
    }
}
