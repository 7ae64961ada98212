package io.takt.federation.gateway;

import io.takt.asset.TaktException;
import io.takt.federation.link.ClockPort;
import io.takt.federation.link.ConnectionLostException;
import io.takt.federation.link.ConnectionLostException.Cause;
import io.takt.federation.link.ControlStream;
import io.takt.federation.link.Faults;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.link.Rejections;
import io.takt.federation.link.Wire;
import io.takt.federation.seal.FrameOpener;
import io.takt.hub.config.MetricsPlan;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.PageWay;
import io.takt.hub.daemon.ChildLinks;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.host.TcpTable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The children that have proved themselves: their sessions, the connections of these, and when one is lost. Owned by
 * the gateway's thread, but for clocks, which the hub's thread tells and takes, too.
 *
 * <p>A connection that is closed may have been so by a proxy on the way; so its child has a moment to come back. One
 * whose host does not answer is waited for, for as long as the configuration says.
 */
final class Children {
    private static final long NEVER = Long.MAX_VALUE;

    /** So many times a child that is up may miss a clock: a start of two hubs is slow. */
    private static final int MISSED_BY_UDP = 5;

    /** A session, and the connection that it has. */
    private static final class Child {
        private final ChildSession session;
        private volatile Arrival arrival;
        private long goneAtNs;
        private long triedAtNs;
        private long patienceNs;
        private volatile String why;
        private volatile PageWay page;

        Child(final ChildSession session) {
            this.session = session;
        }
    }

    private final LinkHost host;
    private final Gateway gateway;
    private final Rejections rejections;
    private final ToLongFunction<String> lostAfterNs;
    private final LinkTimes times;
    private final Consumer<String> warns;
    private final Map<String, Child> byName = new LinkedHashMap<>();
    private final Map<String, UdpReach> reachByName = new HashMap<>();
    /** Replaced, not changed. */
    private volatile Long2ObjectHashMap<Arrival> byLink = new Long2ObjectHashMap<>();
    private final ConnectionLook look;
    private ClockFile file;
    private volatile List<Child> all = List.of();

    Children(final LinkHost host, final Gateway gateway, final Rejections rejections,
        final ToLongFunction<String> lostAfterNs, final LinkTimes times, final Consumer<String> warns) {
        this.host = host;
        this.gateway = gateway;
        this.rejections = rejections;
        this.lostAfterNs = lostAfterNs;
        this.times = times;
        this.warns = warns;
        this.look = new ConnectionLook(TcpTable::ofSystem, host.nowNs());
    }

    private ClockFile file() {
        if (file == null) {
            file = host.hub().clocks();
        }
        return file;
    }

    void onHello(final Arrival arrival, final ByteBuffer payload) throws IOException {
        final String name = arrival.wire().tls().child();
        final Hello hello = Hello.read(payload);
        final Child before = byName.get(name);
        if (arrival.session() != null || name == null) {
            throw new IOException("a child says hello once, and does not leave with it");
        }
        if (hello.takt() != Hello.VERSION) {
            refuse(arrival, true, Rejections.Why.VERSION, "child '" + name + "' " + Hello.otherVersion(hello.takt()));
            return;
        }
        final boolean isSameProcess = before != null && before.session.number() == hello.session();
        if (before != null && !isSameProcess && before.arrival != null) {
            refuse(arrival, false, Rejections.Why.NAME_TAKEN, "a child hub '" + name + "' is linked already, from "
                + before.arrival.host() + "; another one, at " + arrival.host()
                + ", has the same name; each child needs one of its own, with a key or certificate for it");
            return;
        }
        // Of a session in which it has said nothing a child may know nothing: the welcome to it may have been lost.
        final boolean goesOn = isSameProcess && before.session.stream().got() > 0;
        if (arrival.wire().tls().isOfSession() && !goesOn) {
            refuse(arrival, false, Rejections.Why.HANDSHAKE, "the session of child '" + name + "' is over");
            return;
        }
        if (before != null && !goesOn) {
            if (!isSameProcess && before.session.clock().port().epoch() > 0) {
                warns.accept("child '" + name + "', at " + arrival.host() + ", is another process than the one whose"
                    + " link was cut, which is given up: it was started again, or two have one name");
            }
            final Arrival unused = detach(before);
            end(before);
            if (unused != null) {
                unused.wire().close();
            }
        }
        final Child child;
        try {
            child = goesOn ? before : add(name, hello.session());
        } catch (final TaktException e) {
            refuse(arrival, false, Rejections.Why.PROTOCOL, e.getMessage());
            return;
        }
        attach(child, arrival, hello, !goesOn);
    }

