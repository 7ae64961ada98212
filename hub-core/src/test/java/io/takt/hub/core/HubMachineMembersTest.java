package io.takt.hub.core;

import static io.takt.asset.HubState.FAILED;
import static io.takt.asset.HubState.PAUSED;
import static io.takt.asset.HubState.RUNNING;
import static io.takt.asset.HubState.STOPPED;
import static io.takt.asset.HubState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetSpec;
import io.takt.asset.AssetState;
import io.takt.asset.OnHubLost;
import io.takt.asset.RefusalCode;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.name.Names;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.rule.Report;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class HubMachineMembersTest {
    /** One that counted up by the greatest step alone could stop the others for good. */
    @Test
    void refusesAProgramThatDoesNotSayThatItCanDoStepsThatVary() {
        final HubLab lab = Plan.of(10, 20).varying("a", new Steps(25, 1, false)).open();
        final Reply refused = lab.ask(1, Request.Join.of(1, "a"));
        assertThat(refused.refusal()).isEqualTo(RefusalCode.OTHER_STEP);
        assertThat(refused.error()).isEqualTo("the configuration says steps of up to 25ns on a grid of 1ns, and the"
            + " join does not say that the program can do steps that vary (\"canVary\")");
        final Reply.Joined joined = lab.ask(1, Request.Join.of(2, AssetSpec.named("a"))).joined();
        assertThat(joined.steps()).isEqualTo(new Steps(25, 1, false));
    }

    @Test
    void aJoinIsToldAllThatAnAssetNeeds() {
        final HubLab lab = Plan.of(10, 20).asset("a", 5).open();
        final Reply reply = lab.ask(7, Request.Join.of(42, "a").intervalNs(3L));
        final Reply.Joined joined = reply.joined();
        assertThat(reply).isEqualTo(Reply.joined(42, joined));
        assertThat(joined).isEqualTo(new Reply.Joined("lab", "/cnc", 1, 0, 10, 20, 5, null, null, 3,
            WaitStrategy.ADAPTIVE, OnHubLost.EXIT, joined.clocks(), 0, WAITING, null, null));
        final Reply.AssetCounters clocks = joined.clocks();
        assertThat(clocks.asset()).isEqualTo("a");
        assertThat(lab.counters.getCounterTypeId(clocks.timeCounter())).isEqualTo(7002);
        assertThat(lab.counters.getCounterTypeId(clocks.stateCounter())).isEqualTo(7004);
        assertThat(lab.counters.getCounterTypeId(clocks.retainCounter())).isEqualTo(7006);
        assertThat(lab.sent).allMatch(each -> each.connection() == 7);
    }

    @Test
    void anIntervalOfZeroIsAsSoonAsItMayAndNoneIsTheConfiguredOne() {
        final HubLab lab = Plan.of(10, 20).withInterval("a", 5, 7).withInterval("b", 5, 7).open();
        assertThat(lab.ask(7, Request.Join.of(42, "a").intervalNs(0L)).joined().intervalNs()).isZero();
        assertThat(lab.ask(8, Request.Join.of(43, "b")).joined().intervalNs()).isEqualTo(7);
    }

    @Test
    void aLateJoinerStartsAtTheCoresTime() {
        final HubLab lab = Plan.of(10, 20).open();
        lab.member("a", 10);
        lab.run(5);
        final long core = lab.coreNs();
        assertThat(core).isPositive();
        final LabAsset late = lab.join(8, "late", 3);
        assertThat(late.clocks.timeNs()).isEqualTo(core);
        assertThat(late.timeNs()).isEqualTo(core);
        lab.run(5);
        late.ready();
        lab.run(50);
        lab.assertSafe();
        assertThat(lab.coreNs()).isGreaterThan(core + 20);
        final HubStatus.AssetStatus status = lab.machine.status().assets().get(1);
        assertThat(status.progress()).isEqualTo((late.timeNs() - core) / 3);
    }

    @Test
    void refusesAJoinInOneLineThatSaysWhatWouldBeRight() {
        assertThat(refusal(Request.Join.of(1, "a b").stepNs(5))).isEqualTo("'a b' is not a name; " + Names.rule());
        assertThat(refusal(Request.Join.of(1, "taken").stepNs(5)))
            .isEqualTo("an asset named 'taken' has joined already");
        assertThat(refusal(Request.Join.of(1, "x").stepNs(-1)))
            .isEqualTo("step, granularity and interval cannot be negative");
        assertThat(refusal(Request.Join.of(1, "x").stepNs(5).intervalNs(-1L)))
            .isEqualTo("step, granularity and interval cannot be negative");
        assertThat(refusal(Request.Join.of(1, "x")))
            .isEqualTo("the configuration does not name it, so it has to declare a step");
        assertThat(refusal(Request.Join.of(1, "planned").stepNs(6)))
            .isEqualTo("it declares a step of 6ns, but the configuration says a step of 5ns");
        assertThat(refusal(Request.Join.of(1, "x").stepNs(15)))
            .isEqualTo("with a step of 15ns the simulation would stop for good; coreStep 10ns and maxDelay 19ns need"
                + " a maxDelay of at least 20ns for it");
        assertThat(refusal(Request.Join.of(1, "x").stepNs(Long.MAX_VALUE))).contains("9223372036854775816ns");
        assertThat(refusal(Request.Join.of(1, "x").stepNs(120_000_000_000L))).endsWith("at least 2min for it");
        assertThat(refusal(Request.Join.of(1, "n".repeat(50_000)).stepNs(5))).hasSizeLessThan(300);
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"..", "a/b"})
    void refusesNamesThatAreNone(final String name) {
        assertThat(refusal(Request.Join.of(1, name).stepNs(5))).contains(Names.rule());
    }

    private static String refusal(final Request.Join join) {
        final HubLab lab = Plan.of(10, 19).asset("planned", 5).open();
        lab.join(1, "taken", 5);
        final int before = lab.allocated();
        final Reply reply = lab.ask(2, join);
        assertThat(reply.ok()).isFalse();
        assertThat(reply.joined()).isNull();
        assertThat(reply.error()).doesNotContain("\n");
        assertThat(lab.allocated()).isEqualTo(before);
        assertThat(lab.machine.status().assets()).hasSize(1);
        return reply.error();
    }

    @Test
    void aDeclaredStepThatAgreesWithTheConfigurationIsTaken() {
        final HubLab lab = Plan.of(10, 20).asset("a", 5).open();
        assertThat(lab.join(1, "a", 5).stepNs).isEqualTo(5);
    }

    @Test
    void aFullFileRefusesTheJoinAndLeaksNothing() {
        final HubLab lab = Plan.of(10, 20).records(HubLab.CORE_COUNTERS + 3 + 2).open();
        final LabAsset a = lab.member("a", 10);
        for (int i = 0; i < 5; i++) {
            assertThat(lab.tryJoin(2, "b", 10).error()).contains("full");
            assertThat(lab.allocated()).isEqualTo(HubLab.CORE_COUNTERS + 3);
        }
        a.leave();
        lab.join(2, "b", 10);
        assertThat(lab.allocated()).isEqualTo(HubLab.CORE_COUNTERS + 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ready", "reset-done", "leave", "fail"})
    void onlyTheConnectionThatJoinedSpeaksForAnAsset(final String op) {
        final HubLab lab = Plan.of(10, 20).open();
        lab.join(1, "a", 10);
        for (final String name : new String[] {"a", "ghost", null}) {
            final Request request = switch (op) {
                case "ready" -> new Request.Ready(9, name);
                case "reset-done" -> new Request.ResetDone(9, name);
                case "leave" -> new Request.Leave(9, name);
                default -> new Request.Fail(9, name, "x");
            };
            lab.sent.clear();
            assertThat(lab.ask(2, request).error())
                .isEqualTo("no asset '" + name + "' has joined over this connection");
        }
        assertThat(lab.machine.status().assets().get(0).state()).isEqualTo(AssetState.JOINED);
        assertThat(lab.state()).isEqualTo(WAITING);
    }

    @Test
    void anAssetThatLeavesBoundsNothingAndItsClocksAreFree() {
        final HubLab lab = Plan.of(10, 20).open();
        lab.member("a", 10);
        final LabAsset b = lab.member("b", 10);
        b.frozen = true;
        lab.run(10);
        assertThat(lab.coreNs()).isEqualTo(20);
        assertThat(b.leave().ok()).isTrue();
        assertThat(lab.allocated()).isEqualTo(HubLab.CORE_COUNTERS + 3);
        assertThat(lab.assetEvents).last().isEqualTo("b LEFT");
        lab.run(10);
        assertThat(lab.coreNs()).isGreaterThan(20);
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.machine.status().assets()).extracting(HubStatus.AssetStatus::name).containsExactly("a");
        assertThat(lab.member("b", 10).timeNs()).as("may come back").isEqualTo(lab.coreNs());
    }

    @Test
    void theNextMemberInASlotIsNotTakenForTheOneBefore() {
        final HubLab lab = Plan.of(10, 20).open();
        final LabAsset a = lab.member("a", 10);
        final LabAsset b = lab.member("b", 10);
        b.frozen = true;
        lab.run(10);
        lab.nowNs += 100;
        b.leave();
        final LabAsset c = lab.member("c", 10);
        c.frozen = true;
        lab.run(10);
        assertThat(lab.coreNs()).isEqualTo(40);
        assertThat(lab.machine.status().blocker()).isEqualTo("c");
        lab.nowNs += 5;
        assertThat(lab.machine.status().assets()).extracting(HubStatus.AssetStatus::blockedCoreNs)
            .containsExactly(0L, 5L);
        assertThat(a.timeNs()).isEqualTo(40);
    }

    @Test
    void theLossOfAnAssetHaltsByDefault() {
        final HubLab lab = Plan.of(10, 20).open();
        lab.member("a", 10);
        final LabAsset b = lab.member("b", 10);
        lab.machine.doWork();
        b.step();
        lab.close(b.connection);
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.reason()).isEqualTo("asset 'b' was lost at 10ns: its connection closed without a leave");
        assertThat(b.state()).isEqualTo(AssetState.LOST);
        assertThat(lab.assetEvents).last().isEqualTo("b LOST: at 10ns: its connection closed without a leave");
        assertThat(lab.events(1, Event.State.class)).last().isEqualTo(new Event.State(FAILED, lab.reason()));
    }

    @Test
    void theOthersGoOnWithoutOneThatMayBeDropped() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10, true, OnLost.DROP).open();
        lab.member("a", 10);
        final LabAsset b = lab.member("b", 0);
        b.frozen = true;
        lab.run(10);
        lab.close(b.connection);
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.assetEvents).last().isEqualTo("b LOST: at 0s: its connection closed without a leave");
        assertThat(lab.allocated()).isEqualTo(HubLab.CORE_COUNTERS + 3);
        lab.run(10);
        assertThat(lab.coreNs()).isGreaterThan(20);
    }

    @Test
    void aLossWhilePausedHaltsOrDropsAsWell() {
        for (final OnLost policy : OnLost.values()) {
            final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10, true, policy).open();
            lab.member("a", 10);
            final LabAsset b = lab.member("b", 0);
            lab.pause();
            lab.close(b.connection);
            assertThat(lab.state()).isEqualTo(policy == OnLost.HALT ? FAILED : PAUSED);
        }
    }

    @Test
    void aLossBeforeTheStartIsWaitedOut() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10).open();
        final LabAsset b = lab.member("b", 0);
        lab.close(b.connection);
        assertThat(lab.state()).isEqualTo(WAITING);
        assertThat(lab.machine.status().missing()).containsExactly("a", "b");
        lab.member("b", 0);
        lab.member("a", 0);
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @Test
    void aFailedSimulatorCountsAsLost() {
        final HubLab lab = Plan.of(10, 20).open();
        final LabAsset a = lab.member("a", 10);
        assertThat(a.fail("division by zero").ok()).isTrue();
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.reason()).isEqualTo("asset 'a' was lost at 0s: its simulator failed: division by zero");
    }

    @Test
    void aChildHubThatEndsIsNotCalledASimulatorThatFailed() {
        final HubLab lab = Plan.of(10, 20).asset("site-a", 10).open();
        final LabAsset child =
            lab.enter(1, lab.ask(1, Request.Join.of(7, "site-a").stepNs(10).federate(Report.CORE)));
        child.ready();
        assertThat(child.fail("ran for 2s").ok()).isTrue();
        assertThat(lab.reason()).isEqualTo("asset 'site-a' was lost at 0s: its hub has ended: ran for 2s");
    }

    @Test
    void aClosedConnectionLosesAllItsAssetsAndNoOthers() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10, true, OnLost.DROP).asset("b", 10, true, OnLost.DROP)
            .asset("c", 10).open();
        for (final String name : new String[] {"a", "b"}) {
            lab.join(5, name, 0).ready();
        }
        lab.join(6, "c", 0).ready();
        lab.close(77);
        lab.close(5);
        assertThat(lab.assetEvents.subList(lab.assetEvents.size() - 2, lab.assetEvents.size()))
            .allMatch(each -> each.contains("LOST"));
        assertThat(lab.machine.status().assets()).extracting(HubStatus.AssetStatus::name).containsExactly("c");
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @Test
    void endsWhenAllHaveLeftIfItIsToAndKeepsTheirResults() {
        final HubLab lab = Plan.of(10, 20).endsWhenAllLeft().open();
        final LabAsset a = lab.member("a", 10);
        final LabAsset b = lab.member("b", 5);
        lab.machine.doWork();
        a.step();
        a.leave();
        assertThat(lab.state()).isEqualTo(RUNNING);
        b.leave();
        assertThat(lab.state()).isEqualTo(STOPPED);
        assertThat(lab.machine.end()).isEqualTo(End.ALL_LEFT);
        assertThat(lab.machine.status().assets()).extracting(HubStatus.AssetStatus::name).containsExactly("a", "b");
        assertThat(lab.machine.status().assets().get(0).progress()).isEqualTo(1);
        assertThat(lab.machine.status().assets().get(0).state()).isEqualTo(AssetState.LEFT);
    }

    @Test
    void allLeavingBeforeTheStartIsNoEnd() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10).endsWhenAllLeft().open();
        lab.member("a", 0).leave();
        assertThat(lab.state()).isEqualTo(WAITING);
        assertThat(lab.machine.status().missing()).containsExactly("a", "b");
    }

    @Test
    void aLeaveWhileTheRunSettlesLetsItEnd() {
        final HubLab lab = Plan.of(10, 20).until(20).open();
        lab.member("a", 10);
        final LabAsset b = lab.member("b", 10);
        b.frozen = true;
        lab.run(10);
        assertThat(lab.state()).isEqualTo(RUNNING);
        b.leave();
        lab.run(10);
        assertThat(lab.machine.end()).isEqualTo(End.REACHED);
    }
}
