package io.takt.federation.remote;

import io.takt.federation.key.Certificates;
import io.takt.federation.link.ClockPort;
import io.takt.federation.link.ConnectionLostException;
import io.takt.federation.link.DatagramDuty;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.Loops;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.link.Rejections;
import io.takt.federation.tls.TlsRefusedException;
import io.takt.federation.tls.TlsSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The thread of a child's link to its parent: keeps a connection, and sends and receives over it. While a connection is
 * silent for long, it tries another one beside it, which the parent takes as the same session.
 *
 * <p>The hub's thread takes datagrams by itself while it is awake ({@link #look}). This thread leaves them to it when
 * it notices that, until the hub's thread {@link #rest rests}.
 */
final class LinkThread implements Executor, RemoteParentClock.Network, AutoCloseable {
    /** Told when connections begin and end, and of the frames that come over them; on this thread. */
    interface Ends {
        /** Number of the newest control frame that has come. */
        long got();

        /** The parent's host is there; frames go out; {@code isBusy} while records have to wait. */
        void onConnected(Hello.Welcome welcome, InetAddress at, Consumer<ByteBuffer> out, BooleanSupplier isBusy)
            throws IOException;

        void onDisconnected();

        void onFrame(MuxFrame kind, ByteBuffer payload) throws IOException;

        /** All that has come for now is taken, and the connection may have room for more. */
        void onTurn();

        /** From any thread: whether something is still to be said before the end. */
        boolean hasMoreToSay();

        /** There is a connection, and the parent is heard: told at first, and after each trouble. */
        void onUp();

        /** There is no connection, with the reason in one line; {@code isForGood} when trying again cannot help. */
        void onTrouble(String why, boolean isForGood);

        /** A line for people; the link goes on. */
        void onWarning(String line);
    }

    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_SLEEP_NS = 100 * MS;

    /** The most datagrams taken at a time: noise at the port must not keep a thread from other work. */
    private static final int MOST_DATAGRAMS = 16;

    private static final long GOODBYE_MS = 500;

    /** The parent's receivers must have all messages before this hub leaves. */
    private static final long LONGEST_GOODBYE_MS = 5_000;

    private record Timer(long atNs, Runnable task) {
    }

    private final ParentAddress parent;
    private final String name;
    private final KeySource keys;
    private final TriedKeys tried;
    private final LinkTimes times;
    private final LinkHost host;
    private final Ends ends;
    private final ClockPort port;
    private final Rejections rejections;
    private final long session;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<Timer> timers = new ArrayList<>();
    private final ByteBuffer ofLink = ByteBuffer.allocateDirect(2048);
    private final ByteBuffer ofHub = ByteBuffer.allocateDirect(2048);
    private final Loops.Loop loop;
    private Selector selector;
    private Runnable wakes;
    private volatile Dial current;
    private Dial attempt;
    private long nextTryNs;
    private boolean isLookingUp;
    private long lookingUpSinceNs;
    private boolean hasGivenUp;
    private long pauseNs;
    /** When a connection was lost last, at first that of the start. */
    private long lostAtNs;
    private boolean isDown = true;
    private boolean wasWelcome;
    private final DatagramDuty duty = new DatagramDuty();
    private boolean isOfHub;
    private volatile boolean closing;
    private boolean isOver;

    LinkThread(final ParentAddress parent, final String name, final KeySource keys, final LinkHost host,
        final LinkTimes times, final Ends ends, final ClockPort port) {
        this.parent = parent;
        this.times = times;
        this.pauseNs = times.firstPauseNs();
        this.name = name;
        this.keys = keys;
        this.tried = new TriedKeys(name, keys, host.random());
        this.host = host;
        this.nextTryNs = host.nowNs();
        this.lostAtNs = nextTryNs;
        this.loop = host.loops().of("takt-parent", this::run);
        this.ends = ends;
        this.port = port;
        this.rejections = new Rejections(ends::onWarning, host.nanoClock());
        this.session = host.random().nextLong();
    }