    /** Null of a child that is in no session. */
    byte[] sessionKey(final String name) {
        final Child child = byName.get(name);
        return child == null ? null : child.session.key();
    }

    private Child add(final String name, final long session) {
        final Child child =
            new Child(new ChildSession(name, session, host, gateway, this::file, () -> link(name), times));
        byName.put(name, child);
        all = List.copyOf(byName.values());
        return child;
    }

    private void attach(final Child child, final Arrival arrival, final Hello hello, final boolean isFresh)
        throws IOException {
        if (child.arrival != null) {
            // The same process has made another connection, since this one was silent.
            detach(child).wire().close();
        }
        final long linkId = newLinkId();
        arrival.begin(child.session, linkId);
        child.session.onLinked(arrival.wire().tls(), isFresh, warns);
        child.arrival = arrival;
        child.page = MetricsPlan.way(hello.page(), arrival.host());
        child.why = null;
        final Long2ObjectHashMap<Arrival> more = new Long2ObjectHashMap<>(byLink);
        more.put(linkId, arrival);
        byLink = more;
        final ClockPort port = child.session.clock().port();
        // Before the child is told: the hub's thread may take its first datagram at once.
        port.connect(arrival.wire().tls().keys(), linkId, false, bytes -> gateway.send(arrival, bytes),
            bytes -> gateway.execute(child.session, () -> spare(arrival, bytes)));
        arrival.wire().send(MuxFrame.WELCOME.with(
            new Hello.Welcome(Hello.VERSION, linkId, child.session.stream().got(), isFresh, host.page()).write()));
        child.session.mirrors().connect(frame -> send(arrival, frame), arrival.wire()::isBusy);
        child.session.stream().connect(isFresh ? 0 : hello.got(), frame -> send(arrival, frame));
    }

    private long newLinkId() {
        long linkId = 0;
        while (linkId == 0 || byLink.containsKey(linkId)) {
            linkId = host.random().nextLong();
        }
        return linkId;
    }

    private void spare(final Arrival arrival, final ByteBuffer bytes) {
        if (!arrival.isOver() && !arrival.wire().isBackedUp()) {
            send(arrival, MuxFrame.CLOCK.with(bytes));
        }
    }

    private void send(final Arrival arrival, final ByteBuffer frame) {
        try {
            if (!arrival.isOver()) {
                arrival.wire().send(frame);
            }
        } catch (final IOException e) {
            // In the middle of what a session says; the connection is done with afterwards.
            gateway.execute(arrival.session(), () -> gateway.over(arrival, e));
        }
    }

    private void refuse(final Arrival arrival, final boolean isForGood, final Rejections.Why why, final String line)
        throws IOException {
        rejections.reject(arrival.wire().tls().child(), why, line);
        final byte[] text = line.getBytes(StandardCharsets.UTF_8);
        arrival.wire().send(MuxFrame.REFUSED.with(
            ByteBuffer.allocate(1 + text.length).put((byte) (isForGood ? 1 : 0)).put(text).flip()));
        gateway.execute(arrival.session(), () -> gateway.over(arrival, null));
    }

    void onFrame(final Arrival arrival, final MuxFrame kind, final ByteBuffer payload) throws IOException {
        final ChildSession session = arrival.session();
        switch (kind) {
            case CONTROL -> {
                if (session.stream().isNew(payload)) {
                    session.onLine(StandardCharsets.UTF_8.decode(payload).toString());
                }
            }
            case TIME -> {
                if (session.stream().isNew(payload)) {
                    taken(arrival, session.clock().onTime(payload));
                }
            }
            case CONTROL_ACK -> session.stream().forget(payload.remaining() == Long.BYTES ? payload.getLong() : -1);
            case CLOCK -> taken(arrival, session.clock().onSpare(payload, host.nowNs()));
            case BYE -> {
                final Child child = byName.get(session.name());
                detach(child);
                end(child);
                gateway.over(arrival, null);
            }
            case RECORDS, RECORDS_ACK -> {
                try {
                    session.mirrors().onFrame(kind, payload);
                } catch (final IOException e) {
                    lose(session, Rejections.Why.PROTOCOL, e.getMessage());
                }
            }
            default -> throw new IOException("a child sends no " + kind);
        }
    }

    /** By the hub's thread and the gateway's; returns whether a child is further than was known. */
    boolean onDatagram(final ByteBuffer bytes, final InetSocketAddress from) {
        final Arrival arrival = byLink.get(FrameOpener.linkOf(bytes));
        if (arrival == null) {
            rejections.count("", FrameOpener.linkOf(bytes) == 0 ? Rejections.Why.MISSHAPEN : Rejections.Why.FOREIGN);
            return false;
        }
        try {
            final ClockPort.Taken taken = arrival.session().clock().onDatagram(bytes, host.nowNs());
            if (!taken.isRejected()) {
                arrival.datagramsFrom(from);
            }
            taken(arrival, taken);
            return taken == ClockPort.Taken.NEWS;
        } catch (final RuntimeException | Error e) {
            gateway.execute(arrival.session(), () -> onFault(arrival.session(), e));
            return false;
        }
    }

