package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryDecisionTest {
    private static final long MS = 1_000_000;

    private static HubPlan plan(final String hub, final long maxDelayNs) {
        return new HubPlan(hub, "/cnc", 10 * MS, 0, maxDelayNs, 1, WaitStrategy.ADAPTIVE, Long.MAX_VALUE, false, false,
            List.of(planned("drone", OnLost.HALT, OnHubLost.ATTACH), planned("radar", OnLost.DROP, OnHubLost.EXIT)),
            MessagePlan.NONE);
    }

    private static PlannedAsset planned(final String name, final OnLost onLost, final OnHubLost onHubLost) {
        return new PlannedAsset(
            name, Steps.fixedNs(5 * MS), 0, true, onLost, WaitStrategy.ADAPTIVE, onHubLost, Restart.USUAL, List.of());
    }

    private static LeftClocks left(final long digest, final boolean begun) {
        return new LeftClocks(7, digest, begun, 12_340 * MS, 20 * MS,
            List.of(asset("drone", 123), asset("radar", 124), asset("buoy", 0)));
    }

    private static LeftAsset asset(final String name, final int pid) {
        return new LeftAsset(name, pid, 1, 5 * MS, 0, false, 12_330 * MS);
    }

    @Test
    void takesOverWhenAnyProcessLives() {
        final HubPlan plan = plan("lab", 20 * MS);
        final LeftClocks left = left(plan.digest(), true);
        final RecoveryDecision all = RecoveryDecision.of(left, plan, false, each -> each.pid() > 0);
        assertThat(all.clocks()).isEqualTo(left);
        assertThat(all.survivors()).containsExactly("drone", "radar");
        assertThat(all.line()).isEqualTo("takes over from a killed hub at 12.34s; waiting for drone (process 123),"
            + " radar (process 124), buoy to attach again");

        final RecoveryDecision some = RecoveryDecision.of(left, plan, false, each -> each.pid() == 123);
        assertThat(some.clocks().assets()).as("radar is dropped").extracting(LeftAsset::name)
            .containsExactly("drone", "buoy");
        assertThat(some.line()).endsWith("waiting for drone (process 123), buoy to attach again");
    }

    @Test
    void aChildHubOfAnotherMachineMayLiveAndHasNoProcess() {
        final HubPlan plan = plan("lab", 20 * MS);
        final LeftClocks left = left(plan.digest(), true);
        final RecoveryDecision taken = RecoveryDecision.of(left, plan, false, each -> each.name().equals("buoy"));
        assertThat(taken.elsewhere()).containsExactly("buoy");
        assertThat(taken.needsProcess("buoy")).isFalse();
        assertThat(taken.gone(name -> false)).extracting(LeftAsset::name).containsExactly("drone");
        assertThat(taken.line()).endsWith("waiting for drone, buoy to attach again");
        assertThat(RecoveryDecision.of(null, plan, false, each -> true).elsewhere()).isEmpty();
    }

    /** Its core began at its parent's time, and its configuration says nothing of that. */
    @Test
    void takesOverFromAChildHubThatCameLate() {
        final HubPlan plan = plan("lab", 20 * MS);
        final LeftClocks left = new LeftClocks(7, plan.digest(), true, 12_347 * MS, 20 * MS,
            List.of(new LeftAsset("drone", 123, 1, 5 * MS, 0, false, 12_332 * MS)));
        assertThat(RecoveryDecision.of(left, plan, false, each -> true).clocks()).isEqualTo(left);
    }

    @Test
    void startsFromZeroOtherwise() {
        final HubPlan plan = plan("lab", 20 * MS);
        final LeftClocks left = left(plan.digest(), true);
        assertThat(RecoveryDecision.of(null, plan, false, each -> true).line()).isNull();
        assertThat(RecoveryDecision.of(left(0, true), plan, false, each -> true)).as("a run that has ended")
            .isEqualTo(RecoveryDecision.of(null, plan, false, each -> true));
        final RecoveryDecision asked = RecoveryDecision.of(left, plan, true, each -> true);
        assertThat(asked.clocks()).isNull();
        assertThat(asked.line()).isEqualTo("starts from 0, not where a killed hub left off (12.34s): as asked");
        assertThat(RecoveryDecision.of(left, plan, false, each -> false).line()).endsWith("none of its assets lives");
        assertThat(RecoveryDecision.of(left, plan("other", 20 * MS), false, each -> true).line())
            .endsWith("that had another configuration");
        assertThat(RecoveryDecision.of(left, plan("lab", 30 * MS), false, each -> true).clocks()).isNull();
        assertThat(RecoveryDecision.of(left(plan.digest(), false), plan, false, each -> false).line()).isNull();
    }

    @Test
    void knowsTheProcessesThatAreGoneForGood() {
        final HubPlan plan = plan("lab", 20 * MS);
        final LeftClocks left = new LeftClocks(7, plan.digest(), true, 12_340 * MS, 20 * MS,
            List.of(asset("drone", 123), asset("buoy", 0), asset("whale", 125), asset("kite", 126)));
        final RecoveryDecision taken = RecoveryDecision.of(left, plan, false, each -> each.pid() == 126);
        assertThat(taken.gone(name -> false)).extracting(LeftAsset::name).containsExactly("drone", "whale");
        assertThat(taken.gone("drone"::equals)).extracting(LeftAsset::name).containsExactly("whale");
        assertThat(RecoveryDecision.of(null, plan, false, each -> true).gone(name -> false)).isEmpty();
    }

    @Test
    void knowsTheAssetsThatNeedANewProcess() {
        final HubPlan plan = plan("lab", 20 * MS);
        assertThat(RecoveryDecision.of(null, plan, false, each -> true).needsProcess("drone")).isTrue();
        final RecoveryDecision begun = RecoveryDecision.of(left(plan.digest(), true), plan, false,
            each -> each.pid() == 123);
        assertThat(begun.needsProcess("drone")).as("it lives").isFalse();
        assertThat(begun.needsProcess("buoy")).as("it took part").isTrue();
        assertThat(begun.needsProcess("late")).as("it has had its part").isFalse();
        assertThat(RecoveryDecision.of(left(plan.digest(), false), plan, false, each -> each.pid() == 123)
            .needsProcess("late")).as("the run has not begun").isTrue();
    }

    @Test
    void waitsForProcessesThatAreAboutToGo() {
        final HubPlan plan = plan("lab", 20 * MS);
        final LeftClocks left = left(plan.digest(), true);
        assertThat(RecoveryDecision.isLeaving(left, plan, each -> each.name().equals("radar"))).isTrue();
        assertThat(RecoveryDecision.isLeaving(left, plan, each -> each.name().equals("drone"))).isFalse();
        assertThat(RecoveryDecision.isLeaving(left, plan, each -> each.name().equals("buoy"))).as("not planned")
            .isTrue();
        assertThat(RecoveryDecision.isLeaving(left, plan, each -> false)).isFalse();
        assertThat(RecoveryDecision.isLeaving(left(3, true), plan, each -> true)).isFalse();
        assertThat(RecoveryDecision.isLeaving(null, plan, each -> true)).isFalse();
    }
}
