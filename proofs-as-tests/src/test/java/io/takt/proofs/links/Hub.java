package io.takt.proofs.links;

import io.takt.asset.WaitStrategy;
import io.takt.federation.gateway.Gateway;
import io.takt.federation.key.KeyFile;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.Loops;
import io.takt.federation.place.PlaceTerms;
import io.takt.federation.remote.ParentAddress;
import io.takt.federation.remote.RemoteLink;
import io.takt.hub.core.HubMachine;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.ParentPlace;
import io.takt.hub.core.world.Processes;
import io.takt.hub.daemon.HubAgent;
import io.takt.hub.daemon.LinkedAgent;
import io.takt.shm.asset.HubAccess;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.control.HubControl;
import io.takt.shm.message.MemoryMessages;
import io.takt.shm.message.MessageFiles;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A process of a hub: the agent and the machine that ship, with the shipped link to its parent and the shipped gateway
 * for its children. It is killed with all assets of its own. Its memory stays for the next one, or goes with the host.
 */
final class Hub implements HubAccess {
    private static final int PORT = 7_400;
    private static final byte[] KEY = new byte[KeyFile.KEY_LENGTH];
    private static final long NO_EPOCH = -1;

    private final World world;
    private final Shape.HubShape own;
    private final Counters counters;
    private final MemoryMessages messages;
    private final Sockets sockets;
    private final List<Task> tasks = new ArrayList<>();
    private final Map<Integer, LocalSocket> connections = new HashMap<>();
    private final HubMachine machine;
    private final HubAgent agent;
    /** Of the run that a killed hub has left, and of its first clocks here. */
    private final long leftEpoch;
    private final long firstEpoch;
    private RemoteLink link;
    private Gateway gateway;
    private int lastConnection;
    private boolean isKilled;

    /**
     * Begins.
     *
     * @param parent null for the root.
     * @param killed the hub before it, whose memory it finds; null for none.
     */
    Hub(final World world, final Shape shape, final Shape.HubShape own, final Hub parent, final Hub killed) {
        this.world = world;
        this.own = own;
        this.counters = new Counters(world, own.name());
        this.sockets = new Sockets(world, own.host());
        final HubPlan plan = shape.plan(own);
        // Its own assets are gone; child hubs live elsewhere.
        final LeftClocks left = killed == null ? null
            : LinkedAgent.goesOnFrom(killed.counters.left(), plan, asset -> plan.federates().contains(asset.name()));
        messages = left == null ? new MemoryMessages() : killed.messages;
        leftEpoch = left == null ? NO_EPOCH : left.epoch();
        machine = new HubMachine(plan, counters.hubClocks(), messages, world::nowNs, world::nextEpoch, this::onEvent,
            Processes.UNKNOWN, left);
        machine.identity(world.nextEpoch());
        firstEpoch = counters.clocks().epoch();
        agent = new HubAgent(machine, WaitStrategy.SLEEP, command -> { });
        final LinkHost host = new LinkHost(this, sockets, this::loop, WaitStrategy.SLEEP, world::nowNs, random(), null);
        if (parent != null) {
            final String address = parent.sockets.address().getHostAddress();
            link = new RemoteLink(new ParentAddress(address, PORT), new PlaceTerms(own.name(), own.leaf(),
                own.stepNs(), own.maxDelayNs(), shape.report(), null, Long.MAX_VALUE), KEY::clone, shape.times(), host,
                line -> { });
            link.open(news -> {
                world.trace(own.name() + " hears " + news);
                agent.submit(new HubCommand.OfParent(news));
            }, () -> LinkedAgent.ring(agent));
            machine.under(link.clock(), link.report(), new ParentPlace(null, address, own.leaf(), true));
        }
        start(own.name() + " core", () -> {
            agent.idle(agent.doWork());
            return true;
        });
        if (shape.hasChildren(own)) {
            listen(host, shape);
        }
    }

