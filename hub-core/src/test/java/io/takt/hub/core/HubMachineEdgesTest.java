package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubState;
import io.takt.asset.Steps;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.End;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import org.junit.jupiter.api.Test;

class HubMachineEdgesTest {
    /** Else it would wait for ever: no asset is left, none is missing, and none will come. */
    @Test
    void theLastAssetLeavingDuringAResetEndsARunThatEndsWhenAllHaveLeft() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).endsWhenAllLeft().open();
        final LabAsset a = lab.member("a", 0);
        lab.run(5);
        lab.reset(90);
        a.leave();
        assertThat(lab.state()).isEqualTo(HubState.STOPPED);
    }

    /** Freed records cannot be used again for a second, so a reset needs room for all counters twice. */
    @Test
    void aResetForWhichTheFileHasNoRoomEndsInAStateNotInAnException() {
        final HubLab lab = Plan.of(10, 20).records(HubLab.CORE_COUNTERS + 3 + 3).coolDown().open();
        final LabAsset a = lab.member("a", 10);
        final LabAsset b = lab.member("b", 10);
        lab.run(5);
        lab.reset(90);
        a.resetDone();
        b.resetDone();
        assertThat(lab.state().isEnd() || lab.state() == HubState.RUNNING).isTrue();
    }

    /** Long.MAX_VALUE is a time like any other, although a vacant slot remembers it, too. */
    @Test
    void twoAssetsAtTheVeryLastTimeHaveSlotsOfTheirOwn() {
        final CoreClock clock = new CoreClock(1, 10, slot -> 0);
        assertThat(clock.add(Long.MAX_VALUE)).isNotEqualTo(clock.add(Long.MAX_VALUE));
    }

    /** Long.MAX_VALUE means never, so reaching it is the end of time. */
    @Test
    void theLargestTimeIsTheEndOfTimeWhenNoEndWasAskedFor() {
        final HubLab lab = Plan.of(Long.MAX_VALUE, Long.MAX_VALUE).force().open();
        lab.member("a", Long.MAX_VALUE);
        lab.run(10);
        assertThat(lab.machine.end()).isEqualTo(End.END_OF_TIME);
    }

    /** The last whole step would pass the largest time; the asset's next time has wrapped around. */
    @Test
    void aWholeStepBeyondTheEndOfTimeIsNotWaitedFor() {
        final long stepNs = 1_000_000_000_000_000_000L;
        final HubLab lab = Plan.of(stepNs, 2 * stepNs).varying("a", new Steps(2 * stepNs, stepNs, true)).open();
        final LabAsset a = lab.enter(10, lab.ask(10, Request.Join.of(1, AssetSpec.named("a"))));
        a.ready();
        lab.run(100);
        assertThat(lab.coreNs()).isEqualTo(9 * stepNs);
        assertThat(a.timeNs()).isEqualTo(8 * stepNs);
        assertThat(lab.state()).as("it has not said how long its step is").isEqualTo(HubState.RUNNING);
        lab.counters.setCounterValue(a.clocks.nextCounter(), a.timeNs() + 2 * stepNs);
        lab.run(10);
        assertThat(lab.machine.end()).isEqualTo(End.END_OF_TIME);
    }

    /** A foreign client's reason may have any number of lines; the state's reason is to be one. */
    @Test
    void aReasonIsOneLine() {
        final HubLab lab = Plan.of(10, 20).open();
        lab.member("a", 10).fail("first\nsecond");
        assertThat(lab.reason()).doesNotContain("\n");
    }

    @Test
    void aLineThatIsNoRequestIsRefusedUnderItsOwnNumber() {
        final HubLab lab = Plan.of(10, 20).open();
        lab.on(new HubCommand.RefuseLine(3, 9, "it is no request"));
        assertThat(lab.replies(3, 9)).containsExactly(Reply.refused(9, "it is no request"));
    }

    @Test
    void aStatusIsToldUnderTheNumberOfTheCommand() {
        final HubLab lab = Plan.of(10, 20).open();
        lab.on(new HubCommand.TellStatus(5));
        assertThat(lab.record.events()).containsExactly(new HubEvent.StatusTold(5, lab.machine.status()));
    }
}
