package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.shm.clock.Checkpoint;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.LiveProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RecoveryTest {
    private static final long MS = 1_000_000;

    private HubDirectory directory;

    /** A temporary folder of the tests' own may have a path too long for a socket. */
    @BeforeEach
    void prepare() throws Exception {
        directory = new HubDirectory(Files.createTempDirectory("takt-heir"), "lab");
    }

    @AfterEach
    void clear() {
        IoUtil.delete(directory.base().toFile(), true);
    }

    private static HubPlan plan(final OnHubLost onHubLost) {
        return new HubPlan("lab", "/cnc", 10 * MS, 0, 20 * MS, 1, WaitStrategy.ADAPTIVE, Long.MAX_VALUE, false, false,
            List.of(new PlannedAsset("drone", Steps.fixedNs(5 * MS), 0, true, OnLost.HALT, WaitStrategy.ADAPTIVE,
                onHubLost, Restart.USUAL, List.of())), MessagePlan.NONE);
    }

    private LeftClocks left(final HubPlan plan) throws Exception {
        final long pid = ProcessHandle.current().pid();
        final LeftClocks left = new LeftClocks(7, plan.digest(), true, 100 * MS, 20 * MS,
            List.of(new LeftAsset("drone", (int) pid, LiveProcesses.startTime(pid), 5 * MS, 0, false, 90 * MS)));
        new Checkpoint(directory).keep(left, 8);
        return left;
    }

    private boolean isKept() throws Exception {
        try (var files = Files.list(directory.base())) {
            return files.map(Path::toString).anyMatch(file -> file.endsWith(".json"));
        }
    }

    @Test
    void aHubThatCannotStartLeavesTheClocksToTheNext() throws Exception {
        final HubPlan plan = plan(OnHubLost.ATTACH);
        final LeftClocks left = left(plan);
        final Recovery first = Recovery.take(directory, plan, false, () -> false);
        assertThat(first.decision().clocks()).isEqualTo(left);
        assertThat(isKept()).isTrue();
        first.standsInPlace();
        assertThat(isKept()).isFalse();
        first.keep();

        final Recovery second = Recovery.take(directory, plan, false, () -> false);
        assertThat(second.decision().clocks()).isEqualTo(left);
        assertThat(second.firstEpoch()).isGreaterThan(first.firstEpoch());
    }

    /** This very process is one that is about to go, and does not. */
    @Test
    void anInterruptedHubWaitsForNoProcess() throws Exception {
        final HubPlan plan = plan(OnHubLost.EXIT);
        left(plan);
        final AtomicInteger asked = new AtomicInteger();
        assertThat(Recovery.take(directory, plan, false, () -> asked.incrementAndGet() == 3).decision().clocks())
            .isNotNull();
        assertThat(asked).hasValue(3);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Recovery.take(directory, plan, false, () -> asked.incrementAndGet() > 4))
                .isInstanceOf(IOException.class);
            assertThat(asked).hasValue(4);
            assertThat(isKept()).isTrue();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void clocksWithoutASuccessorAreNotKept() throws Exception {
        final HubPlan plan = plan(OnHubLost.ATTACH);
        left(plan);
        final Recovery recovery = Recovery.take(directory, plan, true, () -> false);
        recovery.keep();
        assertThat(isKept()).isFalse();
    }

    @Test
    void aFileWithoutClocksThatCanBeReadIsSaidSo() throws Exception {
        final HubPlan plan = plan(OnHubLost.ATTACH);
        assertThat(Recovery.take(directory, plan, false, () -> false).decision().line()).isNull();
        Files.createDirectories(directory.path());
        Files.writeString(directory.cncFile(), "garbage");
        assertThat(Recovery.take(directory, plan, false, () -> false).decision().line())
            .startsWith("starts from 0").contains(directory.cncFile().toString());
        assertThat(Recovery.take(directory, plan, true, () -> false).decision().line()).as("as asked").isNull();
    }
}
