package io.takt.federation.gateway;

import java.io.Closeable;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A bad network between a child and its parent: one port for TCP and UDP, which forwards what it likes. Its weather may
 * be changed from any thread.
 */
public final class Relay implements AutoCloseable {
    private static final int DATAGRAM_BYTES = 2048;

    /** What a bad network does. Of datagrams the first five. */
    enum Deed {
        LOST, DOUBLED, CHANGED, DELAYED, REORDERED,
        /** A piece of TCP waits for the end of a cut, or between two others. */
        TCP_DELAYED,
        /** A byte of TCP is another one. */
        TCP_CHANGED,
        /** A piece of TCP goes nowhere. */
        TCP_SWALLOWED,
        /** A connection is ended. */
        TCP_BROKEN
    }

    /** One direction: its datagrams in the order in which they came, and the byte of TCP that is to be changed next. */
    private static final class Way {
        private final AtomicInteger changeAt = new AtomicInteger(NONE);
        private long came;
        private long newestSent;
    }

    private static final int NONE = -1;

    /** How bad the network is; each may be changed while it works. */
    static final class Weather {
        volatile int lossPercent;
        volatile int doubledPercent;
        volatile int corruptPercent;
        volatile long delayNs;
        volatile int jitterNs;
        volatile boolean isCut;
        volatile boolean hasNoUdp;
        /** A connection of the child is led on when all has gone up that it has said over the one before. */
        volatile boolean isOneByOne;
        /** Between two pieces of what goes over TCP in one direction. */
        volatile long tcpPauseNs;
        /** Asked before TCP of the parent is passed on; when it is so, that ends the connection instead, once. */
        volatile BooleanSupplier breaksBefore = () -> false;
    }

