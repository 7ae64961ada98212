package io.takt.federation.gateway;

import io.takt.asset.TaktException;
import io.takt.federation.link.ClockPort;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.seal.FrameOpener;
import io.takt.federation.tls.TlsRefusedException;
import io.takt.hub.core.status.HubNode;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
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

    /** A session, and the connection that it has. */
    private static final class Child {
        private final ChildSession session;
        private volatile Arrival arrival;
        private long goneAtNs;
        private long patienceNs;
        private volatile String why;

        Child(final ChildSession session) {
            this.session = session;
        }
    }

    private final HubDirectory hub;
    private final Gateway gateway;
    private final Rejections rejections;
    private final ToLongFunction<String> lostAfterNs;
    private final LinkTimes times;
    private final SecureRandom random;
    private final Consumer<String> warns;
    private final Map<String, Child> byName = new LinkedHashMap<>();
    /** Replaced, not changed. */
    private volatile Long2ObjectHashMap<Arrival> byLink = new Long2ObjectHashMap<>();
    private ClockFile file;
    private volatile List<Child> all = List.of();

    Children(final HubDirectory hub, final Gateway gateway, final Rejections rejections,
        final ToLongFunction<String> lostAfterNs, final LinkTimes times, final SecureRandom random,
        final Consumer<String> warns) {
        this.hub = hub;
        this.gateway = gateway;
        this.rejections = rejections;
        this.lostAfterNs = lostAfterNs;
        this.times = times;
        this.random = random;
        this.warns = warns;
    }

    private ClockFile file() {
        if (file == null) {
            file = ClockFile.forWriting(hub.cncFile());
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
            refuse(arrival, true, Rejections.Why.VERSION, "child '" + name + "' speaks version " + hello.takt()
                + " of the link's protocol, and this hub version " + Hello.VERSION);
            return;
        }
        final boolean isSame = before != null && before.session.number() == hello.session();
        if (before != null && !isSame && before.arrival != null) {
            refuse(arrival, false, Rejections.Why.NAME_TAKEN, "a child hub '" + name + "' is linked already, from "
                + host(before.arrival) + "; another one, at " + host(arrival)
                + ", has the same name and key, and two children cannot share them");
            return;
        }
        if (before != null && !isSame) {
            end(before);
        }
        final Child child;
        try {
            child = isSame ? before : add(name, hello.session(), before != null);
        } catch (final TaktException e) {
            refuse(arrival, false, Rejections.Why.PROTOCOL, e.getMessage());
            return;
        }
        attach(child, arrival, hello, !isSame);
    }

    private static String host(final Arrival arrival) {
        return arrival.from().getAddress().getHostAddress();
    }

    private Child add(final String name, final long session, final boolean hasReplaced) {
        final Child child = new Child(new ChildSession(name, session, hub, gateway, this::file, () -> link(name),
            times, hasReplaced));
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
        child.arrival = arrival;
        child.why = null;
        final Long2ObjectHashMap<Arrival> more = new Long2ObjectHashMap<>(byLink);
        more.put(linkId, arrival);
        byLink = more;
        final ClockPort port = child.session.clock().port();
        arrival.wire().send(MuxFrame.WELCOME.with(
            new Hello.Welcome(Hello.VERSION, linkId, child.session.stream().got(), isFresh).write()));
        port.connect(arrival.wire().tls().keys(), linkId, false, bytes -> gateway.send(arrival, bytes),
            bytes -> gateway.execute(child.session, () -> spare(arrival, bytes)));
        child.session.mirrors().connect(frame -> send(arrival, frame), arrival.wire()::isBusy);
        child.session.stream().connect(isFresh ? 0 : hello.got(), frame -> send(arrival, frame));
    }

    private long newLinkId() {
        long linkId = 0;
        while (linkId == 0 || byLink.containsKey(linkId)) {
            linkId = random.nextLong();
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
            case CLOCK -> taken(arrival, session.clock().onSpare(payload, System.nanoTime()));
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
            rejections.count("", bytes.remaining() < Long.BYTES ? Rejections.Why.MISSHAPEN : Rejections.Why.FOREIGN);
            return false;
        }
        try {
            final ClockPort.Taken taken = arrival.session().clock().onDatagram(bytes, System.nanoTime());
            if (taken != ClockPort.Taken.REJECTED) {
                arrival.datagramsFrom(from);
            }
            taken(arrival, taken);
            return taken == ClockPort.Taken.NEWS;
        } catch (final RuntimeException e) {
            failed(arrival.session(), e);
            return false;
        }
    }

    private void failed(final ChildSession session, final RuntimeException fault) {
        gateway.execute(session, () -> {
            throw fault;
        });
    }

    private void taken(final Arrival arrival, final ClockPort.Taken taken) {
        final ChildSession session = arrival.session();
        if (taken == ClockPort.Taken.REJECTED) {
            rejections.count(session.name(),
                Rejections.Why.valueOf(session.clock().port().rejected().name()));
        } else if (taken == ClockPort.Taken.FROM_FUTURE) {
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
        detach(child);
        final String text = why == null || why.getMessage() == null ? "" : why.getMessage();
        final boolean isHostGone = text.contains("timed out") || text.contains("No route")
            || text.contains("unreachable");
        child.goneAtNs = System.nanoTime();
        child.patienceNs = isHostGone ? lostAfterNs.applyAsLong(child.session.name()) : times.graceNs();
        child.why = isHostGone ? "its machine does not answer" : "the connection was closed";
        if (why instanceof TlsRefusedException || !isHostGone && why != null
            && !text.contains("reset") && !text.contains("pipe")) {
            rejections.reject(child.session.name(), Rejections.Why.PROTOCOL,
                "the connection of child '" + child.session.name() + "' is closed: " + text);
        }
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

    /** A fault of this program, which must not end the links of others; null where none is concerned. */
    void onFault(final ChildSession session, final RuntimeException fault) {
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
            } catch (final RuntimeException e) {
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
            } catch (final RuntimeException e) {
                failed(child.session, e);
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
        forEach(child -> {
            if (child.session.mirrors().isSettleDue()) {
                child.session.mirrors().onTurn();
            }
            if (child.arrival == null && child.patienceNs != NEVER && nowNs - child.goneAtNs > child.patienceNs
                || child.session.stream().isOverfull()) {
                warns.accept("child '" + child.session.name() + "' is given up: " + child.why);
                detach(child);
                end(child);
            } else if (child.arrival != null && child.arrival.tellsOfTcp(nowNs, 2 * times.silentNs())) {
                warns.accept("no UDP gets through between this hub and child '" + child.session.name()
                    + "', so its clocks go over TCP, which is slower; open the port for UDP, too");
            }
        });
    }

    private HubNode.Link link(final String name) {
        final LinkStatus status = status(byName.get(name));
        return new HubNode.Link(status.isUp(), status.roundTripNs(), status.why());
    }

    private LinkStatus status(final Child child) {
        final ClockPort port = child.session.clock().port();
        final boolean isUp = child.arrival != null && port.isHeard(times.silentNs(), System.nanoTime());
        return new LinkStatus(child.session.name(), isUp, port.roundTripNs(), port.isByUdp(), isUp ? null
            : child.arrival == null ? child.why : "nothing comes from it");
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