    void start(final Runnable newWakes) {
        wakes = newWakes;
        try {
            selector = host.sockets().openSelector();
        } catch (final IOException e) {
            throw new IllegalStateException("this system gives no selector: " + e.getMessage(), e);
        }
        loop.start();
    }

    /** From any thread: runs the task on this one. */
    @Override
    public void execute(final Runnable task) {
        tasks.add(task);
        if (selector != null && !closing && !loop.isHere()) {
            selector.wakeup();
        }
    }

    /** On this thread: runs the task later. */
    void later(final long afterNs, final Runnable task) {
        timers.add(new Timer(host.nowNs() + afterNs, task));
    }

    private boolean run() {
        try {
            if (!isOver) {
                turn();
                return true;
            }
            if (current != null) {
                current.wire().send(MuxFrame.BYE.with(ByteBuffer.allocate(0)));
            }
        } catch (final IOException e) {
            // The link is over, and its connection has ended before it could say goodbye.
            if (!isOver) {
                ends.onTrouble("the link to the parent at " + parent + " is given up: " + e, true);
            }
        } catch (final RuntimeException | Error e) {
            ends.onTrouble("the link to the parent at " + parent + " is given up by a fault of this program: " + e,
                true);
        }
        disconnected();
        abandon();
        return false;
    }

    private void turn() throws IOException {
        runTasks();
        final long nowNs = host.nowNs();
        connectIfDue(nowNs);
        selector.select(Math.max(1, sleepNs(nowNs) / MS));
        for (final SelectionKey key : selector.selectedKeys()) {
            onReady(key);
        }
        selector.selectedKeys().clear();
        share();
        if (isDown && current != null && !isSilent(host.nowNs())) {
            isDown = false;
            pauseNs = times.firstPauseNs();
            abandon();
            ends.onUp();
        }
        ends.onTurn();
        port.pump(host.nowNs());
    }

    private void runTasks() {
        final long nowNs = host.nowNs();
        timers.removeIf(timer -> nowNs - timer.atNs >= 0 && tasks.add(timer.task));
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        isOver = closing && (current == null || !ends.hasMoreToSay());
    }

    private long sleepNs(final long nowNs) {
        return isOfHub ? DatagramDuty.MOMENT_NS : !tasks.isEmpty() ? 0 : Math.min(LONGEST_SLEEP_NS, port.pump(nowNs));
    }

    private void connectIfDue(final long nowNs) {
        if (attempt != null && nowNs - attempt.startedNs() > times.answerWithinNs()) {
            failed(attempt.isConnected() ? parent + " is connected, but does not answer as a hub; its process may be"
                + " stopped, or the port be another program's" : parent + " does not answer", false);
        }
        if (!isWanted(nowNs) || nowNs - nextTryNs < 0) {
            return;
        }
        if (!isLookingUp) {
            lookUp(nowNs);
        } else if (nowNs - lookingUpSinceNs > times.answerWithinNs()) {
            failed("the name service does not say where '" + parent.host() + "' is", false);
        }
    }

    private boolean isWanted(final long nowNs) {
        return attempt == null && !hasGivenUp && (current == null || isSilent(nowNs));
    }

    /** On a thread of its own, for the name service may not answer for long; there is one such thread at most. */
    private void lookUp(final long nowNs) {
        isLookingUp = true;
        lookingUpSinceNs = nowNs;
        if (parent.isNumber()) {
            found(NameAnswer.to(parent));
        } else {
            host.loops().of("takt-parent-name", () -> {
                try {
                    final NameAnswer answer = NameAnswer.to(parent);
                    execute(() -> found(answer));
                } catch (final VirtualMachineError e) {
                    execute(() -> {
                        // There it is told, and ends the link.
                        throw e;
                    });
                }
                return false;
            }).start();
        }
    }

    private void found(final NameAnswer answer) {
        isLookingUp = false;
        if (closing || !isWanted(host.nowNs())) {
            return;
        }
        try {
            if (answer.at() == null) {
                throw new UnknownHostException(answer.why());
            }
            attempt = new Dial(selector, new InetSocketAddress(answer.at(), parent.port()), beginHandshake(), host);
        } catch (final IOException e) {
            failed(e.getMessage(), false);
        }
    }

