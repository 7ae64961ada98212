package io.takt.hub.core;

import static io.takt.asset.HubState.FAILED;
import static io.takt.asset.HubState.RUNNING;
import static io.takt.asset.HubState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.status.End;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Assets that are lost and come back, on the same clock or on a new one. */
class HubMachineRestartTest {
    private static final int A = 1;
    private static final int B = 2;

    private static HubLab running(final int limit) {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, limit).asset("b", 5).open();
        lab.member("a", 10);
        lab.member("b", 5);
        lab.run(5);
        assertThat(lab.state()).isEqualTo(RUNNING);
        return lab;
    }

    @Test
    void theClockOfALostAssetBoundsTheOthersUntilItsPlaceIsTaken() {
        final HubLab lab = running(3);
        final LabAsset lost = lab.assets.get("a");
        final long leftAtNs = lost.timeNs();
        final int counters = lab.allocated();
        lab.close(A);

        lab.run(50);
        assertThat(lab.coreNs()).isEqualTo(leftAtNs + 20);
        assertThat(lab.state()).as("neither a stall nor an end").isEqualTo(RUNNING);
        assertThat(lab.machine.status().missing()).containsExactly("a");
        assertThat(lab.machine.status().blocker()).isEqualTo("a");
        assertThat(lost.state()).isEqualTo(AssetState.LOST);
        assertThat(lab.losses).containsExactly("a at " + leftAtNs
            + "ns: its connection closed without a leave -> it is to be started again (1 of 3)");
        assertThat(lab.restarts).containsExactly("a 1 after 7");
        lab.assertSafe();

        final LabAsset next = lab.join(7, "a", 10);
        assertThat(next.clocks).isEqualTo(new Reply.AssetCounters("a", lost.clocks.number(), leftAtNs,
            lost.clocks.timeCounter(), lost.clocks.stateCounter(), lost.clocks.retainCounter(), null, null));
        assertThat(lab.allocated()).isEqualTo(counters);
        next.ready();
        assertThat(next.state()).isEqualTo(AssetState.RUNNING);
        lab.run(50);
        assertThat(lab.coreNs()).isGreaterThan(leftAtNs + 100);
        assertThat(lab.machine.status().missing()).isEmpty();
        lab.assertSafe();
    }

    @Test
    void anAssetThatCannotGoOnInTheMiddleStartsAtTheCoresTime() {
        final HubLab lab = running(3);
        final LabAsset lost = lab.assets.get("a");
        lab.close(A);
        lab.run(50);
        final long core = lab.coreNs();
        final int counters = lab.allocated();

        final Reply.AssetCounters fresh = lab.ask(7, Request.Join.of(1, "a").atCoreTime(true)).joined()
            .clocks();

        assertThat(fresh.timeNs()).isEqualTo(core).isGreaterThan(lost.timeNs());
        assertThat(fresh.number()).isNotEqualTo(lost.clocks.number());
        assertThat(lab.allocated()).isEqualTo(counters);
        lab.assertSafe();
        lab.ask(7, new Request.Ready(2, "a"));
        lab.run(50);
        lab.assertSafe();
        assertThat(lab.coreNs()).isEqualTo(core + 20);
    }

    @Test
    void atMostSoOften() {
        final HubLab lab = running(2);
        for (int i = 0; i < 2; i++) {
            lab.close(lab.assets.get("a").connection);
            lab.on(new HubCommand.ProgramEnded("a", "was ended by signal 9"));
            lab.on(new HubCommand.ProgramStarted("a"));
            lab.member("a", 10);
            lab.run(5);
        }
        assertThat(lab.state()).isEqualTo(RUNNING);
        final long leftAtNs = lab.assets.get("a").timeNs();
        lab.on(new HubCommand.ProgramEnded("a", "ended with exit status 1"));
        lab.close(lab.assets.get("a").connection);

        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.reason()).isEqualTo("asset 'a' was lost at " + leftAtNs
            + "ns: its connection closed without a leave, after it was started again 2 times");
        assertThat(lab.restarts).containsExactly("a 1 after 7", "a 2 after 7");
        assertThat(lab.losses).hasSize(3).last().asString().endsWith("-> null");
    }

    /** Its process gets the same messages again, and so each one fails alike. */
    @Test
    void anAssetThatIsLostInTheSameStepEachTimeIsToldSo() {
        final HubLab lab = running(2);
        final long leftAtNs = lab.assets.get("a").timeNs();
        for (int i = 0; i < 2; i++) {
            lab.assets.get("a").fail("a tank of -1 l");
            lab.on(new HubCommand.ProgramStarted("a"));
            lab.member("a", 10);
        }
        lab.assets.get("a").fail("a tank of -1 l");
        assertThat(lab.reason()).isEqualTo("asset 'a' was lost at " + leftAtNs + "ns: its simulator failed: a tank of"
            + " -1 l, after it was started again 2 times and lost in the same step each time: probably by its input,"
            + " which is the same as well");
    }

    @Test
    void programThatEndsWithoutAJoinIsATryAsWell() {
        final HubLab lab = running(2);
        lab.close(A);
        lab.on(new HubCommand.ProgramEnded("a", "was ended by signal 9"));
        assertThat(lab.restarts).as("one death is one loss").hasSize(1);
        lab.on(new HubCommand.ProgramStarted("a"));
        lab.on(new HubCommand.ProgramEnded("a", "ended with exit status 7"));
        assertThat(lab.restarts).hasSize(2);
        lab.on(new HubCommand.ProgramStarted("a"));
        lab.on(new HubCommand.ProgramEnded("a", "ended with exit status 7"));
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.reason()).contains("its program ended with exit status 7 before it joined, after it was started"
            + " again 2 times");
    }

    @Test
    void beforeTheRunBeginsItIsStartedAgainAsWell() {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, 2).open();
        lab.on(new HubCommand.ProgramEnded("a", "ended with exit status 7"));
        assertThat(lab.restarts).containsExactly("a 1 after 7");
        lab.on(new HubCommand.ProgramStarted("a"));
        final LabAsset first = lab.join(1, "a", 10);
        lab.close(1);
        assertThat(lab.restarts).containsExactly("a 1 after 7", "a 2 after 7");
        assertThat(lab.state()).isEqualTo(WAITING);
        assertThat(lab.machine.status().missing()).containsExactly("a");
        lab.on(new HubCommand.ProgramStarted("a"));
        final LabAsset second = lab.member("a", 10);
        assertThat(second.clocks).isEqualTo(first.clocks);
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @Test
    void aLostAssetThatIsNotReadyDoesNotStartTheRun() {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, 2).asset("b", 10).open();
        lab.member("a", 10);
        lab.close(A);
        lab.member("b", 10);
        assertThat(lab.state()).isEqualTo(WAITING);
    }

    @Test
    void anAssetThatHasLeftIsNotStartedAgain() {
        final HubLab lab = running(2);
        lab.assets.get("a").leave();
        lab.on(new HubCommand.ProgramEnded("a", "ended with exit status 0"));
        assertThat(lab.restarts).isEmpty();
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @Test
    void aFailedSimulatorIsStartedAgain() {
        final HubLab lab = running(2);
        lab.assets.get("a").fail("no fuel");
        assertThat(lab.losses).hasSize(1).first().asString().contains("its simulator failed: no fuel");
        assertThat(lab.tryJoin(1, "a", 10).ok()).isTrue();
    }

    @Test
    void aResetWaitsOnlyForPresentAssets() {
        final HubLab lab = running(2);
        final LabAsset b = lab.assets.get("b");
        lab.close(A);
        final long id = lab.reset(90);
        b.resetDone();
        assertThat(lab.replies(90, id)).hasSize(1);
        assertThat(lab.coreNs()).isZero();
        assertThat(lab.state()).isEqualTo(WAITING);
        lab.assertSafe();
        final LabAsset next = lab.member("a", 10);
        assertThat(next.timeNs()).isZero();
        assertThat(lab.state()).isEqualTo(RUNNING);
        lab.run(20);
        lab.assertSafe();
        assertThat(lab.coreNs()).isGreaterThan(100);
    }

    @Test
    void theHubDoesNotWaitForAnAssetLostInAReset() {
        final HubLab lab = running(2);
        final long id = lab.reset(90);
        lab.assets.get("b").resetDone();
        lab.close(A);
        assertThat(lab.replies(90, id)).hasSize(1);
    }

    @Test
    void stopsAtOnce() {
        final HubLab lab = running(2);
        lab.close(A);
        assertThat(lab.stop().ok()).isTrue();
        assertThat(lab.state().isEnd()).isTrue();
    }

    @Test
    void anEndIsWaitedForUntilItIsBackAndHasDoneItsSteps() {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, 2).until(20).open();
        lab.member("a", 10);
        lab.assets.get("a").frozen = true;
        lab.run(20);
        lab.close(A);
        lab.run(20);
        assertThat(lab.state()).isEqualTo(RUNNING);
        lab.member("a", 10);
        lab.run(20);
        assertThat(lab.machine.end()).isEqualTo(End.REACHED);
    }

    @Test
    void goesOnOnlyWithinWhatTheCoreAllows() {
        final HubLab lab = running(9);
        final long leftAtNs = lab.assets.get("a").timeNs();
        lab.close(A);
        lab.run(50);
        assertThat(resume(lab, leftAtNs - 10).error()).contains("it cannot go on at " + (leftAtNs - 10) + "ns");
        assertThat(resume(lab, leftAtNs + 30).error()).contains("and the core's at " + (leftAtNs + 20) + "ns");
        assertThat(resume(lab, leftAtNs + 5).error()).contains("no whole number of its steps");
        assertThat(resume(lab, -1).ok()).isFalse();
        assertThat(resume(lab, leftAtNs + 10).joined().clocks().timeNs()).isEqualTo(leftAtNs + 10);
        lab.assertSafe();
        assertThat(lab.ask(8, Request.Join.of(77, "new").stepNs(5).timeNs(0L)).error())
            .isEqualTo("this hub has given it up, or has begun anew: it cannot go on at 0s; start it anew, too");
    }

    private static Reply resume(final HubLab lab, final long timeNs) {
        final Reply[] reply = new Reply[1];
        lab.on(new HubCommand.Ask(8, Request.Join.of(50_000 + timeNs, "a").timeNs(timeNs).atCoreTime(true), 0));
        reply[0] = lab.replies(8, 50_000 + timeNs).get(0);
        return reply[0];
    }

    @Test
    void anotherStepIsNotForAClockThatGoesOn() {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, 9).open();
        lab.member("a", 10);
        lab.close(A);
        assertThat(lab.tryJoin(3, "a", 5).error()).contains("it declares a step of 5ns, but the configuration says");
        assertThat(lab.tryJoin(3, "a", 0).ok()).isTrue();
        assertThat(lab.tryJoin(4, "a", 0).error()).contains("has joined already");
    }

    @Test
    void lossesOfTheOtherPoliciesAreToldAsWell() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10, true, OnLost.DROP).asset("b", 10).open();
        lab.member("a", 10);
        lab.member("b", 10);
        lab.close(A);
        lab.close(B);
        assertThat(lab.losses).containsExactly(
            "a at 0s: its connection closed without a leave -> the others go on without it",
            "b at 0s: its connection closed without a leave -> null");
    }

    /** Losses, returns on the same clock or at T_c, steps and resets in any order: the rules hold at every moment. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void staysSafeHoweverOftenAssetsAreLost(final long seed) {
        final Random random = new Random(seed);
        final HubLab lab = Plan.of(10, 30).restarted("a", 10, 100_000).restarted("b", 15, 100_000).open();
        lab.member("a", 10);
        lab.member("b", 15);
        long id = 1_000_000;
        for (int i = 0; i < 2_000; i++) {
            final String name = random.nextBoolean() ? "a" : "b";
            final LabAsset asset = lab.assets.get(name);
            switch (random.nextInt(8)) {
                case 0 -> {
                    if (asset != null) {
                        lab.close(asset.connection);
                    }
                }
                case 1 -> {
                    if (asset == null) {
                        lab.member(name, 0);
                    }
                }
                case 2 -> {
                    if (asset == null) {
                        final int connection = 100 + i;
                        final Reply reply =
                            lab.ask(connection, Request.Join.of(id++, name).atCoreTime(true));
                        lab.assets.put(name, lab.new LabAsset(connection, reply.joined()));
                        lab.assets.get(name).ready();
                    }
                }
                case 3, 4 -> lab.machine.doWork();
                default -> {
                    if (asset != null) {
                        asset.step();
                    }
                }
            }
            lab.assertSafe();
        }
        lab.assets.values().forEach(each -> assertThat(each.timeNs()).isPositive());
        assertThat(lab.coreNs()).isGreaterThan(500);
    }
}
