package io.takt.hub.core;

import static io.takt.asset.HubState.FAILED;
import static io.takt.asset.HubState.PAUSED;
import static io.takt.asset.HubState.READY;
import static io.takt.asset.HubState.RESETTING;
import static io.takt.asset.HubState.RUNNING;
import static io.takt.asset.HubState.STOPPED;
import static io.takt.asset.HubState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import org.junit.jupiter.api.Test;

class HubMachineResetTest {
    private static final int ASKER = 90;

    private final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 5, true, OnLost.DROP).open();
    private final LabAsset a = lab.member("a", 0);
    private final LabAsset b = lab.member("b", 0);

    @Test
    void putsAllClocksBackToZeroInANewEpochWhenAllAreDone() {
        lab.run(5);
        assertThat(lab.coreNs()).isPositive();
        final int oldCore = a.core;
        final long id = lab.reset(ASKER);
        assertThat(lab.state()).isEqualTo(RESETTING);
        assertThat(lab.events(a.connection, Event.Reset.class)).hasSize(1);
        assertThat(lab.events(b.connection, Event.Reset.class)).hasSize(1);
        assertThat(lab.events(ASKER, Event.Reset.class)).isEmpty();
        assertThat(lab.machine.doWork()).isZero();

        final long stood = lab.coreNs();
        assertThat(a.resetDone().ok()).isTrue();
        assertThat(lab.state()).isEqualTo(RESETTING);
        assertThat(lab.replies(ASKER, id)).isEmpty();
        assertThat(lab.coreNs()).isEqualTo(stood);
        assertThat(b.resetDone().ok()).isTrue();

        assertThat(lab.replies(ASKER, id)).containsExactly(Reply.done(id));
        assertThat(lab.states).containsExactly(READY, RUNNING, RESETTING, WAITING, READY, RUNNING);
        final HubStatus status = lab.machine.status();
        assertThat(status.coreTimeNs()).isZero();
        assertThat(status.epoch()).isEqualTo(2);
        assertThat(status.coreProgress()).isZero();
        assertThat(status.coreRetain()).isZero();
        assertThat(status.wallNs()).isZero();
        final Event.Clocks fresh = lab.events(a.connection, Event.Clocks.class).get(0);
        assertThat(fresh.epoch()).isEqualTo(2);
        assertThat(fresh.assets()).containsExactly(a.clocks);
        assertThat(a.clocks.timeNs()).isZero();
        assertThat(lab.counters.getCounterValue(fresh.coreTimeCounter())).isZero();
        assertThat(a.timeNs()).isZero();
        assertThat(b.timeNs()).isZero();
        assertThat(a.state()).isEqualTo(AssetState.RUNNING);
        assertThat(lab.allocated()).as("the old counters are free").isEqualTo(HubLab.CORE_COUNTERS + 6);
        assertThat(oldCore).isNotNegative();

        lab.run(20);
        lab.assertSafe();
        assertThat(lab.coreNs()).isGreaterThan(100);
        assertThat(lab.counters.getCounterValue(a.core)).isEqualTo(lab.coreNs());
    }

    @Test
    void theClocksComeBeforeTheStateAndTheAnswer() {
        lab.sent.clear();
        lab.reset(a.connection);
        b.resetDone();
        a.resetDone();
        assertThat(lab.sent.stream().filter(each -> each.connection() == a.connection)
            .map(each -> each.message() instanceof Event.State state ? state.state().name()
                : each.message().getClass().getSimpleName()))
            .containsExactly("RESETTING", "Reset", "Reply", "Clocks", "Reply", "WAITING", "READY", "RUNNING");
    }

    @Test
    void aResetWhilePausedEndsPaused() {
        lab.run(5);
        lab.pause();
        final long id = lab.reset(ASKER);
        a.resetDone();
        b.resetDone();
        assertThat(lab.state()).isEqualTo(PAUSED);
        assertThat(lab.replies(ASKER, id)).containsExactly(Reply.done(id));
        assertThat(lab.coreNs()).isZero();
        lab.run(5);
        assertThat(lab.coreNs()).isZero();
        lab.resume();
        lab.run(5);
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.coreNs()).isPositive();
        lab.assertSafe();
    }

    @Test
    void aResetWhileWaitingGoesOnWaiting() {
        final HubLab waiting = Plan.of(10, 20).asset("a", 10).asset("b", 10).open();
        final LabAsset one = waiting.member("a", 0);
        final long id = waiting.reset(ASKER);
        assertThat(waiting.state()).isEqualTo(RESETTING);
        one.resetDone();
        assertThat(waiting.replies(ASKER, id)).containsExactly(Reply.done(id));
        assertThat(waiting.state()).isEqualTo(WAITING);
        assertThat(one.state()).isEqualTo(AssetState.READY);
        waiting.member("b", 0);
        assertThat(waiting.state()).isEqualTo(RUNNING);
        assertThat(one.state()).isEqualTo(AssetState.RUNNING);
    }

    @Test
    void aResetWithoutAssetsIsDoneAtOnce() {
        final HubLab empty = Plan.of(10, 20).open();
        final long id = empty.reset(ASKER);
        assertThat(empty.replies(ASKER, id)).containsExactly(Reply.done(id));
        assertThat(empty.state()).isEqualTo(WAITING);
        assertThat(empty.machine.status().epoch()).isEqualTo(2);
    }

    @Test
    void theResetDoesNotWaitForAnAssetThatLeavesMeanwhile() {
        final long id = lab.reset(ASKER);
        a.resetDone();
        b.leave();
        assertThat(lab.replies(ASKER, id)).containsExactly(Reply.done(id));
        assertThat(lab.state()).as("b has had its part").isEqualTo(RUNNING);
        assertThat(lab.allocated()).isEqualTo(HubLab.CORE_COUNTERS + 3);
        lab.run(5);
        assertThat(lab.coreNs()).isPositive();
    }

    @Test
    void anAssetThatLeavesAfterItsOwnPartChangesNothingForTheOthers() {
        final long id = lab.reset(ASKER);
        b.resetDone();
        b.leave();
        assertThat(lab.state()).isEqualTo(RESETTING);
        a.resetDone();
        assertThat(lab.replies(ASKER, id)).containsExactly(Reply.done(id));
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @Test
    void theResetDoesNotWaitForALostAssetThatMayBeDropped() {
        final long id = lab.reset(ASKER);
        a.resetDone();
        lab.close(b.connection);
        assertThat(lab.replies(ASKER, id)).containsExactly(Reply.done(id));
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @Test
    void anAssetLostMeanwhileHaltsTheRunAndTheResetIsAnswered() {
        final long id = lab.reset(ASKER);
        lab.close(a.connection);
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.replies(ASKER, id)).hasSize(1);
        assertThat(lab.replies(ASKER, id).get(0).error()).startsWith("the reset was cut short: asset 'a' was lost");
        b.resetDone();
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.replies(ASKER, id)).hasSize(1);
    }

    @Test
    void aStopCutsItShort() {
        final long id = lab.reset(ASKER);
        lab.stop();
        assertThat(lab.state()).isEqualTo(STOPPED);
        assertThat(lab.replies(ASKER, id)).extracting(Reply::error)
            .containsExactly("the reset was cut short: asked to stop");
        a.resetDone();
        b.resetDone();
        assertThat(lab.state()).isEqualTo(STOPPED);
    }

    @Test
    void theAskerMayBeGoneWhenItIsDone() {
        lab.reset(ASKER);
        lab.close(ASKER);
        a.resetDone();
        b.resetDone();
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @Test
    void withoutARequestThereIsNoReset() {
        a.resetDone();
        b.resetDone();
        assertThat(lab.state()).isEqualTo(RUNNING);
        final long id = lab.reset(ASKER);
        a.resetDone();
        a.resetDone();
        assertThat(lab.state()).as("b has not done it").isEqualTo(RESETTING);
        b.resetDone();
        assertThat(lab.replies(ASKER, id)).hasSize(1);
    }

    @Test
    void anAssetThatBecomesReadyMeanwhileRunsAfterwards() {
        final LabAsset c = lab.join(9, "c", 10);
        lab.reset(ASKER);
        assertThat(c.ready().ok()).isTrue();
        assertThat(c.state()).isEqualTo(AssetState.READY);
        a.resetDone();
        b.resetDone();
        c.resetDone();
        assertThat(c.state()).isEqualTo(AssetState.RUNNING);
    }

    @Test
    void aLateJoinerStartsAtZeroLikeAllOthersAfterwards() {
        lab.run(5);
        final LabAsset late = lab.member("late", 5);
        assertThat(late.timeNs()).isPositive();
        lab.reset(ASKER);
        a.resetDone();
        b.resetDone();
        late.resetDone();
        assertThat(late.timeNs()).isZero();
        lab.run(10);
        lab.assertSafe();
        assertThat(lab.machine.status().assets().get(2).progress()).isEqualTo(late.timeNs() / 5);
    }

    @Test
    void anEndThatWasNearIsForgotten() {
        final HubLab ends = Plan.of(10, 20).until(20).open();
        final LabAsset slow = ends.member("slow", 10);
        slow.frozen = true;
        ends.run(10);
        assertThat(ends.coreNs()).isEqualTo(20);
        ends.reset(ASKER);
        slow.frozen = false;
        slow.resetDone();
        assertThat(ends.state()).isEqualTo(RUNNING);
        assertThat(ends.coreNs()).isZero();
        ends.run(10);
        assertThat(ends.machine.end()).isEqualTo(End.REACHED);
        assertThat(slow.timeNs()).isEqualTo(20);
    }

    @Test
    void manyResetsLeakNothing() {
        for (int i = 0; i < 300; i++) {
            lab.run(3);
            if (i % 3 == 0) {
                lab.pause();
            }
            lab.reset(ASKER);
            b.resetDone();
            a.resetDone();
            lab.resume();
            assertThat(lab.allocated()).isEqualTo(HubLab.CORE_COUNTERS + 6);
            assertThat(lab.coreNs()).isZero();
        }
        assertThat(lab.machine.status().epoch()).isEqualTo(301);
    }
}
