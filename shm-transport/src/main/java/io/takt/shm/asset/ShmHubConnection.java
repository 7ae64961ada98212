package io.takt.shm.asset;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.HubLostException;
import io.takt.asset.JoinInterruptedException;
import io.takt.asset.JoinRefusedException;
import io.takt.asset.JoinedAsset;
import io.takt.asset.PolledAsset;
import io.takt.asset.RunEnd;
import io.takt.asset.WaitStrategy;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.JvmFlags;
import io.takt.shm.waiting.Waiter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A connection to a hub on this host: one link for all assets of the process, and another one when the hub has died and
 * come back.
 *
 * <p>Events come on the link's thread, which only leaves messages at the seats, bumps {@link #signals()} and rings; the
 * threads that drive the seats pick them up.
 */
public final class ShmHubConnection implements HubConnection {
    private final HubAccess access;
    private final NanoClock nanoClock;
    private final Map<String, Seat> seats = new LinkedHashMap<>();
    private final Map<String, AssetAgent.Hosted> callbacks = new LinkedHashMap<>();
    private final AtomicLong signals = new AtomicLong();
    private final AtomicLong membership = new AtomicLong();
    private final Object threadLock = new Object();
    private final Departures departures = new Departures(this, seats);
    private final HubNews news = new HubNews();
    private final Joins joins;
    private final AtomicBoolean running = new AtomicBoolean();
    /** The thread that is in {@link #run()}; null while none has begun to drive anything. */
    private volatile Thread driver;
    private volatile HubLink link;
    private volatile AssetThread callbackThread;
    private WaitStrategy callbackWaiting;
    private volatile Seat.End end;

    private ShmHubConnection(final HubAccess access, final NanoClock nanoClock) {
        this.access = access;
        this.nanoClock = nanoClock;
        this.joins = new Joins(this, access, nanoClock, news);
        this.link = HubLink.open(access, nanoClock, new LinkListener());
    }

    /**
     * Connects.
     *
     * @param directory of the hub.
     * @return the connection.
     * @throws HubLostException      when no hub answers there.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     */
    public static ShmHubConnection connect(final HubDirectory directory) {
        JvmFlags.require();
        return connect(new DirectoryAccess(directory), SystemNanoClock.INSTANCE);
    }

    /**
     * Connects to a hub that need not have a directory.
     *
     * @param access    to the hub.
     * @param nanoClock the wall clock, for intervals.
     * @return the connection.
     * @throws HubLostException when no hub answers there.
     */
    public static ShmHubConnection connect(final HubAccess access, final NanoClock nanoClock) {
        return new ShmHubConnection(access, nanoClock);
    }

    private final class LinkListener implements HubLink.Listener {
        @Override
        public void onEvent(final HubLink from, final Event event) {
            ShmHubConnection.this.onEvent(from, event);
        }

        @Override
        public void onEnd(final HubLink from) {
            onLinkEnd(from);
        }
    }

    @Override
    public String hub() {
        return access.hub();
    }

    @Override
    public JoinedAsset join(final AssetSpec spec, final Asset asset) {
        final HubLink here = link;
        final Joins.Joined joined = joins.take(here, spec, () -> callbackThread(here));
        final CallbackAsset handle = new CallbackAsset(this, joined.seat());
        synchronized (seats) {
            callbacks.put(spec.name(), new AssetAgent.Hosted(joined.seat(), asset, handle));
            if (callbackWaiting == null) {
                callbackWaiting = joined.waiting();
            }
            membership.incrementAndGet();
            signal();
        }
        if (running.get()) {
            // The thread that is in run() may sleep for times of those who were there before.
            joined.seat().thread().ring();
        }
        return handle;
    }

    @Override
    public PolledAsset join(final AssetSpec spec) {
        final HubLink here = link;
        final AtomicReference<AssetThread> thread = new AtomicReference<>();
        try {
            final Joins.Joined joined = joins.take(here, spec, () -> {
                thread.set(here.newThread());
                return thread.get();
            });
            return new SeatPolledAsset(this, joined.seat(), joined.waiting(), nanoClock);
        } catch (final JoinRefusedException | JoinInterruptedException e) {
            if (thread.get() != null) {
                here.release(thread.get());
            }
            throw e;
        }
    }

    private AssetThread callbackThread(final HubLink here) {
        synchronized (threadLock) {
            if (callbackThread == null) {
                callbackThread = here.newThread();
            }
            return callbackThread;
        }
    }

    String refusal(final String asset, final String error) {
        return "hub '" + hub() + "' refuses asset '" + asset + "': " + error;
    }

    /** What all that is known of seats is guarded by. */
    Object lock() {
        return seats;
    }

