package io.takt.hub.daemon;

import io.takt.asset.WaitStrategy;
import io.takt.hub.core.HubMachine;
import io.takt.hub.core.Sleeping;
import io.takt.hub.core.event.HubCommand;
import io.takt.shm.waiting.Parker;
import io.takt.shm.waiting.Waiter;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;

/**
 * The hub's duty cycle: commands for the machine, then a count-up, then the clocks of children on other hosts; and the
 * thread's waiting when there is nothing to do. One thread drives it; any thread may submit commands.
 */
public final class HubAgent implements Agent, IdleStrategy, Parker {
    /** So that a flood of requests does not hold up the clocks. */
    private static final int MOST_COMMANDS_A_CYCLE = 16;

    /** While count-ups follow each other, children are told only some of them: each one told costs a system call. */
    private static final int MOST_UNTOLD_CYCLES = 32;

    private final HubMachine machine;
    private final Sleeping sleeping;
    private final Waiter waiter;
    /**
     * Without a bound: a full ring would block its sender or lose commands, and neither may happen to the news that a
     * connection has ended.
     */
    private final ManyToOneConcurrentLinkedQueue<HubCommand> commands = new ManyToOneConcurrentLinkedQueue<>();
    private final Consumer<HubCommand> onTurn;
    private final Object ringing = new Object();
    private boolean closed;
    private volatile boolean terminating;
    /** Null for none. */
    private volatile ChildLinks children;
    private int untoldCycles;
    private int announced;
    private long announcedNs;
    private long announcedParentNs;

    /**
     * For one thread, the hub's.
     *
     * @param machine to drive.
     * @param waiting how to wait.
     * @param onTurn  is given each command just before it is carried out, on the hub's thread.
     */
    public HubAgent(final HubMachine machine, final WaitStrategy waiting, final Consumer<HubCommand> onTurn) {
        this.onTurn = onTurn;
        this.machine = machine;
        this.sleeping = machine.sleeping();
        this.waiter = new Waiter(waiting, this);
    }

    /**
     * Submits a command, to be carried out on the hub's thread, in order. Any thread may call, even when the hub is
     * closed.
     *
     * @param command for the machine.
     */
    public void submit(final HubCommand command) {
        commands.offer(command);
        ring();
    }

    /**
     * From now on there may be children on other hosts. Any thread may call.
     *
     * @param links to them.
     */
    void children(final ChildLinks links) {
        children = links;
    }

    /** The hub's thread ends when it has carried out all that was submitted before. Any thread may call. */
    public void terminate() {
        terminating = true;
        ring();
    }

    /** Wakes the hub's thread. Any thread may call. */
    void ring() {
        synchronized (ringing) {
            if (!closed) {
                sleeping.doorbell().ring();
            }
        }
    }

    /** From now on nothing rings: the doorbell's memory may be unmapped. */
    @Override
    public void onClose() {
        synchronized (ringing) {
            closed = true;
        }
    }

    @Override
    public int doWork() {
        int work = 0;
        while (work < MOST_COMMANDS_A_CYCLE) {
            final HubCommand command = commands.poll();
            if (command == null) {
                if (terminating) {
                    throw new AgentTerminationException(true);
                }
                break;
            }
            onTurn.accept(command);
            machine.on(command);
            work++;
        }
        return children(work + machine.doWork());
    }

    private int children(final int work) {
        final ChildLinks links = children;
        if (links == null) {
            return work;
        }
        untoldCycles += work > 0 ? 1 : 0;
        if (work == 0 ? untoldCycles > 0 : untoldCycles >= MOST_UNTOLD_CYCLES) {
            untoldCycles = 0;
            links.tell();
        }
        return work > 0 ? work : links.look();
    }

    @Override
    public void idle(final int workCount) {
        if (workCount > 0) {
            waiter.worked();
        } else {
            waiter.idle();
        }
    }

    @Override
    public void idle() {
        waiter.idle();
    }

    @Override
    public void reset() {
        waiter.worked();
    }

    @Override
    public long idleForNs() {
        return sleeping.dueInNs();
    }

    @Override
    public int pausesPerLook() {
        return sleeping.pausesPerLook();
    }

    @Override
    public void announce() {
        announced = sleeping.awaitedAsset();
        announcedNs = sleeping.awaitedNs();
        announcedParentNs = sleeping.awaitedParentNs();
        sleeping.doorbell().announce(announced, announcedNs);
        sleeping.awaitParent(announcedParentNs);
    }

    @Override
    public void sleep() {
        if (isStillAwaited()) {
            final ChildLinks links = children;
            final long longestNs = Math.min(sleeping.longestNs(), sleeping.rest());
            sleeping.doorbell().sleep(announced, links == null ? longestNs : Math.min(longestNs, links.rest()));
        }
    }

    /** The look after an announcement may find another asset that holds the core, and that one would not ring. */
    boolean isStillAwaited() {
        return sleeping.awaitedAsset() == announced && sleeping.awaitedNs() == announcedNs
            && sleeping.awaitedParentNs() == announcedParentNs;
    }

    @Override
    public void withdraw() {
        sleeping.doorbell().withdraw();
    }

    @Override
    public String roleName() {
        return "takt-core";
    }
}
