package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.status.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that end while an asset is lost that was to come back: they have failed, whatever has ended them. */
class HubMachineStillLostTest {
    private static final int A = 1;
    private static final String CLOSED = ": its connection closed without a leave";

    private static HubLab running() {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, 3).asset("b", 5).open();
        lab.member("a", 10);
        lab.member("b", 5);
        lab.run(5);
        return lab;
    }

    private static void assertLost(final HubLab lab, final String reason) {
        assertThat(lab.reason()).isEqualTo(reason);
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.machine.status().end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.state()).isEqualTo(HubState.FAILED);
    }

    @Test
    void stoppedWhileTheRestartIsPending() {
        final HubLab lab = running();
        final long leftAtNs = lab.assets.get("a").timeNs();
        lab.close(A);
        lab.run(50);
        lab.on(new HubCommand.Stop("ran for 1s"));
        assertLost(lab, "ran for 1s, but asset 'a' was lost at " + leftAtNs + "ns" + CLOSED
            + ", and has not come back");
    }

    @Test
    void stoppedWhenItIsStartedAgainButHasNotJoined() {
        final HubLab lab = running();
        lab.close(A);
        lab.on(new HubCommand.ProgramEnded("a", "was ended by signal 9"));
        lab.on(new HubCommand.ProgramStarted("a"));
        lab.run(50);
        lab.stop();
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.reason()).contains(", but asset 'a' was lost at ");
    }

    @Test
    void stoppedWhilePaused() {
        final HubLab lab = running();
        lab.pause();
        lab.close(A);
        lab.stop();
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stoppedInAReset(final boolean isDone) {
        final HubLab lab = running();
        final HubLab.LabAsset b = lab.assets.get("b");
        lab.close(A);
        lab.reset(90);
        if (isDone) {
            b.resetDone();
        }
        lab.stop();
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
    }

    /** It was lost after its last step, so no asset waits for it. */
    @Test
    void theTimeIsReachedWithoutIt() {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, 2).asset("b", 10).until(20).open();
        lab.member("a", 10);
        lab.member("b", 10);
        lab.assets.get("b").frozen = true;
        lab.run(20);
        lab.close(A);
        lab.assets.get("b").frozen = false;
        lab.run(20);
        assertLost(lab, "reached 20ns, but asset 'a' was lost at 20ns" + CLOSED + ", and has not come back");
    }

    @Test
    void theOthersReachTheTimeOrLeaveWhileOneThatIsNotRequiredIsStartedAgainAndAgain() {
        final Plan plan = Plan.of(10, 20).asset("a", 10, false, OnLost.RESTART,
            new Restart(2, 7, false)).asset("b", 10);
        final HubLab reached = plan.until(40).open();
        reached.member("b", 10);
        reached.on(new HubCommand.ProgramEnded("a", "ended with exit status 7"));
        reached.run(20);
        assertLost(reached, "reached 40ns, but asset 'a' was lost at 0s: its program ended with exit status 7 before it"
            + " joined, and has not come back");

        final HubLab left = Plan.of(10, 20).asset("a", 10, false, OnLost.RESTART,
            new Restart(2, 7, false)).asset("b", 10)
            .endsWhenAllLeft().open();
        left.member("b", 10);
        left.on(new HubCommand.ProgramEnded("a", "ended with exit status 7"));
        left.on(new HubCommand.ProgramStarted("a"));
        left.assets.get("b").leave();
        assertThat(left.machine.end()).isEqualTo(End.ASSET_LOST);
    }

    @Test
    void oneThatIsBackIsNotLost() {
        final HubLab lab = running();
        lab.close(A);
        lab.run(5);
        lab.on(new HubCommand.ProgramStarted("a"));
        lab.member("a", 10);
        lab.stop();
        assertThat(lab.machine.end()).isEqualTo(End.ASKED);
        assertThat(lab.state()).isEqualTo(HubState.STOPPED);
    }

    @Test
    void oneThatWasDroppedOrHasLeftIsNot() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10, true, OnLost.DROP).asset("b", 5).restarted("c", 10, 3).open();
        lab.member("a", 10);
        lab.member("b", 5);
        lab.member("c", 10);
        lab.run(5);
        lab.close(A);
        lab.assets.get("c").leave();
        lab.on(new HubCommand.ProgramEnded("c", "ended with exit status 1"));
        lab.run(5);
        lab.stop();
        assertThat(lab.machine.end()).isEqualTo(End.ASKED);
    }

    /** A run cannot begin without it, whatever its policy. */
    @ParameterizedTest
    @ValueSource(strings = {"HALT", "DROP", "RESTART"})
    void stoppedBeforeTheRunBeginsWithOneThatItNeeds(final String onLost) {
        final HubLab lab = Plan.of(10, 20).asset("a", 10, true, OnLost.valueOf(onLost)).asset("b", 10).open();
        lab.member("a", 10);
        lab.close(A);
        lab.stop();
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.reason()).endsWith(", but asset 'a' was lost at 0s" + CLOSED + ", and has not come back");
    }

    @Test
    void stoppedBeforeTheRunBeginsWithOneThatItDoesNotNeed() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10, false, OnLost.DROP).asset("b", 10).open();
        lab.member("a", 10);
        lab.close(A);
        lab.stop();
        assertThat(lab.machine.end()).isEqualTo(End.ASKED);
    }

    @Test
    void ofManyOnlySomeAreNamed() {
        Plan plan = Plan.of(10, 20);
        for (int i = 0; i < 100; i++) {
            plan = plan.restarted("a" + i, 10, 2);
        }
        final HubLab lab = plan.open();
        for (int i = 0; i < 100; i++) {
            lab.member("a" + i, 10);
        }
        lab.run(5);
        for (int i = 0; i < 100; i++) {
            lab.close(lab.assets.get("a" + i).connection);
        }
        lab.stop();
        assertThat(lab.reason()).contains("asset 'a0' was lost").endsWith("has not come back; nor have others that were"
            + " lost: a1, a2, a3, a4, a5, a6, a7, a8, a9, a10 and 89 more").hasSizeLessThan(300);
    }

    @Test
    void anotherFailureIsNotChanged() {
        final HubLab lab = running();
        lab.close(A);
        lab.on(new HubCommand.BreakDown("out of room"));
        assertThat(lab.machine.end()).isEqualTo(End.BROKEN);
        assertThat(lab.reason()).isEqualTo("out of room");
    }
}
