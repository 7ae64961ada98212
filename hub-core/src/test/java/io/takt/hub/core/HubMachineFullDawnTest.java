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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sender whose log is full in a reset, and a receiver that is lost, and is let in again when the reset is over. */
class HubMachineFullDawnTest {
    private static final int FULL = 20;
    private static final int HALF = 5;

    private final HubLab lab = Plan.of(10, 40).restarted("drone", 10, 2).restarted("radar", 10, 2)
        .asset("slow", 10).channels(new MessagePlan(0,
        Map.of("drone", List.of(OutputSpec.named("pose").maxBytes(LabMessages.LARGE))),
        Map.of("radar", List.of(InputSpec.gated("pose", "drone"))), false)).open();
    private LabAsset drone;
    private LabMessages sender;
    private boolean isReset;

    @BeforeEach
    void run() {
        drone = lab.member("drone", 10);
        final LabAsset radar = lab.member("radar", 10);
        sender = new LabMessages(lab, drone);
        sender.endpoint().endDawn();
        lab.member("slow", 10);
        lab.close(radar.connection);
        sender.sleepsOn(0, () -> {
            if (!isReset) {
                isReset = true;
                lab.reset(9);
            }
            look();
        });
    }

    private void look() {
        lab.on(new HubCommand.Look());
    }

    private void reset() {
        isReset = true;
        lab.reset(9);
        sender.endpoint().beginReset();
    }

    private void allAreBack() {
        drone.resetDone();
        lab.assets.get("slow").resetDone();
    }

    private List<Long> dawnOfRadar() throws Exception {
        final LabMessages receiver = new LabMessages(lab, lab.member("radar", 10));
        final List<Long> got = new ArrayList<>();
        receiver.endpoint().channels().subscribe("pose", message -> got.add(message.sequence()));
        receiver.endpoint().begin(0, 10);
        return got;
    }

    @Test
    void whatItHasNotReadOfTheRunBeforeHoldsUpNoDawn() throws Exception {
        sender.step("pose", 0, 10, HALF);
        reset();
        sender.send("pose", HALF).endpoint().endDawn();
        allAreBack();
        assertThat(lab.state()).isEqualTo(HubState.WAITING);
        assertThat(dawnOfRadar()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void aStepThatWaitsForItWhenTheResetComesEnds() throws Exception {
        sender.step("pose", 0, 10, FULL);
        assertThat(isReset).isTrue();
        sender.endpoint().beginReset();
        sender.send("pose", 1).endpoint().endDawn();
        allAreBack();
        assertThat(dawnOfRadar()).containsExactly(0L);
    }

    @Test
    void aDawnThatItsLogDoesNotTakeEndsTheRunWithALine() {
        reset();
        assertThatIllegalStateException().isThrownBy(() -> sender.send("pose", FULL))
            .withMessage("waits for room that no reader makes");
        for (int i = 0; i < LogResets.LOOKS_AT_A_WAIT - 1; i++) {
            look();
            assertThat(lab.state()).as("after %d more looks", i).isEqualTo(HubState.RESETTING);
        }
        look();
        assertThat(lab.machine.end()).isEqualTo(End.NO_ROOM);
        assertThat(lab.reason()).isEqualTo("asset 'drone' sends more at the dawn of time than its log takes, and"
            + " 'radar', which receives it, is away and can come only after this reset; reset when it is there, or"
            + " send less before the first step");
    }

    /** As a process that is stopped or killed there: its log says on that it waits. */
    private void waitInAStep() {
        sender.sleepsOn(0, () -> { });
        assertThatIllegalStateException().isThrownBy(() -> sender.step("pose", 0, 10, FULL));
        lab.reset(9);
    }

    private void assertGoesOn() {
        for (int i = 0; i < 3 * LogResets.LOOKS_AT_A_WAIT; i++) {
            look();
        }
        assertThat(lab.state()).as(lab.reason()).isEqualTo(HubState.RESETTING);
    }

    @Test
    void aSenderThatIsStoppedInAStepDoesNotEndTheRun() {
        waitInAStep();
        assertGoesOn();
    }

    @Test
    void norOneThatIsKilledThere() {
        waitInAStep();
        lab.close(drone.connection);
        assertGoesOn();
    }
}
