package io.takt.federation.gateway;

import io.takt.federation.key.Certificates;
import io.takt.federation.link.DatagramDuty;
import io.takt.federation.link.Faults;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.Loops;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.link.Rejections;
import io.takt.federation.link.Wire;
import io.takt.federation.tls.KeyRing;
import io.takt.federation.tls.TlsSession;
import io.takt.hub.daemon.ChildLinks;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Listens at a parent for children on other hosts: one port, of TCP for ordered lines and of UDP for clocks. Each child
 * is a client of the parent hub's control socket, as if it were on this host.
 *
 * <p>The thread {@code takt-gateway} handles the network; but the hub's thread sends clocks, and takes them while it
 * waits awake ({@link DatagramDuty}).
 */
public final class Gateway implements ChildLinks {
    /** The most connections at once whose child has not proved itself. */
    private static final int MOST_UNKNOWN = 64;

    private static final int MOST_DATAGRAMS_A_TURN = 64;
    private static final int DATAGRAM_BYTES = 2048;
    private static final int BACKLOG = 64;
    private static final int TRIES_FOR_A_PORT = 20;
    private static final long LONGEST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Of a child's session; null where none is concerned. */
    private record Task(ChildSession of, Runnable work) {
    }

    private record Timer(long atNs, Task task) {
    }

    private final Children children;
    private final Rejections rejections;
    private final ChildKeys keys;
    private final LinkTimes times;
    private final LinkHost host;
    private final Loops.Loop loop;
    private final Consumer<String> warns;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final DatagramChannel datagrams;
    private final SelectionKey accepts;
    private final Admission admission;
    private final SelectionKey datagramsCome;
    private final DatagramDuty duty = new DatagramDuty();
    private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final List<Timer> timers = new ArrayList<>();
    private final List<Arrival> unknown = new ArrayList<>();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(DATAGRAM_BYTES);
    private final ByteBuffer bytesOfHub = ByteBuffer.allocateDirect(DATAGRAM_BYTES);
    /** Of the hub's thread. */
    private final Flood flood;
    private volatile boolean closed;

    private Gateway(final LinkHost host, final ServerSocketChannel listener, final DatagramChannel datagrams,
        final ChildKeys keys, final ToLongFunction<String> lostAfterNs, final LinkTimes times,
        final Consumer<String> warns) throws IOException {
        this.host = host;
        this.listener = listener;
        this.datagrams = datagrams;
        this.keys = keys;
        this.times = times;
        this.flood = new Flood(host.nowNs());
        this.warns = warns;
        this.rejections = new Rejections(warns, host.nanoClock());
        this.children = new Children(host, this, rejections, lostAfterNs, times, warns);
        this.selector = host.sockets().openSelector();
        listener.configureBlocking(false);
        datagrams.configureBlocking(false);
        this.accepts = listener.register(selector, SelectionKey.OP_ACCEPT);
        this.admission = new Admission(accepts::interestOps, host.nowNs());
        this.datagramsCome = datagrams.register(selector, SelectionKey.OP_READ);
        this.loop = host.loops().of("takt-gateway", this::run);
    }

    /**
     * Begins to listen on this machine.
     *
     * @param hub         directory of the parent, which is there.
     * @param at          address and port; with port 0 any that is free for both TCP and UDP.
     * @param keys        of its children.
     * @param lostAfterNs wall time after which a child is lost whose machine does not answer, by its name.
     * @param times       of the links.
     * @param random      of keys and numbers.
     * @param warns       tells a person one line; from any thread.
     * @return what listens.
     * @throws IOException when it cannot; in one line.
     */
    public static Gateway listen(final HubDirectory hub, final InetSocketAddress at, final ChildKeys keys,
        final ToLongFunction<String> lostAfterNs, final LinkTimes times, final SecureRandom random,
        final Consumer<String> warns) throws IOException {
        return listen(LinkHost.of(hub, random), at, keys, lostAfterNs, times, warns);
    }

    /**
     * Begins to listen.
     *
     * @param host        the parent's, whose hub is there.
     * @param at          address and port; with port 0 any that is free for both TCP and UDP.
     * @param keys        of its children.
     * @param lostAfterNs wall time after which a child is lost whose machine does not answer, by its name.
     * @param times       of the links.
     * @param warns       tells a person one line; from any thread.
     * @return what listens.
     * @throws IOException when it cannot; in one line.
     */
    public static Gateway listen(final LinkHost host, final InetSocketAddress at, final ChildKeys keys,
        final ToLongFunction<String> lostAfterNs, final LinkTimes times, final Consumer<String> warns)
        throws IOException {
        for (int tries = 1;; tries++) {
            final ServerSocketChannel listener = host.sockets().openServerSocketChannel();
            final DatagramChannel datagrams = host.sockets().openDatagramChannel();
            try {
                listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                listener.bind(at, BACKLOG);
                datagrams.bind(new InetSocketAddress(at.getAddress(),
                    ((InetSocketAddress) listener.getLocalAddress()).getPort()));
                final Gateway gateway = new Gateway(host, listener, datagrams, keys, lostAfterNs, times, warns);
                gateway.loop.start();
                return gateway;
            } catch (final IOException e) {
                listener.close();
                datagrams.close();
                if (!(e instanceof BindException) || at.getPort() != 0 || tries == TRIES_FOR_A_PORT) {
                    throw new IOException("cannot listen at " + at.getHostString() + ":" + at.getPort()
                        + " (TCP and UDP): " + e.getMessage(), e);
                }
            }
        }
    }

