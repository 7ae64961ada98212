package io.takt.proofs.links;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Carries what sockets send, as its {@link Weather} has it: datagrams are lost, doubled, changed and overtake each
 * other; connections keep their order, and break. It is quiet between two hosts whose line is cut, and goes on when
 * that is mended.
 */
final class Network {
    private final World world;
    private final Map<InetSocketAddress, Listener> listeners = new HashMap<>();
    private final Map<InetSocketAddress, Post> posts = new HashMap<>();
    private final List<Stream> streams = new ArrayList<>();
    private Weather weather = Weather.FAIR;
    private long cutUntilNs = Long.MIN_VALUE;
    private int lastPort = 30_000;
    private int datagrams;
    private int faults;

    Network(final World world) {
        this.world = world;
    }

    void weather(final Weather now) {
        weather = now;
    }

    /** All lines are cut for a while. */
    void cut(final long forNs) {
        cutUntilNs = world.nowNs() + forNs;
        faults++;
        world.trace("the network is cut for " + forNs + " ns");
    }

    /** A datagram that is sent now arrives then, if it arrives. */
    private long arrivalNs() {
        return Math.max(world.nowNs(), cutUntilNs) + weather.delayNs(world.choices());
    }

    int newPort() {
        return ++lastPort;
    }

    void listen(final InetSocketAddress at, final Listener listener) {
        listeners.put(at, listener);
    }

    void receive(final InetSocketAddress at, final Post post) {
        posts.put(at, post);
    }

    void forget(final InetSocketAddress at, final Object socket) {
        listeners.remove(at, socket);
        posts.remove(at, socket);
    }

    /** A connection is wanted; the answer, whichever, comes later. */
    void connect(final Stream from, final InetSocketAddress to) {
        final Listener listener = listeners.get(to);
        final long atNs = arrivalNs();
        if (listener == null || !listener.isOpen()) {
            from.breaks("Connection refused", atNs);
            return;
        }
        final Stream there = new Stream(listener.host(), to, from.local());
        there.tie(from, atNs);
        from.tie(there, atNs + weather.delayNs(world.choices()));
        streams.removeIf(each -> !each.isOpen());
        streams.add(from);
        listener.offer(there, atNs);
    }

    /** Bytes of a connection; when they arrive, not before those that were sent earlier. */
    void send(final Stream to, final byte[] bytes) {
        to.arrive(bytes, arrivalNs());
        if (world.choices().oneIn(weather.breakOneIn())) {
            faults++;
            breakDown(to);
        }
    }

    /** The end of a connection, behind its bytes. */
    void end(final Stream to) {
        to.arrive(null, arrivalNs());
    }

    private void breakDown(final Stream stream) {
        world.trace("a connection breaks");
        stream.breakBoth("Connection reset by peer");
    }

    /** Breaks one of the connections that there are. */
    void breakOne() {
        streams.removeIf(each -> !each.isOpen());
        if (!streams.isEmpty()) {
            faults++;
            breakDown(streams.get(world.choices().below(streams.size())));
        }
    }

    void send(final InetSocketAddress from, final InetSocketAddress to, final byte[] datagram) {
        datagrams++;
        final Choices choices = world.choices();
        if (world.nowNs() < cutUntilNs || choices.oneIn(weather.loseOneIn())) {
            faults++;
            return;
        }
        final Post post = posts.get(to);
        if (post != null) {
            if (choices.oneIn(weather.damageOneIn())) {
                faults++;
                datagram[choices.below(datagram.length)] ^= (byte) (1 << choices.below(8));
            }
            post.arrive(from, datagram, arrivalNs());
            if (choices.oneIn(weather.doubleOneIn())) {
                faults++;
                post.arrive(from, datagram, arrivalNs());
            }
        }
    }

    int datagrams() {
        return datagrams;
    }

    int faults() {
        return faults;
    }
}
