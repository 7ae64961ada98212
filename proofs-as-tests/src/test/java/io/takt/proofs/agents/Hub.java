package io.takt.proofs.agents;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.HubMachine;
import io.takt.hub.core.HubPlan;
import io.takt.hub.core.HubPlan.OnLost;
import io.takt.hub.core.HubPlan.PlannedAsset;
import io.takt.hub.core.HubPlan.Restart;
import io.takt.hub.core.Outbox;
import io.takt.hub.core.Processes;
import io.takt.hub.daemon.HubAgent;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.Request;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.status.CountersManager;

/** The hub's process: the agent, the machine and the counters that ship. */
final class Hub extends Process implements Outbox {
    static final String NAME = "h";

    private final HubMachine machine;
    private final HubAgent agent;
    private final MessageMemory messages;
    private long lastEpoch;

    /** With logs of a size. */
    Hub(final World world, final HubPlan plan, final int logCapacity) {
        super(world, "hub");
        messages = new MessageMemory(world, this, logCapacity);
        final CountersManager counters = new CountersManager(world.memory().metaDataFor(view()), view(),
            StandardCharsets.UTF_8, world::seconds, 1);
        machine = new HubMachine(plan, new HubClocks(counters, NAME, this), messages, world::nanoTime,
            () -> ++lastEpoch, this, Processes.UNKNOWN, null);
        agent = new HubAgent(machine, WaitStrategy.SLEEP);
    }

    MessageMemory messages() {
        return messages;
    }

    /** An asset of a plan, which may be started again as often as it is lost. */
    static PlannedAsset planned(final String name, final long stepNs, final long intervalNs, final boolean required,
        final OnLost onLost) {
        return planned(name, Steps.fixedNs(stepNs), intervalNs, required, onLost);
    }

    /** The same of one whose steps may vary. */
    static PlannedAsset planned(final String name, final Steps steps, final long intervalNs, final boolean required,
        final OnLost onLost) {
        return new PlannedAsset(name, steps, intervalNs, required, onLost, WaitStrategy.SLEEP,
            OnHubLost.EXIT, new Restart(Integer.MAX_VALUE, 0, false));
    }

    HubMachine machine() {
        return machine;
    }

    @Override
    protected void turn() {
        agent.idle(agent.doWork());
    }

    /** Whether the control socket's thread has nothing in hand; it never waits for the agent's. */
    boolean canSubmit() {
        return isFreeElsewhere();
    }

    /** Whether it gets on even if all stand still that are in the middle of something, such as of waking it. */
    boolean getsOnAlone() {
        return canRun() && canSubmit();
    }

    /** The control socket's thread hands on what has come. */
    void hear(final Connection from, final Line line) {
        hear(line, () -> {
            if (line.what() instanceof Request request) {
                agent.submit(hub -> hub.onRequest(from.number(), request, 0));
            } else {
                agent.submit(hub -> hub.onClosed(from.number(), line.what().toString()));
            }
        });
    }

    @Override
    public void send(final int connection, final FromHub message) {
        world().connection(connection).ifPresent(to -> to.answer(new Line(message, view().seen())));
    }

    @Override
    public void hangUp(final int connection) {
        throw new IllegalStateException("only who looks at processes sees one end, and here nobody does");
    }

    @Override
    public void onState(final HubState state, final long timeNs, final String reason) {
        world().trace("hub " + state + " at " + timeNs + (reason == null ? "" : ": " + reason));
    }

    @Override
    public void onAsset(final String asset, final AssetState state, final long timeNs, final long pid,
        final String detail) {
        world().trace("hub: " + asset + " " + state + " at " + timeNs);
    }
}