    /** {@return the port, of TCP and of UDP} */
    public int port() {
        return listener.socket().getLocalPort();
    }

    @Override
    public Counts counts() {
        return new Counts(rejections.rejected(), children.frames(), Map.of());
    }

    /** {@return what was not taken} */
    public Rejections rejections() {
        return rejections;
    }

    /** {@return the children, and how their links are; from any thread} */
    public List<LinkStatus> links() {
        return children.links();
    }

    /** From any thread: runs the task on the gateway's; a fault in it ends the session, if one is concerned. */
    void execute(final ChildSession of, final Runnable work) {
        tasks.add(new Task(of, work));
        if (!closed && !loop.isHere()) {
            selector.wakeup();
        }
    }

    /** On the gateway's thread. */
    void later(final long afterNs, final ChildSession of, final Runnable work) {
        timers.add(new Timer(host.nowNs() + afterNs, new Task(of, work)));
    }

    void hubHasLetGo(final ChildSession session) {
        children.onHubGone(session);
    }

    /** The mirrors of a child cannot go on, and so its link cannot. */
    void cannotGoOn(final ChildSession session, final String why) {
        children.lose(session, Rejections.Why.PROTOCOL, why);
    }

    /** From any thread: a datagram for a child, which may be lost. */
    void send(final Arrival to, final ByteBuffer datagram) {
        if (to.datagramsTo() != null) {
            try {
                datagrams.send(datagram, to.datagramsTo());
            } catch (final IOException e) {
                // Lost, as on any network: the next one brings a newer clock.
                datagram.clear();
            }
        }
    }

    private boolean run() {
        try {
            if (!closed) {
                turn();
                return true;
            }
            unknown.forEach(each -> each.wire().close());
            children.close();
            end();
        } catch (final IOException | RuntimeException | Error e) {
            try {
                warns.accept("no child hub can be reached any more: " + e);
                end();
            } finally {
                // The hub sees them end, and applies the onLost of each.
                children.close();
            }
        }
        return false;
    }

    private void end() {
        try (listener) {
            datagrams.close();
        } catch (final IOException e) {
            rejections.reject("", Rejections.Why.PROTOCOL, "the port of child hubs was not closed in order: " + e);
        }
    }