    private TlsSession beginHandshake() throws IOException {
        final Certificates own = keys.certificates();
        return own == null ? tried.next() : TlsSession.ofChild(name, parent.host(), own, host.random());
    }

    /** A proxy may hold open a TCP connection over which nothing passes, or a record be said to be too long. */
    private boolean isSilent(final long nowNs) {
        return nowNs - current.heardNs() > times.swallowedNs()
            || nowNs - current.startedNs() > times.deafNs() && !port.isHeard(times.deafNs(), nowNs);
    }

    private void onReady(final SelectionKey key) {
        final Dial dial = (Dial) key.attachment();
        if (key.channel() instanceof DatagramChannel) {
            onDatagrams(dial);
            return;
        }
        try {
            dial.connect();
            final boolean isOpen = !dial.isConnected()
                || dial.receive((kind, payload) -> onFrame(dial, kind, payload), host.nowNs());
            if (dial.wire().tls().isOpen() && !dial.hasSaidHello()) {
                dial.saidHello();
                dial.wire().send(
                    MuxFrame.HELLO.with(new Hello(Hello.VERSION, session, ends.got(), host.page()).write()));
            }
            if (!isOpen) {
                ended(dial, parent + " has closed the connection", false);
            }
        } catch (final TlsRefusedException e) {
            if (dial == attempt) {
                tried.refused(dial.wire().tls(), e.getMessage(), e.isUnknown());
            }
            broken(dial, e.getMessage(), e.isForGood());
        } catch (final RefusedException e) {
            refused(dial, e);
        } catch (final ConnectionLostException e) {
            ended(dial, parent + ": " + e.getMessage(), false);
        } catch (final IOException e) {
            broken(dial, parent + ": " + e.getMessage(), false);
        }
    }

    /** What has come makes no sense, or the parent says that of what has come there. */
    private void broken(final Dial dial, final String why, final boolean isForGood) {
        if (dial == current) {
            rejections.reject(name, Rejections.Why.PROTOCOL, "the connection to the parent is closed, and made again: "
                + why);
        }
        ended(dial, why, isForGood);
    }

    private void onFrame(final Dial dial, final MuxFrame kind, final ByteBuffer payload) throws IOException {
        if (kind == MuxFrame.REFUSED) {
            final boolean isForGood = payload.hasRemaining() && payload.get() != 0;
            throw new RefusedException(StandardCharsets.UTF_8.decode(payload).toString(), isForGood);
        } else if (!dial.isWelcome()) {
            if (kind != MuxFrame.WELCOME) {
                throw new IOException("no hub that speaks version " + Hello.VERSION + " of the link's protocol");
            }
            welcome(dial, Hello.Welcome.read(payload));
        } else if (kind == MuxFrame.CLOCK) {
            taken(port.onSpare(payload, Long.MAX_VALUE, host.nowNs()));
        } else {
            ends.onFrame(kind, payload);
        }
    }

    private void welcome(final Dial dial, final Hello.Welcome welcome) throws IOException {
        if (welcome.takt() != Hello.VERSION) {
            throw new RefusedException("the parent " + Hello.otherVersion(welcome.takt()), true);
        }
        disconnected();
        dial.welcome();
        attempt = null;
        current = dial;
        wasWelcome = true;
        pauseNs = times.firstPauseNs();
        final String whyOfSession = tried.onLinked(dial.wire().tls(), welcome.fresh());
        if (whyOfSession != null) {
            ends.onWarning("the link to the parent goes on by the key of its session: " + whyOfSession);
        }
        port.connect(dial.wire().tls().keys(), welcome.link(), true, dial::send, bytes -> execute(() -> spare(dial,
            bytes)));
        ends.onConnected(welcome, dial.at(), frame -> send(dial, frame), () -> dial.wire().isBusy());
        isDown |= welcome.fresh();
    }

