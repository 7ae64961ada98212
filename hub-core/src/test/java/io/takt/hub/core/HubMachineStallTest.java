package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.Steps;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.status.End;
import io.takt.rule.Liveness;
import io.takt.rule.LivenessVerdict;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HubMachineStallTest {
    private static final int MOST_TURNS = 100_000;

    @Test
    void aSystemThatL2SaysWillStopStopsAtThePredictedTimeInEveryFairOrder() {
        final Random random = new Random(7);
        int stalled = 0;
        for (int round = 0; round < 400; round++) {
            final long coreStep = 1 + random.nextInt(20);
            final long maxDelay = 1 + random.nextInt(40);
            final List<Liveness.Member> members = new ArrayList<>();
            final Plan plan = Plan.of(coreStep, maxDelay).force().until(3_000);
            for (int i = 0; i <= random.nextInt(4); i++) {
                members.add(new Liveness.Member("a" + i, 1 + random.nextInt(25)));
                plan.asset("a" + i, members.get(i).stepNs());
            }
            final LivenessVerdict verdict = Liveness.judge(coreStep, maxDelay, members);
            final HubLab lab = plan.open();
            members.forEach(member -> lab.member(member.name(), 0));
            runInRandomOrder(lab, random);
            final String system = coreStep + " " + maxDelay + " " + members;
            if (verdict.live() || verdict.stopsAtNs().longValueExact() >= 3_000) {
                assertThat(lab.machine.end()).as(system).isEqualTo(End.REACHED);
            } else {
                stalled++;
                assertThat(lab.machine.end()).as(system).isEqualTo(End.STALLED);
                assertThat(lab.state()).isEqualTo(HubState.FAILED);
                assertThat(lab.coreNs()).as(system).isEqualTo(verdict.stopsAtNs().longValueExact());
                assertThat(lab.reason()).startsWith("stopped for good at ").doesNotContain("\n");
                for (final LabAsset asset : lab.assets.values()) {
                    assertThat(asset.timeNs()).as("did what it could").isEqualTo(lab.coreNs() / asset.stepNs
                        * asset.stepNs);
                }
            }
        }
        assertThat(stalled).as("systems of both kinds are drawn").isBetween(100, 350);
    }

    /** Else it would sleep for a time that never comes, and find out by its time-out only. */
    @Test
    void sleepsForTheLastStepWhereTheAssetCannotComeFurther() {
        assertThat(awaitedNs(2)).as("8 is what the next count-up takes").isEqualTo(8);
        assertThat(awaitedNs(6)).as("after 6 it stops for good").isEqualTo(6);
    }

    private static long awaitedNs(final long stepNs) {
        final HubLab lab = Plan.of(9, 10).force().asset("a", stepNs).open();
        lab.member("a", 0);
        for (int work = 1; work > 0;) {
            work = lab.machine.doWork();
        }
        assertThat(lab.coreNs()).isEqualTo(9);
        return lab.machine.sleeping().awaitedNs();
    }

    /** The length of its next step is known to the asset alone, until it tells that. */
    @Test
    void aWholeStepWhoseToldEndHasPassedIsTakenToBeOfItsGranularity() {
        final HubLab lab = Plan.of(10, 12).force().open();
        final LabAsset a = lab.enter(1, lab.ask(1, Request.Join.of(1, "a").steps(new Steps(30, 15, true))));
        a.frozen = true;
        a.ready();
        lab.counters.setCounterValue(a.clocks.nextCounter(), 0);
        lab.run(20);
        assertThat(lab.machine.end()).isEqualTo(End.STALLED);
        assertThat(lab.coreNs()).isEqualTo(10);
    }

    @Test
    void namesTheAssetThatStoppedIt() {
        final HubLab lab = Plan.of(100, 120).force().asset("drone", 90).asset("car", 10).open();
        lab.member("drone", 0);
        lab.member("car", 0);
        lab.run(1_000);
        assertThat(lab.reason()).isEqualTo("stopped for good at 300ns: asset 'drone' with step 90ns stands at 270ns and"
            + " waits for the core, which waits for it (coreStep 100ns, maxDelay 120ns)");
    }

    @Test
    void aStallIsOverWhenItsCauseLeavesBeforeTheEnd() {
        final HubLab lab = Plan.of(100, 120).force().open();
        final LabAsset bad = lab.member("bad", 90);
        final LabAsset good = lab.member("good", 100);
        lab.machine.doWork();
        bad.step();
        good.step();
        lab.machine.doWork();
        bad.step();
        good.step();
        good.frozen = true;
        lab.machine.doWork();
        // T_c = 300, bad = 270: stuck for good; good still has a step to do, so the run has not ended.
        bad.step();
        lab.run(5);
        assertThat(lab.coreNs()).isEqualTo(300);
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        bad.leave();
        good.frozen = false;
        lab.run(50);
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        assertThat(lab.coreNs()).isGreaterThan(1_000);
    }

    @Test
    void aCoreStepBeyondTheMaxDelayStallsAtZero() {
        final HubLab lab = Plan.of(21, 20).force().open();
        lab.member("a", 5);
        lab.run(10);
        assertThat(lab.machine.end()).isEqualTo(End.STALLED);
        assertThat(lab.coreNs()).isZero();
    }

    private static void runInRandomOrder(final HubLab lab, final Random random) {
        final List<LabAsset> assets = new ArrayList<>(lab.assets.values());
        for (int turn = 0; turn < MOST_TURNS && !lab.state().isEnd(); turn++) {
            final int who = random.nextInt(assets.size() + 1);
            if (who == assets.size()) {
                lab.machine.doWork();
            } else {
                assets.get(who).step();
            }
            lab.assertSafe();
        }
    }
}
