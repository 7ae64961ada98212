package io.takt.hub.core;

import static io.takt.hub.core.HubLab.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.world.ProcessReading;
import io.takt.hub.core.world.ProcessReading.State;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which asset holds the core, and why; and the reports of assets about their steps. */
class HubMachineBlameTest {
    private final HubLab lab = Plan.of(10, 20).open();

    private LabAsset join(final int connection, final String name, final long intervalNs, final long pid) {
        final Reply reply = lab.ask(connection, Request.Join.of(1, name).stepNs(10).intervalNs(intervalNs)
            .process(pid, 0));
        final LabAsset asset = lab.new LabAsset(connection, reply.joined());
        lab.sent.clear();
        asset.ready();
        return asset;
    }

    private AssetStatus look(final long afterNs, final State state, final long cpuNs) {
        lab.nowNs += afterNs;
        lab.sight = new ProcessReading(state, cpuNs, lab.nowNs);
        lab.on(new HubCommand.Look());
        return lab.machine.status().assets().get(0);
    }

    @Test
    void theTimeIsTheReasonsThatItHad() {
        join(1, "a", 0, 4711);
        lab.run(10);
        assertThat(lab.machine.status().blocker()).isEqualTo("a");
        assertThat(lab.machine.status().blockerReason()).isEqualTo(HoldReason.COMPUTING);
        look(40 * MS, State.RUNNING, 0);
        assertThat(lab.watched).as("too short to be looked at").isZero();
        look(20 * MS, State.RUNNING, 0);
        assertThat(lab.watched).isEqualTo(4711);
        look(940 * MS, State.RUNNING, 900 * MS);
        final AssetStatus stopped = look(100 * MS, State.STOPPED, 900 * MS);
        assertThat(lab.machine.status().blockerReason()).isEqualTo(HoldReason.SILENT);
        assertThat(stopped.process()).isEqualTo("stopped");
        assertThat(stopped.pid()).isEqualTo(4711);
        assertThat(stopped.silentNs()).isEqualTo(100 * MS);
        assertThat(stopped.heldNs()).containsEntry(HoldReason.COMPUTING, 1_100L * MS)
            .containsEntry(HoldReason.SILENT, 0L);
        final AssetStatus later = look(5_000L * MS, State.STOPPED, 900 * MS);
        assertThat(later.silentNs()).isEqualTo(5_100L * MS);
        assertThat(later.heldNs()).containsEntry(HoldReason.COMPUTING, 1_100L * MS)
            .containsEntry(HoldReason.SILENT, 5_000L * MS);
        assertThat(later.blockedCoreNs()).isEqualTo(6_100L * MS);
        assertThat(lab.machine.status().blockedForNs()).isEqualTo(6_100L * MS);
    }

    @Test
    void anAssetWithAnIntervalWaitsForIt() {
        final LabAsset a = join(1, "a", 3 * MS, 0);
        lab.run(10);
        assertThat(lab.machine.status().blockerReason()).isEqualTo(HoldReason.INTERVAL);
        lab.nowNs += 3 * MS;
        lab.counters.setCounterValue(a.clocks.timeCounter(), 10);
        lab.machine.doWork();
        final AssetStatus status = lab.machine.status().assets().get(0);
        assertThat(status.heldNs()).containsEntry(HoldReason.INTERVAL, 3L * MS)
            .containsEntry(HoldReason.COMPUTING, 0L);
        assertThat(status.intervalNs()).isEqualTo(3 * MS);
        assertThat(status.process()).isEqualTo("unknown");
    }

    @Test
    void sharesNeverShrink() {
        join(1, "a", 0, 5);
        lab.run(10);
        long[] before = new long[HoldReason.values().length];
        for (int i = 0; i < 100; i++) {
            final AssetStatus status = look(30 * MS, i % 7 == 0 ? State.STOPPED : State.SLEEPING, i / 3 * 10L * MS);
            final long[] now =
                Arrays.stream(HoldReason.values()).mapToLong(reason -> status.heldNs().get(reason)).toArray();
            for (int each = 0; each < now.length; each++) {
                assertThat(now[each]).isGreaterThanOrEqualTo(before[each]);
            }
            assertThat(Arrays.stream(now).sum()).isEqualTo(status.blockedCoreNs());
            before = now;
        }
    }

    private int reportsAsked() {
        return lab.events(1, Event.Report.class).size();
    }

    @Test
    void reportsAreAskedForOnceASecondWhileTheyAreWanted() {
        join(1, "a", 0, 0);
        lab.on(new HubCommand.Look());
        assertThat(reportsAsked()).isZero();
        lab.ask(70, new Request.Status(900));
        lab.on(new HubCommand.Look());
        lab.on(new HubCommand.Look());
        assertThat(reportsAsked()).isEqualTo(1);
        lab.nowNs += 1_000L * MS;
        lab.on(new HubCommand.Look());
        assertThat(reportsAsked()).isEqualTo(2);
        lab.nowNs += 1_500L * MS;
        lab.on(new HubCommand.Look());
        assertThat(reportsAsked()).isEqualTo(2);
        lab.on(new HubCommand.WantReports(60_000L * MS));
        lab.on(new HubCommand.Look());
        assertThat(reportsAsked()).isEqualTo(3);
    }

    @Test
    void aReportIsTakenOrRefused() {
        join(1, "a", 0, 0);
        final var steps = List.of(List.of(10L, 3L), List.of(20L, 1L));
        assertThat(lab.ask(1, new Request.Report(50, List.of(new Request.StepReport("a", 77, steps),
            new Request.StepReport("gone", 1, List.of())))).ok()).isTrue();
        assertThat(lab.machine.status().assets().get(0).steps()).isEqualTo(steps);
        assertThat(lab.machine.status().assets().get(0).busyNs()).isEqualTo(77);
        assertThat(lab.ask(2, new Request.Report(51, List.of(new Request.StepReport("a", 1, List.of())))).ok())
            .isTrue();
        assertThat(lab.machine.status().assets().get(0).busyNs()).as("of another connection's asset").isEqualTo(77);
        for (final List<Long> wrong : List.of(List.of(63L, 1L), List.of(-1L, 1L), List.of(1L, -1L), List.of(1L))) {
            assertThat(lab.ask(1, new Request.Report(60 + wrong.hashCode(),
                List.of(new Request.StepReport("a", 1, List.of(wrong))))).error()).contains("a bucket from 0 to 62");
        }
    }
}