    private void spare(final Dial dial, final ByteBuffer bytes) {
        if (dial == current && !dial.wire().isBackedUp()) {
            send(dial, MuxFrame.CLOCK.with(bytes));
        }
    }

    private void send(final Dial dial, final ByteBuffer frame) {
        try {
            dial.wire().send(frame);
        } catch (final IOException e) {
            ended(dial, parent + ": " + e.getMessage(), false);
        }
    }

    /** A parent that has said welcome may say later that it takes no more from this hub. */
    private void refused(final Dial dial, final RefusedException refusal) {
        if (dial == current) {
            disconnected();
            failed(refusal.getMessage(), refusal.isForGood());
        } else {
            ended(dial, refusal.getMessage(), refusal.isForGood());
        }
    }

    private void ended(final Dial dial, final String why, final boolean isForGood) {
        if (dial == current) {
            disconnected();
            lostAtNs = host.nowNs();
            // At once, but not over and over to a parent that ends each connection.
            nextTryNs = lostAtNs + (lostAtNs - dial.startedNs() < times.firstPauseNs() ? times.firstPauseNs() : 0);
            pauseNs = times.firstPauseNs();
        } else if (dial == attempt) {
            failed(why, isForGood && !wasWelcome);
        }
    }

    private void failed(final String why, final boolean isForGood) {
        abandon();
        hasGivenUp = isForGood;
        final long nowNs = host.nowNs();
        nextTryNs = nowNs + pauseNs;
        if (nowNs - lostAtNs >= times.graceNs()) {
            // Before that the parent counts on this hub to be back soon.
            pauseNs = Math.min(times.longestPauseNs(), 2 * pauseNs);
        }
        isDown = true;
        ends.onTrouble(why, isForGood);
    }

    private void abandon() {
        if (attempt != null) {
            attempt.close();
            attempt = null;
        }
    }

    private void disconnected() {
        if (current != null) {
            port.disconnect();
            ends.onDisconnected();
            current.close();
            current = null;
        }
    }

    /** The fate of the parent's clock, on this thread. */
    void taken(final ClockPort.Taken taken) {
        if (isNews(taken)) {
            wakes.run();
        }
    }

    private boolean isNews(final ClockPort.Taken taken) {
        rejections.count(name, taken);
        return taken == ClockPort.Taken.NEWS;
    }

    /** Frames, and connections, of which this end has taken nothing. */
    Rejections rejections() {
        return rejections;
    }

    /** This thread was woken for datagrams; the hub's thread may take those of the link that is up. */
    private void onDatagrams(final Dial dial) {
        for (int count = 0; count < MOST_DATAGRAMS && !(dial == current && duty.leave(host.nowNs()))
            && dial.receive(ofLink.clear()); count++) {
            taken(port.onDatagram(ofLink.flip(), Long.MAX_VALUE, host.nowNs()));
        }
    }

    private void share() {
        isOfHub = current != null && duty.isOfHub(host.nowNs());
        if (current != null) {
            current.hearDatagrams(!isOfHub);
        }
    }

    @Override
    public void look() {
        duty.look();
        final Dial dial = current;
        if (dial != null) {
            boolean isNews = false;
            for (int count = 0; count < MOST_DATAGRAMS && !isNews && dial.receive(ofHub.clear()); count++) {
                isNews = isNews(port.onDatagram(ofHub.flip(), Long.MAX_VALUE, host.nowNs()));
            }
        }
    }

    @Override
    public void rest() {
        if (duty.rest()) {
            selector.wakeup();
        }
    }

    /** Lines from before go out, if they can without long waiting. */
    @Override
    public void close() {
        closing = true;
        if (selector != null) {
            selector.wakeup();
            try {
                loop.awaitEnd(GOODBYE_MS);
                if (ends.hasMoreToSay()) {
                    loop.awaitEnd(LONGEST_GOODBYE_MS);
                }
                selector.close();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (final IOException e) {
                // It was to be closed.
                return;
            }
        }
    }
}
