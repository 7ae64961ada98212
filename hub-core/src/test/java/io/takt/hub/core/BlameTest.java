package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.asset.Steps;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.world.ProcessReading;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.ThreadClocks;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.junit.jupiter.api.Test;

class BlameTest {
    private final HubClocks clocks = new HubClocks(new CountersManager(
        new UnsafeBuffer(ByteBuffer.allocateDirect(64 * 512)), new UnsafeBuffer(ByteBuffer.allocateDirect(64 * 128))),
        "h");
    private final Member slow = member("slow", 0);
    private final Member slower = member("slower", 1);
    private final Blame blame = new Blame();

    @Test
    void aWholeWaitCountsOnceAndItsTimeGoesToTheBlockersInTurn() {
        assertThat(blame.by()).isNull();
        blame.retained(slow, false, 100);
        assertThat(blame.isKnown(slow)).isTrue();
        assertThat(blame.isKnown(slower)).isFalse();
        blame.retained(slow, false, 150);
        blame.retained(slower, false, 180);
        assertThat(blame.by()).isSameAs(slower);
        assertThat(blame.forNs(200)).isEqualTo(20);
        blame.end(240);
        assertThat(blame.by()).isNull();
        assertThat(blame.retains()).isEqualTo(1);
        assertThat(blockedNs(slow)).isEqualTo(80);
        assertThat(blockedNs(slower)).isEqualTo(60);

        blame.end(500);
        blame.retained(slow, false, 600);
        blame.end(601);
        assertThat(blame.retains()).isEqualTo(2);
        assertThat(blockedNs(slow)).isEqualTo(81);
    }

    @Test
    void withIntervalsEveryCountUpCounts() {
        blame.retained(slow, true, 100);
        blame.retained(slow, true, 200);
        blame.retained(slower, true, 300);
        assertThat(blame.retains()).isEqualTo(3);
        assertThat(blockedNs(slow)).isEqualTo(200);
    }

    @Test
    void aResetForgets() {
        blame.retained(slow, false, 100);
        blame.reset(100);
        assertThat(blame.by()).isNull();
        assertThat(blame.retains()).isZero();
        blame.end(900);
        assertThat(blockedNs(slow)).isZero();
    }

    @Test
    void withAnIntervalItMattersWhetherAStepIsUnderWay() {
        final Member member = new Member("timed", 7, 1, Steps.fixedNs(10), 5, OnLost.HALT, new Account());
        member.start(clocks.allocateAsset(1, 7, "timed", 0, AssetState.JOINED), 0);
        final ThreadClocks thread = clocks.allocateThread(1, 1);
        blame.retained(member, false, 0);
        assertThat(blame.reason()).as("its thread does not report its activity").isEqualTo(HoldReason.INTERVAL);
        member.drivenBy(thread);
        thread.activity().publish(7);
        blame.look(ProcessReading.NONE, false, 10);
        assertThat(blame.reason()).isEqualTo(HoldReason.COMPUTING);
        thread.activity().publish(6);
        blame.look(ProcessReading.NONE, false, 30);
        assertThat(blame.reason()).as("a step of another asset of its thread").isEqualTo(HoldReason.INTERVAL);
        blame.end(35);
        assertThat(member.status(0, ProcessReading.NONE, 0, null, true).heldNs())
            .containsEntry(HoldReason.INTERVAL, 15L)
            .containsEntry(HoldReason.COMPUTING, 20L);
    }

    private static long blockedNs(final Member member) {
        return member.status(0, ProcessReading.NONE, 0, null, true).blockedCoreNs();
    }

    private Member member(final String name, final int number) {
        final Member member = new Member(name, number, 1, Steps.fixedNs(10), 0, OnLost.HALT, new Account());
        member.start(clocks.allocateAsset(1, number, name, 0, AssetState.JOINED), 0);
        return member;
    }
}