    private void listen(final LinkHost host, final Shape shape) {
        try {
            gateway = Gateway.listen(host, sockets.local(PORT), (child, isLoopback) -> KEY.clone(),
                child -> Long.MAX_VALUE, shape.times(), line -> world.trace(name() + " warns: " + line));
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
        LinkedAgent.children(agent, gateway);
    }

    /** Keys and numbers that are the same in each run. */
    private SecureRandom random() {
        return new SecureRandom() {
            private static final long serialVersionUID = 1;

            @Override
            public void nextBytes(final byte[] bytes) {
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) world.choices().below(256);
                }
            }
        };
    }

    private Task start(final String name, final BooleanSupplier turn) {
        final Task task = new Task(name, turn);
        tasks.add(task);
        world.add(task);
        return task;
    }

    /** A loop of the links, or of assets, on this host. */
    Loops.Loop loop(final String name, final BooleanSupplier turn) {
        return new Loops.Loop() {
            private Task task;

            @Override
            public void start() {
                task = Hub.this.start(name() + " " + name, turn);
            }

            private String name() {
                return Hub.this.name();
            }

            /** So a loop that gives itself something to do has another turn. */
            @Override
            public boolean isHere() {
                return false;
            }

            @Override
            public void awaitEnd(final long mostMs) {
                world.finish(task);
            }
        };
    }

    private void onEvent(final HubEvent event) {
        if (event instanceof HubEvent.Send send && connections.containsKey(send.connection())) {
            connections.get(send.connection()).answer(send.message());
        } else if (event instanceof HubEvent.HangUp hangUp && connections.containsKey(hangUp.connection())) {
            connections.get(hangUp.connection()).hangUp();
        } else if (event instanceof HubEvent.TellParent told) {
            link.tell(told.message());
        } else if (event instanceof HubEvent.StateChanged || event instanceof HubEvent.AssetChanged
            || event instanceof HubEvent.AssetLost) {
            world.trace(name() + ": " + event);
        }
    }

    World world() {
        return world;
    }

    String name() {
        return own.name();
    }

    Shape.HubShape shape() {
        return own;
    }

    HubAgent agent() {
        return agent;
    }

    HubMachine machine() {
        return machine;
    }

    Counters counters() {
        return counters;
    }

    /** T_c. */
    long coreNs() {
        final int core = counters.clocks().core();
        return core < 0 ? 0 : counters.read(core);
    }

    /** The epoch of the parent's run in which this hub has its place. */
    long parentEpoch() {
        return link.parentEpoch();
    }

    /** Whether it began where a killed hub was. */
    boolean goesOn() {
        return leftEpoch != NO_EPOCH;
    }

    /** Whether clocks of an epoch are those of now: it has not been reset since, though another hub may go on. */
    boolean isIn(final long epoch) {
        final long now = counters.clocks().epoch();
        return epoch == now || now == firstEpoch && epoch == leftEpoch;
    }

    /** Whether an epoch is of a hub before this one. */
    boolean isAfter(final long epoch) {
        return epoch < firstEpoch;
    }

    boolean isKilled() {
        return isKilled;
    }

    /** Whether no asset can join any more. */
    boolean hasEnded() {
        return isKilled || machine.state().isEnd();
    }

    /** Its host crashes, or it is killed: nothing is closed in order, but the network tells the others. */
    void kill() {
        world.trace(name() + " is killed");
        isKilled = true;
        tasks.forEach(Task::end);
        sockets.closeAll();
    }

    /** All processes of its host are stopped for a while; connections stay open. */
    void stand(final long forNs) {
        world.trace(name() + " is stopped for " + forNs + " ns");
        tasks.forEach(task -> task.stand(world.nowNs() + forNs));
    }

    @Override
    public String hub() {
        return name();
    }

    @Override
    public HubControl connect(final HubControl.Listener listener) {
        final LocalSocket socket = new LocalSocket(++lastConnection, this, listener);
        connections.put(socket.number(), socket);
        world.add(socket);
        return socket;
    }

    @Override
    public ClockFile clocks() {
        return counters.file();
    }

    @Override
    public MessageFiles messages() {
        return messages;
    }
}