    private void turn() throws IOException {
        runTasks();
        final long nowNs = host.nowNs();
        final boolean isOfHub = duty.isOfHub(nowNs);
        datagramsCome.interestOps(isOfHub ? 0 : SelectionKey.OP_READ);
        final long sleepNs = isOfHub ? DatagramDuty.MOMENT_NS : Math.min(LONGEST_SLEEP_NS, children.pump(nowNs));
        if (tasks.isEmpty()) {
            selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(sleepNs)));
        } else {
            selector.selectNow();
        }
        takeSelected();
        tick();
    }

    @Override
    public void tell() {
        children.tell();
    }

    @Override
    public int look() {
        final long nowNs = host.nowNs();
        if (flood.isOn(nowNs)) {
            children.pump(nowNs);
            rest();
            return 0;
        }
        duty.look();
        for (InetSocketAddress from = receive(bytesOfHub); from != null; from = receive(bytesOfHub)) {
            final boolean isNews = children.onDatagram(bytesOfHub.flip(), from);
            if (flood.add(nowNs) || isNews) {
                // The core may be able to go on, and a child waits for that: the others are looked for after it.
                return isNews ? 1 : 0;
            }
        }
        if (flood.foundNone()) {
            children.pump(nowNs);
        }
        return 0;
    }

    @Override
    public long rest() {
        if (duty.rest()) {
            selector.wakeup();
        }
        return children.pump(host.nowNs());
    }

    /** Null when there is none. */
    private InetSocketAddress receive(final ByteBuffer into) {
        try {
            return (InetSocketAddress) datagrams.receive(into.clear());
        } catch (final IOException e) {
            // Closed, or a port that does not answer; TCP reports that.
            return null;
        }
    }

    private void runTasks() {
        final long nowNs = host.nowNs();
        if (!timers.isEmpty()) {
            timers.removeIf(timer -> nowNs - timer.atNs >= 0 && tasks.add(timer.task));
        }
        for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
            try {
                task.work.run();
            } catch (final RuntimeException | Error e) {
                children.onFault(task.of, e);
            }
        }
    }

    private void takeDatagrams() {
        for (int count = 0; count < MOST_DATAGRAMS_A_TURN && !duty.leave(host.nowNs()); count++) {
            final InetSocketAddress from = receive(bytes);
            if (from == null) {
                break;
            }
            children.onDatagram(bytes.flip(), from);
        }
    }

    private void takeSelected() {
        for (final SelectionKey key : selector.selectedKeys()) {
            if (key == accepts) {
                accept();
            } else if (key == datagramsCome) {
                takeDatagrams();
            } else if (key.attachment() instanceof Arrival arrival) {
                receive(arrival);
            }
        }
        selector.selectedKeys().clear();
    }

    private void accept() {
        try {
            for (SocketChannel channel = admission.next(listener::accept); channel != null;
                channel = admission.next(listener::accept)) {
                take(channel);
            }
        } catch (final IOException e) {
            rejections.reject("", Rejections.Why.CROWDED, "a connection of a child hub cannot be taken: "
                + e.getMessage());
        }
    }

    private void take(final SocketChannel channel) throws IOException {
        try {
            final InetSocketAddress from = (InetSocketAddress) channel.getRemoteAddress();
            channel.configureBlocking(false);
            final SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            final boolean isLoopback = from.getAddress().isLoopbackAddress();
            final TlsSession tls = TlsSession.ofParent(ring(isLoopback), host.random());
            final Arrival arrival = new Arrival(new Wire(channel, tls, key),
                (InetSocketAddress) channel.getLocalAddress(), from, host.nowNs());
            key.attach(arrival);
            makeRoom();
            unknown.add(arrival);
        } catch (final IOException e) {
            // It has gone while it came.
            channel.close();
        }
    }

    /** The oldest has had the most time: a child that can prove itself does so within some round trips. */
    private void makeRoom() {
        if (unknown.size() >= MOST_UNKNOWN) {
            final Arrival oldest = unknown.remove(0);
            rejections.reject("", Rejections.Why.CROWDED, "more than " + MOST_UNKNOWN
                + " connections wait at the port of child hubs without having proved anything; the oldest is closed");
            oldest.over();
            oldest.wire().close();
        }
    }

    private KeyRing ring(final boolean isLoopback) {
        return new KeyRing() {
            @Override
            public byte[] key(final String child) throws IOException {
                return keys.key(child, isLoopback);
            }

            @Override
            public byte[] sessionKey(final String child) {
                return children.sessionKey(child);
            }

            @Override
            public Certificates certificates() throws IOException {
                return keys.certificates();
            }

            @Override
            public boolean mayShowCertificate(final String child) {
                return keys.mayShowCertificate(child);
            }
        };
    }

    private void receive(final Arrival arrival) {
        try {
            if (!arrival.isOver()
                && !arrival.receive((kind, payload) -> onFrame(arrival, kind, payload), host.nowNs())) {
                over(arrival, null);
            } else if (arrival.session() != null) {
                arrival.session().mirrors().onTurn();
            }
        } catch (final IOException e) {
            over(arrival, e);
        } catch (final RuntimeException | Error e) {
            Faults.throwIfOfMachine(e);
            // A fault of this program, which must not end the links of others.
            over(arrival, new IOException("it was not understood: " + e, e));
        }
        if (arrival.session() == null) {
            children.onTry(arrival.wire().tls().claimedChild());
        }
    }

    private void onFrame(final Arrival arrival, final MuxFrame kind, final ByteBuffer payload) throws IOException {
        if (arrival.isOver()) {
            return;
        }
        if (arrival.session() == null && kind != MuxFrame.HELLO) {
            throw new IOException("a child begins with a hello");
        }
        if (kind == MuxFrame.HELLO) {
            unknown.remove(arrival);
            children.onHello(arrival, payload);
        } else {
            children.onFrame(arrival, kind, payload);
        }
    }

    /** The connection is over; null when the other end has closed it. */
    void over(final Arrival arrival, final IOException why) {
        if (arrival.isOver()) {
            return;
        }
        arrival.over();
        // So that strangers at the port do not hide the line about a child whose key is wrong.
        final String claimed = arrival.wire().tls().claimedChild();
        if (arrival.session() != null) {
            children.onConnectionOver(arrival, why);
        } else if (unknown.remove(arrival) && why != null) {
            rejections.reject(claimed == null ? "" : claimed, Rejections.Why.HANDSHAKE, "a connection from "
                + arrival.host() + " is refused: " + why.getMessage());
        }
        arrival.wire().close();
    }

    private void tick() {
        final long nowNs = host.nowNs();
        admission.tick(nowNs);
        for (final Arrival each : List.copyOf(unknown)) {
            if (nowNs - each.cameAtNs() > times.proofWithinNs()) {
                unknown.remove(each);
                rejections.reject("", Rejections.Why.SLOW, "a connection from "
                    + each.host() + " has not proved to be a child hub in "
                    + TimeUnit.NANOSECONDS.toMillis(times.proofWithinNs()) / 1e3 + " s");
                each.over();
                each.wire().close();
            }
        }
        children.tick(nowNs);
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            loop.awaitEnd(TimeUnit.SECONDS.toMillis(2));
            selector.close();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (final IOException e) {
            // It was to be closed.
            return;
        }
    }
}