    private void taken(final Arrival arrival, final ClockPort.Taken taken) {
        final ChildSession session = arrival.session();
        rejections.count(session.name(), taken);
        if (taken == ClockPort.Taken.FROM_FUTURE) {
            gateway.execute(session, () -> lose(session, Rejections.Why.FUTURE, "it says a time beyond that of this"
                + " hub, to which it cannot have come"));
        }
    }

    /** The child has said what it may not, and would again. Both sides get one line. */
    void lose(final ChildSession session, final Rejections.Why why, final String line) {
        final Child child = byName.get(session.name());
        if (child == null || child.session != session) {
            return;
        }
        final String told = "child '" + session.name() + "' is lost: " + line;
        final Arrival arrival = detach(child);
        end(child);
        if (arrival == null) {
            rejections.reject(session.name(), why, told);
            return;
        }
        try {
            refuse(arrival, true, why, told);
        } catch (final IOException e) {
            gateway.over(arrival, e);
        }
    }

    /** The network has ended a connection of a session. */
    void onConnectionOver(final Arrival arrival, final IOException why) {
        final Child child = byName.get(arrival.session().name());
        if (child == null || child.arrival != arrival) {
            return;
        }
        final ConnectionLostException lost = why instanceof ConnectionLostException end ? end : null;
        final boolean isHostGone = lost != null && isHostGone(child, lost);
        detach(child);
        child.goneAtNs = host.nowNs() - (isHostGone ? Wire.GONE_AFTER_NS : 0);
        child.triedAtNs = child.goneAtNs;
        child.patienceNs = isHostGone ? lostAfterNs.applyAsLong(child.session.name()) : times.graceNs();
        child.why = isHostGone ? "its machine does not answer" : "the connection was closed";
        if (why != null && lost == null) {
            rejections.reject(child.session.name(), Rejections.Why.PROTOCOL,
                "the connection of child '" + child.session.name() + "' is closed: " + why.getMessage());
        }
    }

    /**
     * A connection that has proved nothing yet says that it is of this child; null for none. The child may be slow, or
     * its connections break; but it may be a stranger, too, so that counts for as long as a proof may take.
     */
    void onTry(final String name) {
        final Child child = byName.get(name);
        final long nowNs = host.nowNs();
        if (child != null && child.arrival == null && nowNs - child.goneAtNs < times.proofWithinNs()) {
            child.triedAtNs = nowNs;
        }
    }

    /** Where the system does not tell: one that was heard before, and not lately. */
    private boolean isHostGone(final Child child, final ConnectionLostException lost) {
        final ClockPort clocks = child.session.clock().port();
        return lost.reason() == Cause.UNANSWERED || lost.reason() == Cause.NOT_KNOWN
            && clocks.isHeard(Long.MAX_VALUE, host.nowNs()) && !clocks.isHeard(Wire.GONE_AFTER_NS, host.nowNs());
    }

    /** The child has no connection any more. */
    private Arrival detach(final Child child) {
        final Arrival arrival = child.arrival;
        if (arrival != null) {
            final Long2ObjectHashMap<Arrival> less = new Long2ObjectHashMap<>(byLink);
            less.remove(arrival.linkId());
            byLink = less;
            child.session.clock().port().disconnect();
            child.session.stream().disconnect();
            child.session.mirrors().disconnect();
            child.arrival = null;
        }
        return arrival;
    }

    /** The parent hub sees the end of the child's control connection. */
    private void end(final Child child) {
        if (byName.remove(child.session.name(), child)) {
            all = List.copyOf(byName.values());
            child.session.end();
        }
    }

    void onHubGone(final ChildSession session) {
        final Child child = byName.get(session.name());
        if (child != null && child.session == session) {
            final Arrival arrival = detach(child);
            end(child);
            if (arrival != null) {
                gateway.over(arrival, null);
            }
        }
    }

    /** A fault of this program ends no other child's link, unless it is the machine's; null where none is concerned. */
    void onFault(final ChildSession session, final Throwable fault) {
        Faults.throwIfOfMachine(fault);
        warns.accept((session == null ? "a connection of a child hub is closed" : "child '" + session.name()
            + "' is given up") + " by a fault of this program: " + fault);
        if (session != null) {
            onHubGone(session);
        }
    }

