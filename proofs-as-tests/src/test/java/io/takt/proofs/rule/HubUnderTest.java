package io.takt.proofs.rule;

import io.takt.asset.WaitStrategy;
import io.takt.hub.core.HubMachine;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.world.Processes;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;

/** The hub's machine that ships, with members, joins, leaves, resets and epochs, over a memory that is read late. */
final class HubUnderTest {
    static final String NAME = "h";

    private static final int OPERATOR = 0;

    private final CounterMemory memory;
    private final HubMachine machine;
    private final List<Consumer<FromHub>> connections = new ArrayList<>();
    private final Deque<Runnable> said = new ArrayDeque<>();
    private boolean delivering;
    private long lastEpoch;

    /**
     * A hub that goes as fast as it may.
     *
     * @param left where another one stood when it was killed, whose run goes on; null for a run that starts from 0.
     */
    HubUnderTest(final long coreStepNs, final long maxDelayNs, final List<PlannedAsset> planned,
        final MessagePlan channels, final CounterMemory memory, final MessageStore messages, final LeftClocks left) {
        this.memory = memory;
        connect(message -> { });
        final HubPlan plan = new HubPlan(NAME, "", coreStepNs, 0, maxDelayNs, Double.POSITIVE_INFINITY,
            WaitStrategy.SLEEP, Long.MAX_VALUE, false, true, planned, channels);
        machine = new HubMachine(plan, memory.hubClocks(), messages, () -> 0, () -> ++lastEpoch,
            this::onEvent, Processes.UNKNOWN, left);
    }

    /** Says the number of a new connection. */
    int connect(final Consumer<FromHub> listener) {
        connections.add(listener);
        return connections.size() - 1;
    }

    void ask(final int connection, final Request request) {
        machine.on(new HubCommand.Ask(connection, request, 0));
        deliver();
    }

    void reset() {
        ask(OPERATOR, new Request.Reset(1));
    }

    void closed(final int connection) {
        machine.on(new HubCommand.ConnectionClosed(connection));
        deliver();
    }

    /** One duty cycle, with a reading of each clock of the age for its number. Says whether the core progressed. */
    boolean countUp(final IntToLongFunction ages) {
        final boolean progressed = memory.as(CounterMemory.CORE, ages, machine::doWork);
        deliver();
        return progressed;
    }

    /** Whether the run is over: the hub ends one by itself where nothing can move any more. */
    boolean hasEnded() {
        return machine.state().isEnd();
    }

    /** A line of the hub may make an asset answer: only when the hub has done its work. */
    private void deliver() {
        if (!delivering) {
            delivering = true;
            while (!said.isEmpty()) {
                said.remove().run();
            }
            delivering = false;
        }
    }

    /** Changes of state are seen in the machine and in the clocks. */
    private void onEvent(final HubEvent event) {
        if (event instanceof HubEvent.Send send) {
            said.add(() -> connections.get(send.connection()).accept(send.message()));
        } else if (event instanceof HubEvent.HangUp) {
            throw new IllegalStateException("processes are not watched here");
        }
    }
}
