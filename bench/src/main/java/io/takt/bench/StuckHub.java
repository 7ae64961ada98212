package io.takt.bench;

import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.HubMachine;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.world.Processes;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MemoryMessages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/**
 * The hub's own logic over real counters, in this process, with many assets of which one is stuck at 0 and all others
 * stand at T_c. Every count-up of its core is retained.
 */
final class StuckHub {
    private static final int STEPS_AHEAD = 10;
    private static final int COUNTERS_PER_ASSET = 8;

    private final CountersManager counters;
    private final HubMachine machine;
    private final List<Integer> assetTimes = new ArrayList<>();

    StuckHub(final int assets) {
        final int records = (assets + 1) * COUNTERS_PER_ASSET;
        counters = new CountersManager(
            new UnsafeBuffer(ByteBuffer.allocateDirect(records * CountersReader.METADATA_LENGTH)),
            new UnsafeBuffer(ByteBuffer.allocateDirect(records * CountersReader.COUNTER_LENGTH)),
            StandardCharsets.UTF_8);
        final HubPlan plan = new HubPlan("stuck", "", 1, 0, STEPS_AHEAD, Double.POSITIVE_INFINITY,
            WaitStrategy.ADAPTIVE, Long.MAX_VALUE, false, false, List.of(), MessagePlan.NONE);
        machine = new HubMachine(plan, new HubClocks(counters, plan.hub()), new MemoryMessages(),
            SystemNanoClock.INSTANCE, () -> 1, this::onEvent, Processes.UNKNOWN, null);
        for (int i = 0; i < assets; i++) {
            machine.on(new HubCommand.Ask(1, Request.Join.of(i, "a-" + i).stepNs(1), 0));
        }
        for (int i = 0; i < assets; i++) {
            machine.on(new HubCommand.Ask(1, new Request.Ready(i, "a-" + i), 0));
        }
        getStuck();
    }

    /** The core goes as far as it may, and all follow but the last. */
    private void getStuck() {
        while (machine.doWork() > 0) {
            if (machine.state() != HubState.RUNNING) {
                throw new TaktException("a hub with assets that are ready is " + machine.state());
            }
        }
        for (final int counter : assetTimes.subList(0, assetTimes.size() - 1)) {
            counters.setCounterValue(counter, STEPS_AHEAD);
        }
        if (machine.doWork() != 0 || machine.status().coreTimeNs() != STEPS_AHEAD) {
            throw new TaktException("the core moved on although an asset is stuck");
        }
    }

    /** Each asset reports how long a thousand steps took. */
    void report() {
        final List<List<Long>> steps = new ArrayList<>();
        for (long bucket = 10; bucket < 30; bucket++) {
            steps.add(List.of(bucket, 50L));
        }
        for (int i = 0; i < assetTimes.size(); i++) {
            machine.on(new HubCommand.Ask(1, new Request.Report(i,
                List.of(new Request.StepReport("a-" + i, 1_000_000, steps))), 0));
        }
    }

    HubStatus status() {
        return machine.status();
    }

    /** Tries to count up so often; returns the wall time that took. */
    long retain(final int times) {
        final long startNs = System.nanoTime();
        int moved = 0;
        for (int i = 0; i < times; i++) {
            moved += machine.doWork();
        }
        final long tookNs = System.nanoTime() - startNs;
        if (moved != 0) {
            throw new TaktException("the core moved on although an asset is stuck");
        }
        return tookNs;
    }

    /** Notes the counters of assets that join. */
    private void onEvent(final HubEvent event) {
        if (event instanceof HubEvent.Send send && send.message() instanceof Reply reply) {
            if (!reply.ok()) {
                throw new TaktException("the hub refuses an asset: " + reply.error());
            }
            if (reply.joined() != null) {
                assetTimes.add(reply.joined().clocks().timeCounter());
            }
        } else if (event instanceof HubEvent.HangUp) {
            throw new TaktException("the hub thinks that the bench itself has ended");
        }
    }
}