    private void forEach(final Consumer<Child> does) {
        for (final Child child : all) {
            try {
                does.accept(child);
            } catch (final RuntimeException | Error e) {
                onFault(child.session, e);
            }
        }
    }

    /** By the hub's thread and the gateway's: tells what is due; returns the wall time for which nothing is. */
    long pump(final long nowNs) {
        long dueNs = NEVER;
        for (final Child child : all) {
            try {
                dueNs = Math.min(dueNs, child.session.clock().pump(nowNs));
            } catch (final RuntimeException | Error e) {
                gateway.execute(child.session, () -> onFault(child.session, e));
            }
        }
        return dueNs;
    }

    /** By the hub's thread: tells those that are to know how far T_c is. */
    void tell() {
        for (final Child child : all) {
            child.session.clock().tell();
        }
    }

    void tick(final long nowNs) {
        final boolean looks = look.begins(nowNs);
        forEach(child -> {
            if (child.session.mirrors().isSettleDue()) {
                child.session.mirrors().onTurn();
            }
            final String why = whyGivenUp(child, nowNs);
            if (why != null) {
                warns.accept("child '" + child.session.name() + "' is given up: " + why);
                final Arrival arrival = detach(child);
                end(child);
                if (arrival != null) {
                    gateway.over(arrival, new IOException(why));
                }
            } else if (child.arrival != null) {
                watch(child, looks, nowNs);
            }
        });
    }

    /** Null for a child that is not. */
    private String whyGivenUp(final Child child, final long nowNs) {
        if (child.session.stream().isOverfull()) {
            return "it takes nothing of what it is told";
        } else if (child.session.stream().isFlooded()) {
            return ControlStream.FLOODED;
        }
        final boolean isTooLong = child.arrival == null && child.patienceNs != NEVER
            && nowNs - child.goneAtNs > child.patienceNs && nowNs - child.triedAtNs > times.graceNs();
        return isTooLong ? child.why : null;
    }

    private void watch(final Child child, final boolean looks, final long nowNs) {
        final ClockPort port = child.session.clock().port();
        final boolean isHeard = port.isHeard(times.silentNs(), nowNs);
        final UdpReach reach = reachByName.computeIfAbsent(child.session.name(),
            name -> new UdpReach(MISSED_BY_UDP * times.silentNs()));
        final UdpReach.News news = reach.look(isHeard, port.isByUdp(), nowNs);
        if (news == UdpReach.News.BLOCKED) {
            warns.accept("no UDP gets through between this hub and child '" + child.session.name()
                + "', so its clocks go over TCP, which is slower; open the port for UDP, too");
        } else if (news == UdpReach.News.FREE) {
            warns.accept("UDP gets through between this hub and child '" + child.session.name() + "' now");
        }
        if (looks && child.arrival.isMachineGone(isHeard, look, nowNs)) {
            gateway.over(child.arrival, new ConnectionLostException(Cause.UNANSWERED,
                "what was sent is not acknowledged", null));
        }
    }

    private HubNode.Link link(final String name) {
        final Child child = byName.get(name);
        final LinkStatus status = status(child);
        return new HubNode.Link(status.isUp(), status.roundTripNs(), status.why(), child.page);
    }

    private LinkStatus status(final Child child) {
        final ClockPort port = child.session.clock().port();
        final Arrival arrival = child.arrival;
        final long nowNs = host.nowNs();
        final boolean isHeard = port.isHeard(times.silentNs(), nowNs);
        final boolean isUp = arrival != null && isHeard && arrival.isHeard(times.swallowedNs(), nowNs);
        return new LinkStatus(child.session.name(), isUp, port.roundTripNs(), port.isByUdp(), isUp ? null
            : arrival == null ? child.why : isHeard ? "nothing comes over its TCP connection, though datagrams do"
            : "nothing comes from it" + (
                !port.isHeard(Wire.GONE_AFTER_NS + times.silentNs(), nowNs) && arrival.isAnswered(nowNs)
                    ? ", though its machine answers; its process may be stopped" : ""));
    }

    Map<String, ChildLinks.Frames> frames() {
        final Map<String, ChildLinks.Frames> frames = new HashMap<>();
        for (final Child child : all) {
            final ClockPort port = child.session.clock().port();
            frames.put(child.session.name(), new ChildLinks.Frames(port.framesSent(), port.framesReceived()));
        }
        return frames;
    }

    List<LinkStatus> links() {
        return all.stream().map(this::status).toList();
    }

    void close() {
        for (final Child child : all) {
            final Arrival arrival = detach(child);
            if (arrival != null) {
                arrival.wire().close();
            }
            end(child);
        }
    }
}
