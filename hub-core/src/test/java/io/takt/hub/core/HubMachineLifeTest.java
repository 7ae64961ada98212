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
import io.takt.asset.HubState;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.Event;
import io.takt.shm.control.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HubMachineLifeTest {
    private static final long MAX = Long.MAX_VALUE;

    @Test
    void waitsForRequiredAssetsToJoinAndBeReady() {
        final HubLab lab = Plan.of(10, 20).asset("a", 5).asset("b", 10).open();
        assertThat(lab.state()).isEqualTo(WAITING);
        assertThat(lab.machine.status().missing()).containsExactly("a", "b");
        final LabAsset a = lab.join(1, "a", 0);
        a.ready();
        final LabAsset b = lab.join(2, "b", 0);
        assertThat(lab.machine.status().missing()).containsExactly("b");
        assertThat(lab.machine.doWork()).isZero();
        assertThat(lab.state()).isEqualTo(WAITING);
        assertThat(a.state()).isEqualTo(AssetState.READY);
        assertThat(b.state()).isEqualTo(AssetState.JOINED);
        b.ready();
        assertThat(lab.states).containsExactly(READY, RUNNING);
        assertThat(lab.machine.status().missing()).isEmpty();
        assertThat(a.state()).isEqualTo(AssetState.RUNNING);
        assertThat(b.state()).isEqualTo(AssetState.RUNNING);
        assertThat(lab.machine.doWork()).isPositive();
        assertThat(lab.coreNs()).isEqualTo(10);
        assertThat(lab.events(1, Event.State.class)).extracting(Event.State::state).containsExactly(READY, RUNNING);
    }

    @Test
    void doesNotWaitForOptionalAssetsButForAFirstOne() {
        final HubLab lab = Plan.of(10, 20).asset("a", 5, false, OnLost.HALT).asset("b", 10, false, OnLost.HALT).open();
        assertThat(lab.machine.status().missing()).isEmpty();
        assertThat(lab.machine.doWork()).isZero();
        final LabAsset b = lab.join(1, "b", 0);
        assertThat(lab.state()).as("joined, not ready").isEqualTo(WAITING);
        b.ready();
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @Test
    void anAssetThatHasJoinedButIsNotReadyBoundsTheCore() {
        final HubLab lab = Plan.of(10, 20).asset("a", 5, false, OnLost.HALT).open();
        final LabAsset a = lab.join(1, "a", 0);
        a.frozen = true;
        lab.member("b", 10);
        lab.run(100);
        assertThat(lab.coreNs()).isEqualTo(20);
        assertThat(lab.machine.status().blocker()).isEqualTo("a");
        a.ready();
        assertThat(a.state()).isEqualTo(AssetState.RUNNING);
        a.frozen = false;
        lab.run(100);
        assertThat(lab.coreNs()).isGreaterThan(1_000);
    }

    @Test
    void aCoreWithoutAssetsDoesNotMove() {
        final HubLab lab = Plan.of(10, 20).open();
        assertThat(lab.machine.doWork()).isZero();
        final LabAsset only = lab.member("x", 10);
        lab.run(10);
        only.leave();
        final long at = lab.coreNs();
        lab.run(10);
        assertThat(lab.coreNs()).isEqualTo(at).isPositive();
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @Test
    void aStuckAssetStopsTheCoreWithinTheMaxDelayAndNeverBeyond() {
        final HubLab lab = Plan.of(20 * HubLab.MS, 30 * HubLab.MS).open();
        final LabAsset stuck = lab.member("stuck", 10 * HubLab.MS);
        stuck.frozen = true;
        lab.member("other", 10 * HubLab.MS);
        lab.run(1_000);
        assertThat(lab.coreNs()).isEqualTo(20L * HubLab.MS);
        assertThat(lab.state()).as("waited for, for ever").isEqualTo(RUNNING);
        assertThat(lab.machine.status().blocker()).isEqualTo("stuck");
        lab.nowNs += 5_000;
        assertThat(lab.machine.status().blockedForNs()).isEqualTo(5_000);
        stuck.frozen = false;
        lab.run(10);
        assertThat(lab.coreNs()).isGreaterThan(40L * HubLab.MS);
    }

    @Test
    void pauseHoldsTheCoreWhileAssetsCatchUp() {
        final HubLab lab = Plan.of(10, 20).open();
        final LabAsset a = lab.member("a", 10);
        lab.machine.doWork();
        assertThat(lab.pause().ok()).isTrue();
        assertThat(lab.state()).isEqualTo(PAUSED);
        assertThat(lab.machine.doWork()).isZero();
        lab.run(10);
        assertThat(lab.coreNs()).isEqualTo(10);
        assertThat(a.timeNs()).isEqualTo(10);
        assertThat(lab.pause().ok()).as("again").isTrue();
        assertThat(lab.resume().ok()).isTrue();
        assertThat(lab.states).containsExactly(READY, RUNNING, PAUSED, RUNNING);
        assertThat(lab.resume().ok()).as("again").isTrue();
        lab.run(10);
        assertThat(lab.coreNs()).isGreaterThan(10);
    }

    @Test
    void thereIsNothingToPauseWhileWaiting() {
        final HubLab lab = Plan.of(10, 20).asset("a", 5).open();
        assertThat(lab.pause().error()).isEqualTo("the hub is WAITING: there is nothing to pause");
        assertThat(lab.resume().ok()).isTrue();
        assertThat(lab.state()).isEqualTo(WAITING);
    }

    @Test
    void anAssetThatJoinsWhilePausedRunsAfterTheResume() {
        final HubLab lab = Plan.of(10, 20).open();
        lab.member("a", 10);
        lab.machine.doWork();
        lab.pause();
        final LabAsset b = lab.member("b", 5);
        assertThat(b.state()).isEqualTo(AssetState.READY);
        assertThat(b.timeNs()).isEqualTo(10);
        assertThat(lab.state()).isEqualTo(PAUSED);
        lab.resume();
        assertThat(b.state()).isEqualTo(AssetState.RUNNING);
    }

    @Test
    void afterAPauseTheRealTimePaceGoesOnFromThere() {
        final HubLab lab = Plan.of(10, 1_000).pace(1.0, 0).open();
        lab.member("a", 10);
        assertThat(lab.machine.doWork()).isZero();
        lab.nowNs += 10;
        assertThat(lab.machine.doWork()).isPositive();
        assertThat(lab.machine.doWork()).isZero();
        lab.pause();
        lab.nowNs += 1_000_000;
        assertThat(lab.machine.status().wallNs()).as("a pause is no running").isEqualTo(10);
        lab.resume();
        assertThat(lab.machine.doWork()).isZero();
        lab.nowNs += 9;
        assertThat(lab.machine.doWork()).isZero();
        lab.nowNs += 1;
        assertThat(lab.machine.doWork()).isPositive();
        assertThat(lab.coreNs()).isEqualTo(20);
        assertThat(lab.machine.status().wallNs()).isEqualTo(20);
    }

    @Test
    void theTimeOfAPauseIsNoAssetsBlame() {
        final HubLab lab = Plan.of(10, 20).open();
        lab.member("a", 10).frozen = true;
        lab.run(10);
        lab.nowNs += 100;
        lab.pause();
        lab.nowNs += 10_000;
        assertThat(lab.machine.status().blocker()).isNull();
        lab.resume();
        lab.run(10);
        lab.nowNs += 7;
        assertThat(lab.machine.status().assets().get(0).blockedCoreNs()).isEqualTo(107);
        assertThat(lab.machine.status().coreRetain()).isEqualTo(2);
    }

    @Test
    void withAnIntervalTheCoreTriesOnTheGridAndCountsEveryTry() {
        final HubLab lab = Plan.of(10, 20).pace(Double.POSITIVE_INFINITY, 100).open();
        lab.member("a", 10).frozen = true;
        for (int i = 1; i <= 10; i++) {
            lab.nowNs += 99;
            assertThat(lab.machine.doWork()).isZero();
            lab.nowNs += 1;
            assertThat(lab.machine.doWork()).isEqualTo(i <= 2 ? 1 : 0);
        }
        assertThat(lab.machine.status().coreProgress()).isEqualTo(2);
        assertThat(lab.machine.status().coreRetain()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 9, 10, 11, 95, 100, 101})
    void endsAtTheFirstCoreTimeThatIsNotEarlierWhenAllHaveCaughtUp(final long untilNs) {
        final HubLab lab = Plan.of(10, 30).until(untilNs).open();
        final LabAsset a = lab.member("a", 3);
        final LabAsset b = lab.member("b", 7);
        lab.run(1_000);
        final long end = (untilNs + 9) / 10 * 10;
        assertThat(lab.state()).isEqualTo(STOPPED);
        assertThat(lab.machine.end()).isEqualTo(End.REACHED);
        assertThat(lab.coreNs()).isEqualTo(end);
        assertThat(a.timeNs()).isEqualTo(end / 3 * 3);
        assertThat(b.timeNs()).isEqualTo(end / 7 * 7);
        assertThat(lab.reason()).isEqualTo("reached " + untilNs + "ns");
        assertThat(lab.events(1, Event.State.class)).last().isEqualTo(new Event.State(STOPPED, lab.reason()));
    }

    @Test
    void doesNotEndBeforeTheSlowestHasDoneItsLastStep() {
        final HubLab lab = Plan.of(10, 30).until(20).open();
        final LabAsset slow = lab.member("slow", 10);
        slow.frozen = true;
        lab.run(100);
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.coreNs()).isEqualTo(20);
        assertThat(lab.machine.status().blocker()).isEqualTo("slow");
        slow.frozen = false;
        slow.step();
        assertThat(lab.machine.doWork()).isZero();
        slow.step();
        lab.machine.doWork();
        assertThat(lab.state()).isEqualTo(STOPPED);
    }

    @Test
    void anEndAtZeroNeedsNoCountUp() {
        final HubLab lab = Plan.of(10, 30).until(0).open();
        lab.member("a", 3);
        lab.run(10);
        assertThat(lab.machine.end()).isEqualTo(End.REACHED);
        assertThat(lab.coreNs()).isZero();
    }

    @Test
    void theEndOfTimeStopsCleanly() {
        final long step = MAX / 3 - 5;
        final HubLab lab = Plan.of(step, MAX).open();
        final LabAsset a = lab.member("a", step);
        final LabAsset b = lab.member("b", step * 2);
        lab.run(100);
        assertThat(lab.state()).isEqualTo(STOPPED);
        assertThat(lab.machine.end()).isEqualTo(End.END_OF_TIME);
        assertThat(lab.coreNs()).isEqualTo(3 * step);
        assertThat(a.timeNs()).isEqualTo(3 * step);
        assertThat(b.timeNs()).isEqualTo(2 * step);
        assertThat(lab.reason()).contains("9223372036854775807ns");
        assertThat(lab.counters.getCounterValue(0)).isEqualTo(3 * step);
    }

    @ParameterizedTest
    @ValueSource(strings = {"WAITING", "RUNNING", "PAUSED", "RESETTING", "STOPPED", "FAILED"})
    void stopsInEveryState(final HubState from) {
        final HubLab lab = in(from);
        final int changes = lab.states.size();
        assertThat(lab.stop().ok()).isTrue();
        if (from.isEnd()) {
            assertThat(lab.state()).isEqualTo(from);
            assertThat(lab.states).hasSize(changes);
        } else {
            assertThat(lab.state()).isEqualTo(STOPPED);
            assertThat(lab.machine.end()).isEqualTo(End.ASKED);
            assertThat(lab.reason()).isEqualTo("asked to stop");
            assertThat(lab.reasons).last().isEqualTo("asked to stop");
        }
        assertThat(lab.machine.doWork()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RESETTING", "STOPPED", "FAILED"})
    void theLifeCannotBeChangedThen(final HubState state) {
        final HubLab lab = in(state);
        final String why = "the hub is " + state;
        assertThat(lab.pause().error()).isEqualTo(why);
        assertThat(lab.resume().error()).isEqualTo(why);
        final long id = lab.reset(91);
        assertThat(lab.replies(91, id)).hasSize(1).first().satisfies(reply -> {
            assertThat(reply.ok()).isFalse();
            assertThat(reply.error()).isEqualTo(why);
        });
        if (state.isEnd()) {
            assertThat(lab.tryJoin(92, "late", 10).error()).isEqualTo(why);
        }
        assertThat(lab.state()).isEqualTo(state);
    }

    @Test
    void theStatusStaysAsItWasAtTheEnd() {
        final HubLab lab = Plan.of(10, 20).open();
        final LabAsset a = lab.member("a", 10);
        lab.machine.doWork();
        lab.nowNs += 50;
        lab.stop();
        final HubStatus before = lab.machine.status();
        lab.nowNs += 1_000;
        a.step();
        a.leave();
        lab.close(2);
        lab.on(new HubCommand.Stop("again"));
        lab.on(new HubCommand.Fail("too late"));
        assertThat(lab.machine.status()).isSameAs(before);
        assertThat(before.wallNs()).isEqualTo(50);
        assertThat(before.coreTimeNs()).isEqualTo(10);
        assertThat(before.assets()).hasSize(1);
    }

    @Test
    void aProgramThatNeverJoinsFailsTheRun() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).open();
        lab.on(new HubCommand.Fail("its program ended"));
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.reason()).isEqualTo("its program ended");
    }

    @Test
    void theStatusTravelsAsJson() {
        final HubLab lab = Plan.of(10, 20).asset("b", 10).open();
        lab.member("a", 10);
        final var status = lab.ask(77, new Request.Status(5)).status();
        assertThat(StatusJson.read(status)).isEqualTo(lab.machine.status());
        assertThat(status.get("state").textValue()).isEqualTo("WAITING");
        assertThat(status.get("missing").get(0).textValue()).isEqualTo("b");
    }

    private static HubLab in(final HubState state) {
        final HubLab lab = state == WAITING ? Plan.of(10, 20).asset("missing", 10).open() : Plan.of(10, 20).open();
        final LabAsset a = lab.member("a", 10);
        switch (state) {
            case PAUSED -> lab.pause();
            case RESETTING -> lab.reset(90);
            case STOPPED -> lab.stop();
            case FAILED -> lab.close(a.connection);
            default -> {
                // There already.
            }
        }
        assertThat(lab.state()).isEqualTo(state);
        return lab;
    }
}
