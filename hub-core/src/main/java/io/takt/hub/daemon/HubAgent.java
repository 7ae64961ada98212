package io.takt.hub.daemon;

import io.takt.hub.core.HubMachine;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;

/** The hub's duty cycle: what others want of the machine, then a count-up. */
final class HubAgent implements Agent {
    /** So that a flood of requests does not hold up the clocks. */
    private static final int MOST_COMMANDS_A_CYCLE = 16;

    private final HubMachine machine;
    private final ManyToOneConcurrentLinkedQueue<Consumer<HubMachine>> commands =
        new ManyToOneConcurrentLinkedQueue<>();

    HubAgent(final HubMachine machine) {
        this.machine = machine;
    }

    /** To be done on the hub's thread, in order. Any thread may call. */
    void submit(final Consumer<HubMachine> command) {
        commands.offer(command);
    }

    @Override
    public int doWork() {
        int work = 0;
        while (work < MOST_COMMANDS_A_CYCLE) {
            final Consumer<HubMachine> command = commands.poll();
            if (command == null) {
                break;
            }
            command.accept(machine);
            work++;
        }
        return work + machine.doWork();
    }

    @Override
    public String roleName() {
        return "takt-core";
    }
}
