package io.takt.proofs.agents;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.HubMachine;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.world.Processes;
import io.takt.hub.daemon.HubAgent;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.control.Request;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.agrona.concurrent.status.CountersManager;

/** The hub's process: the agent, the machine and the counters that ship. */
final class Hub extends Process {
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
            () -> ++lastEpoch, this::onEvent, Processes.UNKNOWN, null);
        agent = new HubAgent(machine, WaitStrategy.SLEEP, command -> { });
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
            OnHubLost.EXIT, new Restart(Integer.MAX_VALUE, 0, false), List.of());
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
                agent.submit(new HubCommand.Ask(from.number(), request, 0));
            } else {
                agent.submit(new HubCommand.ConnectionClosed(from.number()));
            }
        });
    }

    private void onEvent(final HubEvent event) {
        if (event instanceof HubEvent.Send send) {
            world().connection(send.connection())
                .ifPresent(to -> to.answer(new Line(send.message(), view().seen())));
        } else if (event instanceof HubEvent.HangUp) {
            throw new IllegalStateException("only a look at processes finds that one has ended, and here is none");
        } else if (event instanceof HubEvent.StateChanged change) {
            world().trace("hub " + change.state() + " at " + change.timeNs()
                + (change.reason() == null ? "" : ": " + change.reasonText()));
        } else if (event instanceof HubEvent.AssetChanged change) {
            world().trace("hub: " + change.asset() + " " + change.state() + " at " + change.timeNs());
        }
    }
}