    private final Weather weather = new Weather();
    private final Map<Deed, LongAdder> deeds = new ConcurrentHashMap<>();
    private final AtomicInteger taken = new AtomicInteger();
    private final Way up = new Way();
    private final Way down = new Way();
    private final Random random = new Random(1);
    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final InetAddress at;
    private final int to;
    private final ServerSocket listener;
    private final DatagramSocket front;
    /** By the child's own port; each connection of it has another one, and several children may have this parent. */
    private final Map<InetSocketAddress, DatagramSocket> backs = new ConcurrentHashMap<>();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final Queue<byte[]> seenUp = new ConcurrentLinkedQueue<>();
    private final Queue<byte[]> seenDown = new ConcurrentLinkedQueue<>();
    private final Queue<byte[]> tcpUp = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "later"));
    private final List<Socket> forgotten = new CopyOnWriteArrayList<>();
    private final Object mended = new Object();
    private volatile InetSocketAddress newest;
    /** Of the newest connection; of the thread that takes them. */
    private Thread goesUp;
    private volatile boolean closed;

    /**
     * At any port of this host.
     *
     * @param to the port to which it leads.
     * @throws IOException when there is no port.
     */
    public Relay(final int to) throws IOException {
        this(to, InetAddress.getLoopbackAddress(), 0);
    }

    /** At an address and a port; 0 for any that is free for both TCP and UDP. */
    Relay(final int to, final InetAddress at, final int port) throws IOException {
        this.to = to;
        this.at = at;
        ServerSocket tcp = null;
        DatagramSocket udp = null;
        while (udp == null) {
            tcp = new ServerSocket(port, 50, at);
            try {
                udp = new DatagramSocket(tcp.getLocalPort(), at);
            } catch (final IOException e) {
                tcp.close();
                if (port != 0) {
                    throw e;
                }
            }
        }
        listener = tcp;
        front = udp;
        daemon(this::accept, "relay-tcp").start();
        daemon(() -> receive(front, null), "relay-udp").start();
    }

    private static Thread daemon(final Runnable task, final String name) {
        final Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** {@return where the child finds the parent, by TCP and UDP} */
    public int port() {
        return listener.getLocalPort();
    }

    Weather weather() {
        return weather;
    }

    /**
     * Makes it as bad as by chance, or fair.
     *
     * @param chance of what becomes of datagrams, and of delays up to some milliseconds.
     */
    public void drawWeather(final Random chance) {
        weather.lossPercent = chance.nextBoolean() ? 0 : chance.nextInt(60);
        weather.doubledPercent = chance.nextBoolean() ? 0 : chance.nextInt(60);
        weather.corruptPercent = chance.nextBoolean() ? 0 : chance.nextInt(60);
        weather.delayNs = chance.nextBoolean() ? 0 : chance.nextInt(5_000_000);
        weather.jitterNs = chance.nextBoolean() ? 0 : chance.nextInt(5_000_000);
        weather.tcpPauseNs = chance.nextBoolean() ? 0 : chance.nextInt(2_000_000);
        weather.hasNoUdp = chance.nextInt(6) == 0;
    }

    /**
     * All gets through again, at once and as it is. Connections that were forgotten end: between real machines nothing
     * of them is acknowledged, so the kernels end them.
     *
     * @throws IOException when one cannot be closed.
     */
    public void clearUp() throws IOException {
        weather.lossPercent = 0;
        weather.doubledPercent = 0;
        weather.corruptPercent = 0;
        weather.delayNs = 0;
        weather.jitterNs = 0;
        weather.tcpPauseNs = 0;
        weather.hasNoUdp = false;
        for (final Socket each : forgotten) {
            each.close();
        }
    }

    /** How many connections of the child it has led to the parent. */
    int connections() {
        return taken.get();
    }

    /** How often it has done this. */
    long count(final Deed deed) {
        final LongAdder count = deeds.get(deed);
        return count == null ? 0 : count.sum();
    }

    private void did(final Deed deed) {
        deeds.computeIfAbsent(deed, each -> new LongAdder()).increment();
    }

    /** Changes a byte, at this index in the next piece that goes over TCP from the child, or from the parent. */
    void changeTcp(final boolean isUp, final int index) {
        (isUp ? up : down).changeAt.set(index);
    }

    /** {@return datagrams of the child that have come by} */
    public List<byte[]> seenUp() {
        return new ArrayList<>(seenUp);
    }

    /** {@return datagrams of the parent that have come by} */
    public List<byte[]> seenDown() {
        return new ArrayList<>(seenDown);
    }

    /** The bytes that the child has sent over TCP, all connections one after the other. */
    List<byte[]> tcpUp() {
        return new ArrayList<>(tcpUp);
    }

    /** Nothing comes through any more; connections stay open, as when a cable is pulled. */
    public void cut() {
        weather.isCut = true;
    }

    /** What was held back by a cut goes on. */
    public void mend() {
        weather.isCut = false;
        synchronized (mended) {
            mended.notifyAll();
        }
    }

    /** Passes nothing more between the connections that there are, and tells neither end, as a NAT that is full. */
    public void forgetConnections() {
        forgotten.addAll(connections);
    }

    /**
     * Ends the TCP connections, as a proxy does that is started again.
     *
     * @throws IOException when one cannot be closed.
     */
    public void breakConnections() throws IOException {
        for (final Socket each : connections) {
            // One by one: another may be added meanwhile, which is to stay known.
            connections.remove(each);
            each.close();
            did(Deed.TCP_BROKEN);
        }
    }

    /**
     * Sends the parent datagrams, as from the child, of which at least one has come by.
     *
     * @param datagrams of any kind.
     * @throws IOException when they cannot be sent.
     */
    public void injectUp(final List<byte[]> datagrams) throws IOException {
        for (final byte[] each : datagrams) {
            backs.get(newest).send(new DatagramPacket(each, each.length, loopback, to));
        }
    }

    /**
     * Sends the child datagrams, as from the parent, after one of the child has come by.
     *
     * @param datagrams of any kind.
     * @throws IOException when they cannot be sent.
     */
    public void injectDown(final List<byte[]> datagrams) throws IOException {
        final InetSocketAddress child = newest;
        for (final byte[] each : datagrams) {
            front.send(new DatagramPacket(each, each.length, child));
        }
    }

    private void accept() {
        while (!closed) {
            try {
                connect(listener.accept());
            } catch (final IOException e) {
                // The parent does not listen, or this relay is closed.
                continue;
            }
        }
    }

    /** Each connection that was accepted is passed on or closed: a child may wait for its answer without an end. */
    private void connect(final Socket below) throws IOException {
        connections.add(below);
        try {
            if (weather.isOneByOne) {
                goesUp.join();
            }
            final Socket above = new Socket(loopback, to);
            connections.add(above);
            taken.incrementAndGet();
            below.setTcpNoDelay(true);
            above.setTcpNoDelay(true);
            final AtomicInteger ended = new AtomicInteger();
            goesUp = daemon(() -> copy(below, above, true, ended), "relay-up");
            goesUp.start();
            daemon(() -> copy(above, below, false, ended), "relay-down").start();
        } catch (final IOException | InterruptedException e) {
            below.close();
            throw new IOException(e);
        } finally {
            if (closed) {
                breakConnections();
            }
        }
    }

    /** One direction may still have something to pass on when the other has ended. */
    private void copy(final Socket from, final Socket into, final boolean isUp, final AtomicInteger ended) {
        try {
            copyAll(from, into, isUp);
            awaitMended();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close(into::shutdownOutput);
        if (ended.incrementAndGet() == 2) {
            close(from);
            close(into);
        }
    }

    private static void close(final Closeable part) {
        try {
            part.close();
        } catch (final IOException e) {
            // It cannot be closed, so it is.
            return;
        }
    }

    /** A cut holds back the end of a connection as well. */
    private void awaitMended() throws InterruptedException {
        synchronized (mended) {
            while (weather.isCut && !closed) {
                did(Deed.TCP_DELAYED);
                mended.wait();
            }
        }
    }

    private void copyAll(final Socket from, final Socket into, final boolean isUp) throws InterruptedException {
        final byte[] bytes = new byte[16 * 1024];
        try {
            for (int length = from.getInputStream().read(bytes); length >= 0;
                length = from.getInputStream().read(bytes)) {
                if (isUp) {
                    tcpUp.add(Arrays.copyOf(bytes, length));
                }
                if (!isUp && weather.breaksBefore.getAsBoolean()) {
                    weather.breaksBefore = () -> false;
                    did(Deed.TCP_BROKEN);
                    close(from);
                    close(into);
                    return;
                }
                awaitMended();
                pause();
                if (forgotten.contains(from)) {
                    did(Deed.TCP_SWALLOWED);
                } else {
                    change(bytes, length, isUp ? up : down);
                    into.getOutputStream().write(bytes, 0, length);
                }
            }
        } catch (final IOException e) {
            // Closed by either side.
            return;
        }
    }

    private void pause() {
        if (weather.tcpPauseNs > 0) {
            did(Deed.TCP_DELAYED);
            LockSupport.parkNanos(weather.tcpPauseNs);
        }
    }

    private void change(final byte[] bytes, final int length, final Way way) {
        final int index = way.changeAt.get();
        if (index != NONE && index < length && way.changeAt.compareAndSet(index, NONE)) {
            bytes[index] ^= 0x20;
            did(Deed.TCP_CHANGED);
        }
    }

    private void receive(final DatagramSocket at, final InetSocketAddress child) {
        final DatagramPacket packet = new DatagramPacket(new byte[DATAGRAM_BYTES], DATAGRAM_BYTES);
        while (!closed) {
            try {
                packet.setLength(DATAGRAM_BYTES);
                at.receive(packet);
                final byte[] bytes = Arrays.copyOf(packet.getData(), packet.getLength());
                if (child == null) {
                    final DatagramSocket back = back((InetSocketAddress) packet.getSocketAddress());
                    seenUp.add(bytes);
                    forward(up, bytes, each -> back.send(new DatagramPacket(each, each.length, loopback, to)));
                } else {
                    seenDown.add(bytes);
                    forward(down, bytes, each -> front.send(new DatagramPacket(each, each.length, child)));
                }
            } catch (final IOException e) {
                // The other side's port is closed for now, or this relay is.
                continue;
            }
        }
    }

    private DatagramSocket back(final InetSocketAddress child) throws IOException {
        DatagramSocket back = backs.get(child);
        if (back == null) {
            final DatagramSocket fresh = new DatagramSocket(0, loopback);
            back = fresh;
            backs.put(child, fresh);
            newest = child;
            daemon(() -> receive(fresh, child), "relay-udp-down").start();
        }
        return back;
    }

    private interface Send {
        void send(byte[] bytes) throws IOException;
    }

    private synchronized void forward(final Way way, final byte[] bytes, final Send send) throws IOException {
        final boolean isDoubled = random.nextInt(100) < weather.doubledPercent;
        final long number = ++way.came;
        int sentAlready = 0;
        for (int i = 0; i < (isDoubled ? 2 : 1); i++) {
            if (weather.isCut || weather.hasNoUdp || random.nextInt(100) < weather.lossPercent) {
                did(Deed.LOST);
                continue;
            }
            if (sentAlready++ == 1) {
                did(Deed.DOUBLED);
            }
            final byte[] sent = bytes.clone();
            if (random.nextInt(100) < weather.corruptPercent) {
                sent[random.nextInt(sent.length)] ^= (byte) (1 + random.nextInt(255));
                did(Deed.CHANGED);
            }
            final long delayNs = weather.delayNs + (weather.jitterNs == 0 ? 0 : random.nextInt(weather.jitterNs));
            if (delayNs == 0) {
                send(way, number, sent, send);
            } else {
                did(Deed.DELAYED);
                timer.schedule(() -> {
                    send(way, number, sent, send);
                    return null;
                }, delayNs, TimeUnit.NANOSECONDS);
            }
        }
    }

    private synchronized void send(final Way way, final long number, final byte[] bytes, final Send send)
        throws IOException {
        if (number < way.newestSent) {
            did(Deed.REORDERED);
        }
        way.newestSent = Math.max(way.newestSent, number);
        send.send(bytes);
    }

    @Override
    public void close() throws IOException {
        end();
    }

    /** Refuses connections from now on, and ends those that there are. */
    void end() throws IOException {
        closed = true;
        mend();
        timer.shutdownNow();
        listener.close();
        front.close();
        backs.values().forEach(DatagramSocket::close);
        breakConnections();
    }
}