    HubLink link() {
        return link;
    }

    /** Throws {@link HubLostException} once this end was closed. */
    void requireOpen() {
        if (end == Seat.End.LEFT) {
            throw new HubLostException("the connection to hub '" + hub() + "' was closed");
        }
    }

    /** A seat that has joined; one that this end was closed on meanwhile has ended at once. */
    void adopt(final Seat seat) {
        seats.put(seat.name(), seat);
        if (seat.mail() != null) {
            seat.thread().add(seat);
        }
        if (end != null) {
            seat.end(end);
        }
    }

    @Override
    public RunEnd run() throws InterruptedException {
        try (CallbackLoop loop = loop()) {
            while (loop.turn()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted in run() of the connection to hub '" + hub() + "'");
                }
            }
        }
        return news.endOr("no asset of this connection takes part any more", coreTimeNs());
    }

    /** How the run has ended for a seat, or that it goes on. */
    RunEnd endOf(final Seat seat) {
        return news.endOr(seat.ended() == null ? "the run goes on" : "asset '" + seat.name() + "' takes part no more",
            coreTimeNs());
    }

    HubNews news() {
        return news;
    }

    /** One that has left says nothing of the run any more. */
    void endRun(final Seat seat, final String reason, final boolean hasFailed) {
        Objects.requireNonNull(reason, "reason");
        departures.tellOf(seat, id -> new Request.Stop(id, seat.name(), reason, hasFailed));
    }

    /**
     * What {@link #run()} does, turn by turn, for a thread that has a loop of its own.
     *
     * @return for one thread.
     * @throws IllegalStateException when another thread has it, or is in {@code run()}.
     */
    public CallbackLoop loop() {
        if (!running.compareAndSet(false, true)) {
            throw new IllegalStateException("another thread is in run() of this connection already");
        }
        final AssetAgent agent = new AssetAgent(this, nanoClock);
        return new CallbackLoop(agent, waiter(agent), departures::onThrown, () -> {
            driver = null;
            running.set(false);
        });
    }

    /** This thread drives the callback assets from now on. */
    void drivenByThisThread() {
        driver = Thread.currentThread();
    }

    /** Throws when another thread drives the callback assets. */
    void requireDriver(final Seat seat) {
        final Thread its = driver;
        if (its != null && its != Thread.currentThread()) {
            throw new IllegalStateException("asset '" + seat.name() + "': thread '" + Thread.currentThread().getName()
                + "' does not drive the asset, thread '" + its.getName() + "' does; its turns are shaped from there");
        }
    }

    /** Null when nobody has joined, so that there is nothing to drive. */
    private Waiter waiter(final AssetAgent agent) {
        synchronized (seats) {
            if (callbackWaiting == null) {
                return null;
            }
            callbackThread.wishes(agent);
            return new Waiter(callbackWaiting, callbackThread);
        }
    }

    @Override
    public void leave(final String name) {
        synchronized (seats) {
            final Seat seat = seats.get(name);
            if (seat != null) {
                departures.leave(seat);
            }
        }
    }

    @Override
    public void close() {
        try {
            synchronized (seats) {
                departures.closeAll();
                endAll(Seat.End.LEFT);
            }
        } finally {
            // To the hub all are lost that it has not heard of by then.
            link.close();
        }
    }

    /** How assets go: in good order, or lost. */
    Departures departures() {
        return departures;
    }

    /** A polled seat has ended; whoever drove it sees to this once more when he was asleep. */
    void release(final Seat seat) {
        seat.thread().remove(seat);
        link.release(seat.thread());
    }

    boolean isOpen() {
        return end == null;
    }

    void ready(final Seat seat) {
        seat.becomeReady();
        departures.tellOf(seat, id -> new Request.Ready(id, seat.name()));
    }

    void commitReset(final Seat seat) {
        seat.commitReset();
        departures.tellOf(seat, id -> new Request.ResetDone(id, seat.name()));
    }

    void forget(final AssetAgent.Hosted gone) {
        synchronized (seats) {
            callbacks.remove(gone.seat().name(), gone);
        }
    }

    AssetAgent.Hosted[] hosted() {
        synchronized (seats) {
            return callbacks.values().toArray(AssetAgent.Hosted[]::new);
        }
    }

    long membership() {
        return membership.get();
    }

    /** Changes whenever the connection's thread has left a message at a seat. */
    long signals() {
        return signals.get();
    }

    long coreTimeNs() {
        return link.coreTimeNs();
    }

    /** What to tell the user of a seat whose hub is lost for good. */
    HubLostException lost(final Seat seat) {
        return new HubLostException(seat.endReason() != null ? seat.endReason()
            : "hub '" + hub() + "' is gone: its control connection has ended");
    }

    private void onEvent(final HubLink from, final Event event) {
        synchronized (seats) {
            if (from != link) {
                return;
            }
            if (event instanceof Event.Report) {
                StepTimes.report(seats.values(), nanoClock,
                    reports -> link.tell(id -> new Request.Report(id, reports)));
                return;
            }
            if (event instanceof Event.State state && news.onState(state, coreTimeNs())) {
                endAll(Seat.End.STOPPED);
            } else if (event instanceof Event.Reset) {
                seats.values().forEach(seat -> seat.orders().orderReset());
            } else if (event instanceof Event.Refused refused && seats.containsKey(refused.asset())) {
                giveUp(seats.get(refused.asset()), refusal(refused.asset(), refused.error()));
                link.tell(id -> new Request.Leave(id, refused.asset()));
            } else if (event instanceof Event.Clocks fresh) {
                for (final Reply.AssetCounters counters : fresh.assets()) {
                    final Seat seat = seats.get(counters.asset());
                    if (seat != null) {
                        seat.orders().giveClocks(from.clocks(fresh.coreTimeCounter(), counters,
                            from.knownCountersOf(seat.thread())));
                    }
                }
            }
            signal();
            ringAll();
        }
    }

    /** The hub is gone, or this end was closed. */
    private void onLinkEnd(final HubLink from) {
        synchronized (seats) {
            if (from != link || end != null) {
                return;
            }
            final List<Seat> attaching = seats.values().stream().filter(Seat::attachesAgain).toList();
            if (attaching.isEmpty()) {
                endAll(Seat.End.LOST);
                return;
            }
            for (final Seat seat : seats.values()) {
                if (seat.attachesAgain()) {
                    seat.orders().detach();
                } else {
                    seat.end(Seat.End.LOST);
                }
            }
            signal();
            ringAll();
            awaitAnother(attaching);
        }
    }

    private void awaitAnother(final List<Seat> attaching) {
        try {
            new HubReturn(this, attaching).start();
        } catch (final Throwable e) {
            // A thread is not to be had: who rests would rest for ever.
            endAll(Seat.End.LOST);
            throw e;
        }
    }

    /**
     * A link to the hub that has come back; null when this connection was closed meanwhile. Throws
     * {@link HubLostException} when there is no hub.
     */
    HubLink relink() {
        synchronized (seats) {
            if (end != null) {
                return null;
            }
            link = HubLink.open(access, nanoClock, new LinkListener());
            return link;
        }
    }

    /**
     * Asks a hub to let a seat go on where it rests, unless the seat has ended. What the hub hears of the seat after
     * that, a leave perhaps, is said after that, too.
     *
     * @return null when the seat has ended, or the hub is not the one that is there now.
     */
    Reply attach(final Seat seat, final HubLink to) {
        final AssetThread.Counters thread = to.countersOf(seat.thread());
        final long timeNs = seat.restsAtNs();
        final Supplier<Reply> reply;
        synchronized (seats) {
            if (to != link || seat.ended() != null) {
                return null;
            }
            reply = to.join(id -> Joins.request(id, seat.spec(), thread).timeNs(timeNs).atCoreTime(false),
                joined -> attached(seat, joined, to.clocks(joined.coreTimeCounter(), joined.clocks(), thread)));
        }
        return reply.get();
    }

    /** On the link's thread: the seat goes on with these clocks. */
    private void attached(final Seat seat, final Reply.Joined newest, final SeatClocks clocks) {
        synchronized (seats) {
            news.onJoined(newest);
            seat.orders().attach(clocks);
            if (seat.isReady()) {
                ready(seat);
            }
            signal();
            seat.thread().ring();
        }
    }

    /** The seat cannot be attached again. */
    void giveUp(final Seat seat, final String why) {
        synchronized (seats) {
            seats.remove(seat.name(), seat);
            seat.end(Seat.End.LOST, why);
            signal();
            seat.thread().ring();
        }
    }

    private void endAll(final Seat.End how) {
        if (end == null) {
            end = how;
        }
        seats.values().forEach(seat -> seat.end(end));
        signal();
        ringAll();
    }

    /** The hub is to hear nothing more: what it has not been told, the end of the connection tells it. */
    void hangUp() {
        try {
            synchronized (seats) {
                endAll(Seat.End.LOST);
            }
        } finally {
            link.close();
        }
    }

    void tell(final LongFunction<Request> request) {
        link.tell(request);
    }

    void signal() {
        signals.incrementAndGet();
    }

    private void ringAll() {
        seats.values().forEach(seat -> seat.thread().ring());
        final AssetThread thread = callbackThread;
        if (thread != null) {
            thread.ring();
        }
    }
}
