package io.takt.proofs.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.SimTime;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.proofs.rule.Parameters;
import io.takt.rule.LivenessVerdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** L2, by the agents: a system that is not live stops where its verdict says, and the hub names the culprit. */
class StallTest {
    private static final int SYSTEMS = Boolean.getBoolean("takt.slow") ? 10_000 : 300;
    private static final int GREATEST_STEP = 12;
    private static final int MANY = 20;

    /** Any with three assets at most, all of which are waited for, so that all begin at 0. */
    private static Parameters system(final Choices choices) {
        final List<Long> steps = new ArrayList<>();
        for (int left = choices.below(3); left >= 0; left--) {
            steps.add(1L + choices.below(GREATEST_STEP));
        }
        return new Parameters(1 + choices.below(GREATEST_STEP), 1 + choices.below(2 * GREATEST_STEP), steps);
    }

    /**
     * All assets of the system, joined to a hub that runs them whatever L2 says.
     *
     * @param together whether one thread has them all.
     */
    private static World world(final Choices choices, final Parameters system, final long untilNs,
        final boolean together) {
        final List<PlannedAsset> assets = new ArrayList<>();
        for (final long stepNs : system.stepsNs()) {
            assets.add(Hub.planned(Parameters.nameOf(assets.size()), stepNs,
                choices.below(3) == 0 ? 1 + choices.below(50) : 0, true, OnLost.HALT));
        }
        final World world = new World(choices, SharedMemory.Fault.NONE, new HubPlan(Hub.NAME, "",
            system.coreStepNs(), choices.below(4) == 0 ? 1 + choices.below(50) : 0, system.maxDelayNs(),
            Double.POSITIVE_INFINITY, WaitStrategy.SLEEP, untilNs, false, true, assets, MessagePlan.NONE),
            system.maxDelayNs());
        AssetProcess process = null;
        for (final PlannedAsset asset : assets) {
            if (process == null || !together) {
                final String name = "of " + asset.name();
                process = !together && choices.below(4) == 3 ? new Poller(world, name) : new Simulator(world, name);
                process.join(asset.name(), 0, 0);
                world.add(process);
            } else {
                process.join(asset.name(), 0, 0);
            }
        }
        return world;
    }

    @Test
    void aSystemThatIsNotLiveStopsAsJudgedAndALiveOneDoesNot() {
        int stopped = 0;
        for (long seed = 0; seed < SYSTEMS; seed++) {
            final Choices choices = Choices.of(seed);
            final Parameters system = system(choices);
            final LivenessVerdict verdict = system.judge();
            final long untilNs = 2 * system.maxDelayNs() + GREATEST_STEP * GREATEST_STEP;
            final World world = world(choices, system, untilNs, false);
            world.othersUntil(() -> world.hub().machine().state().isEnd());
            final HubStatus end = world.hub().machine().status();
            final String what = "seed " + seed + ", " + system + ": " + end.reason();
            if (verdict.live()) {
                assertThat(end.end()).as(what).isEqualTo(End.REACHED);
                assertThat(end.coreTimeNs()).as(what).isBetween(untilNs, untilNs + system.coreStepNs() - 1);
            } else {
                stopped++;
                assertThat(end.end()).as(what).isEqualTo(End.STALLED);
                assertThat(verdict.stopsAtNs()).as(what).isEqualTo(end.coreTimeNs());
                assertThat(end.reason()).as(what).startsWith("stopped for good at "
                    + SimTime.format(end.coreTimeNs()) + ": asset '" + verdict.stoppedBy() + "'");
            }
            for (final HubStatus.AssetStatus asset : end.assets()) {
                assertThat(asset.timeNs()).as(what).isEqualTo(end.coreTimeNs() / asset.stepNs() * asset.stepNs());
            }
        }
        assertThat(stopped).as("systems that stopped, of %s", SYSTEMS).isBetween(SYSTEMS / 4, SYSTEMS * 3 / 4);
    }

    /** Where there are many the hub is not rung for each step, but once they all have done theirs. */
    @Test
    void manyAssetsOnOneThreadWakeTheHub() {
        for (long seed = 0; seed < SYSTEMS / 10; seed++) {
            final Choices choices = Choices.of(seed);
            final List<Long> steps = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                steps.add(1L + choices.below(GREATEST_STEP));
            }
            final Parameters system = new Parameters(GREATEST_STEP, 2 * GREATEST_STEP, steps);
            final World world = world(choices, system, 10 * MANY, true);
            world.othersUntil(() -> world.hub().machine().state().isEnd());
            assertThat(world.hub().machine().end()).as("seed %s", seed).isEqualTo(End.REACHED);
        }
    }
}
