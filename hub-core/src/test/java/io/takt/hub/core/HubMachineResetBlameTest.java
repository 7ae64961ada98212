package io.takt.hub.core;

import static io.takt.asset.HubState.RESETTING;
import static io.takt.asset.HubState.RUNNING;
import static io.takt.asset.HubState.STOPPED;
import static io.takt.hub.core.HubLab.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.world.ProcessReading;
import io.takt.hub.core.world.ProcessReading.State;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import org.junit.jupiter.api.Test;

/** Which asset holds a reset, and why. */
class HubMachineResetBlameTest {
    private final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10).open();
    private final LabAsset b = join(1, "b", 0, 812);
    private final LabAsset a = join(2, "a", 3_000L * MS, 811);

    private LabAsset join(final int connection, final String name, final long intervalNs, final long pid) {
        final Reply reply =
            lab.ask(connection, Request.Join.of(pid, name).stepNs(10).intervalNs(intervalNs).process(pid, 0));
        final LabAsset asset = lab.new LabAsset(connection, reply.joined());
        lab.assets.put(name, asset);
        asset.ready();
        return asset;
    }

    private HubStatus look(final long afterNs, final State state, final long cpuNs) {
        lab.nowNs += afterNs;
        lab.sight = new ProcessReading(state, cpuNs, lab.nowNs);
        lab.on(new HubCommand.Look());
        return lab.machine.status();
    }

    private static AssetStatus asset(final HubStatus status, final String name) {
        return status.assets().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void anAssetThatComputesIsNamedBeforeAStoppedOne() {
        lab.run(5);
        lab.reset(90);
        assertThat(lab.state()).isEqualTo(RESETTING);
        final HubStatus computing = look(60 * MS, State.RUNNING, 0);
        assertThat(computing.blocker()).as("the first that joined").isEqualTo("b");
        assertThat(computing.blockerReason()).isEqualTo(HoldReason.COMPUTING);
        assertThat(computing.blockedForNs()).isEqualTo(60 * MS);
        assertThat(lab.watched).isEqualTo(812);
        look(40 * MS, State.RUNNING, 40 * MS);
        final HubStatus stopped = look(100 * MS, State.STOPPED, 40 * MS);
        assertThat(stopped.blockerReason()).isEqualTo(HoldReason.SILENT);
        assertThat(asset(stopped, "b").process()).isEqualTo("stopped");
        assertThat(asset(stopped, "b").silentNs()).isEqualTo(100 * MS);
        final HubStatus later = look(9_000L * MS, State.STOPPED, 40 * MS);
        assertThat(later.blockedForNs()).isEqualTo(9_200L * MS);
        assertThat(asset(later, "b").silentNs()).isEqualTo(9_100L * MS);
        assertThat(asset(later, "a").silentNs()).isZero();
    }

    @Test
    void theNextIsNamedWhenTheFirstIsDoneAndNoneAfterTheLast() {
        lab.run(5);
        lab.reset(90);
        lab.nowNs += 500 * MS;
        b.resetDone();
        final HubStatus next = lab.machine.status();
        assertThat(next.blocker()).isEqualTo("a");
        assertThat(next.blockedForNs()).isZero();
        a.resetDone();
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.machine.status().blocker()).isNull();
        assertThat(lab.machine.status().blockerReason()).isNull();
        lab.on(new HubCommand.Look());
        assertThat(lab.watched).isZero();
    }

    /** It is asked for something that is not bound to its interval. */
    @Test
    void anIntervalIsNoReasonInAReset() {
        lab.reset(90);
        b.resetDone();
        assertThat(lab.machine.status().blockerReason()).isEqualTo(HoldReason.COMPUTING);
        lab.sight = ProcessReading.NONE;
        lab.nowNs += Silence.AFTER_NS;
        final HubStatus silent = lab.machine.status();
        assertThat(silent.blockerReason()).isEqualTo(HoldReason.SILENT);
        assertThat(asset(silent, "a").silentNs()).isEqualTo(Silence.AFTER_NS);
    }

    /** The counted time is that for which the core was held while it was to run. */
    @Test
    void isNamedAndNotCounted() {
        lab.reset(90);
        final AssetStatus held = asset(look(700 * MS, State.RUNNING, 0), "b");
        assertThat(held.blockedCoreNs()).isZero();
    }

    @Test
    void noAssetHoldsAResetThatWasCutShort() {
        lab.reset(90);
        lab.stop();
        assertThat(lab.state()).isEqualTo(STOPPED);
        assertThat(lab.machine.status().blocker()).isNull();
    }

    @Test
    void aLostAssetHoldsItNoMore() {
        final HubLab restarts = Plan.of(10, 20).restarted("a", 10, 2).asset("b", 10).open();
        restarts.member("a", 10);
        restarts.member("b", 10);
        restarts.reset(90);
        assertThat(restarts.machine.status().blocker()).isEqualTo("a");
        restarts.close(1);
        assertThat(restarts.machine.status().blocker()).isEqualTo("b");
    }

    /** The last steps of a run hold its end in the same way. */
    @Test
    void anAssetWithStepsLeftHoldsTheEnd() {
        final HubLab ends = Plan.of(10, 20).until(20).open();
        ends.member("slow", 10).frozen = true;
        ends.run(10);
        ends.nowNs += 700 * MS;
        final HubStatus status = ends.machine.status();
        assertThat(status.blocker()).isEqualTo("slow");
        assertThat(status.blockerReason()).isEqualTo(HoldReason.COMPUTING);
        assertThat(status.blockedForNs()).isEqualTo(700 * MS);
        ends.assets.get("slow").frozen = false;
        ends.run(10);
        assertThat(ends.machine.end()).isEqualTo(End.REACHED);
    }
}
