package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.RefusalCode;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which code a refusal has; programs go by that, and people by the text. */
class HubMachineRefusalsTest {
    private static final int LONGEST = 90;

    private long nextId = 1_000;

    private Request.Join join(final String name, final long stepNs) {
        return Request.Join.of(nextId++, name).stepNs(stepNs);
    }

    private static void assertRefused(final Reply reply, final RefusalCode code) {
        assertThat(reply.ok()).isFalse();
        assertThat(reply.error()).isNotBlank();
        assertThat(reply.code()).isEqualTo(code.name());
        assertThat(reply.refusal()).isEqualTo(code);
    }

    @Test
    void ofTheClocks() {
        final HubLab lab = Plan.of(10, 19).asset("planned", 5).open();
        lab.join(1, "taken", 5);
        assertRefused(lab.ask(2, join("a b", 5)), RefusalCode.BAD_NAME);
        assertRefused(lab.ask(2, join("taken", 5)), RefusalCode.NAME_TAKEN);
        assertRefused(lab.ask(2, join("x", -1)), RefusalCode.BAD_STEP);
        assertRefused(lab.ask(2, join("x", 5).intervalNs(-1L)), RefusalCode.BAD_STEP);
        assertRefused(lab.ask(2, join("x", 0)), RefusalCode.UNKNOWN_STEP);
        assertRefused(lab.ask(2, join("planned", 6)), RefusalCode.OTHER_STEP);
        assertRefused(lab.ask(2, join("x", 15)), RefusalCode.NOT_LIVE);
        assertRefused(lab.ask(2, join("x", 5).timeNs(20L)), RefusalCode.CANNOT_GO_ON);
        assertThat(lab.ask(2, join("x", 5)).refusal()).as("nothing is refused").isEqualTo(RefusalCode.OTHER);
        assertThat(lab.ask(2, join("y", 5)).code()).isNull();
    }

    @Test
    void ofAnotherStepThanThatOfTheClockOnWhichItWouldGoOn() {
        final HubLab lab = Plan.of(10, 40).asset("a", 10, true, OnLost.RESTART).open();
        lab.join(1, "a", 10).ready();
        lab.run(5);
        lab.close(1);
        assertRefused(lab.ask(2, join("a", 20)), RefusalCode.OTHER_STEP);
    }

    @Test
    void ofChannels() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).asset("other", 10).open();
        final LabAsset drone = lab.join(1, "drone", 10);
        assertRefused(lab.ask(2, join("x", 10).inputs(List.of(InputSpec.gated("pose", "drone")))),
            RefusalCode.BAD_CHANNEL);
        assertThat(lab.ask(3, join("r", 10).inputs(List.of(InputSpec.gated("pose", "late")))).ok()).isTrue();
        assertRefused(lab.ask(4, join("late", 10)), RefusalCode.BAD_CHANNEL);
        assertRefused(lab.ask(4, join("late", 10).outputs(List.of(OutputSpec.named("pose").maxBytes(10_000_000)))),
            RefusalCode.BAD_CHANNEL);
        drone.ready();
    }

    @Test
    void ofAReceiverWhoseSenderTurnsOutNotToSend() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).channels(new MessagePlan(0,
            Map.of("drone", List.of(OutputSpec.named("pose"))), Map.of(), false)).open();
        lab.ask(3, join("r", 10).inputs(List.of(InputSpec.gated("poes", "drone"))));
        lab.join(1, "drone", 10);
        assertThat(lab.events(3, Event.Refused.class)).singleElement().extracting(Event.Refused::code)
            .isEqualTo("BAD_CHANNEL");
    }

    @Test
    void butNotOfOneThatHasLeft() {
        final HubLab lab = Plan.of(10, 40).asset("drone", 10).channels(new MessagePlan(0,
            Map.of("drone", List.of(OutputSpec.named("pose"))), Map.of(), false)).open();
        lab.enter(3, lab.ask(3, join("r", 10).inputs(List.of(InputSpec.gated("poes", "drone"))))).leave();
        lab.join(1, "drone", 10);
        assertThat(lab.events(3, Event.Refused.class)).isEmpty();
    }

    /** The process before that one received nothing. */
    @Test
    void ofASenderWithoutTheChannelThatASuccessorReceives() {
        final HubLab lab = Plan.of(10, 40).asset("r", 10, true, OnLost.RESTART).asset("other", 10).open();
        lab.join(1, "r", 10);
        lab.close(1);
        assertThat(lab.ask(2, join("r", 10).inputs(List.of(InputSpec.gated("pose", "late")))).error()).isNull();
        assertRefused(lab.ask(4, join("late", 10)), RefusalCode.BAD_CHANNEL);
    }

    @Test
    void ofRoom() {
        final HubLab small = Plan.of(10, 20).records(HubLab.CORE_COUNTERS + 3 + 2).open();
        small.member("a", 10);
        assertRefused(small.tryJoin(2, "b", 10), RefusalCode.NO_ROOM);
        final HubLab lab = Plan.of(10, 40).open();
        lab.ask(1, join("tower", 10).outputs(List.of(OutputSpec.named("pose"))));
        final MessageLog full = lab.messages().log("tower", 0);
        for (int i = 0; full.slots().take("r" + i) >= 0; i++) {
            assertThat(i).isLessThan(1_000);
        }
        assertRefused(lab.ask(2, join("radar", 10).inputs(List.of(InputSpec.gated("pose", "tower")))),
            RefusalCode.NO_ROOM);
    }

    @Test
    void ofTheHubsState() {
        final HubLab lab = Plan.of(10, 20).open();
        final LabAsset a = lab.member("a", 10);
        lab.reset(LONGEST);
        assertRefused(lab.tryJoin(a.connection, "b", 10), RefusalCode.RESETTING);
        assertRefused(lab.ask(LONGEST, new Request.Pause(nextId++)), RefusalCode.RESETTING);
        lab.stop();
        assertRefused(lab.tryJoin(a.connection, "b", 10), RefusalCode.ENDED);
        assertRefused(lab.ask(LONGEST, new Request.Pause(nextId++)), RefusalCode.ENDED);
    }

    @Test
    void anUnknownRefusalIsOther() {
        assertThat(RefusalCode.of("OF_A_LATER_VERSION")).isEqualTo(RefusalCode.OTHER);
        assertThat(RefusalCode.of(null)).isEqualTo(RefusalCode.OTHER);
    }
}
