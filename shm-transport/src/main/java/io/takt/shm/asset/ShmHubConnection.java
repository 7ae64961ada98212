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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A connection to a hub on this host: one link for all assets of the process, and another one when the hub has died and
 * come back.
 *
 * <p>Events come on the link's thread, which only posts commands to the threads that drive the sessions, and rings.
 */
public final class ShmHubConnection implements HubConnection {
    private final HubAccess access;
    private final NanoClock nanoClock;
    private final Map<String, AssetSession> sessions = new LinkedHashMap<>();
    private final Object threadLock = new Object();
    private final Departures departures = new Departures(this, sessions);
    private final HubNews news = new HubNews();
    private final Set<AssetSession> readySessions = new HashSet<>();
    private final Joins joins;
    private final AssetAgent agent;
    private final AtomicBoolean running = new AtomicBoolean();
    /** The thread that is in {@link #run()}; null while none has begun to drive anything. */
    private volatile Thread driver;
    private volatile HubLink link;
    private volatile AssetThread callbackThread;
    private WaitStrategy callbackWaiting;
    private volatile AssetSession.End end;

    private ShmHubConnection(final HubAccess access, final NanoClock nanoClock) {
        this.access = access;
        this.nanoClock = nanoClock;
        this.joins = new Joins(this, access, nanoClock, news);
        this.agent = new AssetAgent(this, nanoClock);
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
        final CallbackSession handle = new CallbackSession(this, joined.session());
        synchronized (sessions) {
            if (callbackWaiting == null) {
                callbackWaiting = joined.waiting();
            }
        }
        joined.session().thread().post(joined.session(), new SessionCommand.Host(asset, handle));
        if (running.get()) {
            // The thread that is in run() may sleep for times of assets that were there before.
            joined.session().thread().ring();
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
            return new PolledSession(this, joined.session(), joined.waiting(), nanoClock);
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
                final AssetThread thread = here.newThread();
                thread.wishes(agent);
                callbackThread = thread;
            }
            return callbackThread;
        }
    }

    String refusal(final String asset, final String error) {
        return "hub '" + hub() + "' refuses asset '" + asset + "': " + error;
    }

    /** What all that is known of sessions is guarded by. */
    Object lock() {
        return sessions;
    }

    HubLink link() {
        return link;
    }

    /** Throws {@link HubLostException} once this end was closed. */
    void requireOpen() {
        if (end == AssetSession.End.LEFT) {
            throw new HubLostException("the connection to hub '" + hub() + "' was closed");
        }
    }

    /** A session that has joined; one that this end was closed on meanwhile has ended at once. */
    void adopt(final AssetSession session) {
        sessions.put(session.name(), session);
        if (session.endpoint() != null) {
            session.thread().post(session, new SessionCommand.Drive());
        }
        if (end != null) {
            session.end(end);
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

    /** How the run has ended for a session, or that it goes on. */
    RunEnd endOf(final AssetSession session) {
        return news.endOr(session.ended() == null ? "the run goes on" : "asset '" + session.name()
            + "' takes part no more",
            coreTimeNs());
    }

    HubNews news() {
        return news;
    }

    /** One that has left says nothing of the run any more. */
    void endRun(final AssetSession session, final String reason, final boolean hasFailed) {
        Objects.requireNonNull(reason, "reason");
        departures.tellOf(session, id -> new Request.Stop(id, session.name(), reason, hasFailed));
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
        final Waiter waiter = waiter();
        agent.begin(callbackThread);
        return new CallbackLoop(agent, waiter, departures::onThrown, () -> {
            driver = null;
            running.set(false);
        });
    }

    /** This thread drives the callback assets from now on. */
    void drivenByThisThread() {
        driver = Thread.currentThread();
    }

    /** Throws when another thread drives the callback assets. */
    void requireDriver(final AssetSession session) {
        final Thread its = driver;
        if (its != null && its != Thread.currentThread()) {
            throw new IllegalStateException("asset '" + session.name() + "': thread '"
                + Thread.currentThread().getName()
                + "' does not drive the asset, thread '" + its.getName() + "' does; its turns are shaped from there");
        }
    }

    AssetAgent agent() {
        return agent;
    }

    /** Null when no callback asset has joined, so that there is nothing to drive. */
    private Waiter waiter() {
        synchronized (sessions) {
            if (callbackWaiting == null) {
                return null;
            }
            return new Waiter(callbackWaiting, callbackThread);
        }
    }

    @Override
    public void leave(final String name) {
        synchronized (sessions) {
            final AssetSession session = sessions.get(name);
            if (session != null) {
                departures.leave(session);
            }
        }
    }

    @Override
    public void close() {
        try {
            synchronized (sessions) {
                departures.closeAll();
                endAll(AssetSession.End.LEFT);
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

    /** A polled session has ended; whoever drove it sees to this once more when he was asleep. */
    void release(final AssetSession session) {
        session.thread().remove(session);
        link.release(session.thread());
    }

    boolean isOpen() {
        return end == null;
    }

    void ready(final AssetSession session) {
        synchronized (sessions) {
            readySessions.add(session);
        }
        departures.tellOf(session, id -> new Request.Ready(id, session.name()));
    }

    void commitReset(final AssetSession session) {
        session.commitReset();
        departures.tellOf(session, id -> new Request.ResetDone(id, session.name()));
    }

    long coreTimeNs() {
        return link.coreTimeNs();
    }

    /** What to tell the user of a session whose hub is lost for good. */
    HubLostException lost(final AssetSession session) {
        return new HubLostException(session.endReason() != null ? session.endReason()
            : "hub '" + hub() + "' is gone: its control connection has ended");
    }

    private void onEvent(final HubLink from, final Event event) {
        synchronized (sessions) {
            if (from != link) {
                return;
            }
            if (event instanceof Event.Report) {
                StepTimes.report(sessions.values(), nanoClock,
                    reports -> link.tell(id -> new Request.Report(id, reports)));
                return;
            }
            if (event instanceof Event.State state && news.onState(state, coreTimeNs())) {
                endAll(AssetSession.End.STOPPED);
            } else if (event instanceof Event.Reset) {
                sessions.values().forEach(session -> post(session, new SessionCommand.Reset()));
            } else if (event instanceof Event.Refused refused && sessions.containsKey(refused.asset())) {
                giveUp(sessions.get(refused.asset()), refusal(refused.asset(), refused.error()));
                link.tell(id -> new Request.Leave(id, refused.asset()));
            } else if (event instanceof Event.Clocks fresh) {
                for (final Reply.AssetCounters counters : fresh.assets()) {
                    final AssetSession session = sessions.get(counters.asset());
                    if (session != null) {
                        post(session, new SessionCommand.Clocks(from.clocks(fresh.coreTimeCounter(), counters,
                            from.knownCountersOf(session.thread()))));
                    }
                }
            }
            ringAll();
        }
    }

    /** The hub is gone, or this end was closed. */
    private void onLinkEnd(final HubLink from) {
        synchronized (sessions) {
            if (from != link || end != null) {
                return;
            }
            final List<AssetSession> attaching = sessions.values().stream()
                .filter(AssetSession::attachesAgain).toList();
            if (attaching.isEmpty()) {
                endAll(AssetSession.End.LOST);
                return;
            }
            for (final AssetSession session : sessions.values()) {
                if (session.attachesAgain()) {
                    post(session, new SessionCommand.Detach());
                } else {
                    session.end(AssetSession.End.LOST);
                }
            }
            ringAll();
            awaitAnother(attaching);
        }
    }

    private void awaitAnother(final List<AssetSession> attaching) {
        try {
            new HubReturn(this, attaching).start();
        } catch (final Throwable e) {
            // A thread is not to be had: who rests would rest for ever.
            endAll(AssetSession.End.LOST);
            throw e;
        }
    }

    /**
     * A link to the hub that has come back; null when this connection was closed meanwhile. Throws
     * {@link HubLostException} when there is no hub.
     */
    HubLink relink() {
        synchronized (sessions) {
            if (end != null) {
                return null;
            }
            link = HubLink.open(access, nanoClock, new LinkListener());
            return link;
        }
    }

    /**
     * Asks a hub to let a session go on where it rests, unless the session has ended. What the hub hears of the session
     * after that, a leave perhaps, is said after that, too.
     *
     * @return null when the session has ended, or the hub is not the one that is there now.
     */
    Reply attach(final AssetSession session, final HubLink to) {
        final AssetThread.Counters thread = to.countersOf(session.thread());
        final long timeNs = session.restsAtNs();
        final Supplier<Reply> reply;
        synchronized (sessions) {
            if (to != link || session.ended() != null) {
                return null;
            }
            reply = to.join(id -> Joins.request(id, session.spec(), thread).timeNs(timeNs).atCoreTime(false),
                joined -> attached(session, joined, to.clocks(joined.coreTimeCounter(), joined.clocks(), thread)));
        }
        return reply.get();
    }

    /** On the link's thread: the session goes on with these clocks. */
    private void attached(final AssetSession session, final Reply.Joined newest, final SessionClocks clocks) {
        synchronized (sessions) {
            news.onJoined(newest);
            post(session, new SessionCommand.Clocks(clocks));
            if (readySessions.contains(session)) {
                ready(session);
            }
            session.thread().ring();
        }
    }

    /** The session cannot be attached again. */
    void giveUp(final AssetSession session, final String why) {
        synchronized (sessions) {
            sessions.remove(session.name(), session);
            session.end(AssetSession.End.LOST, why);
            session.thread().ring();
        }
    }

    private void endAll(final AssetSession.End how) {
        if (end == null) {
            end = how;
        }
        sessions.values().forEach(session -> session.end(end));
        ringAll();
    }

    /** The hub is to hear nothing more: what it has not been told, the end of the connection tells it. */
    void hangUp() {
        try {
            synchronized (sessions) {
                endAll(AssetSession.End.LOST);
            }
        } finally {
            link.close();
        }
    }

    void tell(final LongFunction<Request> request) {
        link.tell(request);
    }

    private static void post(final AssetSession session, final SessionCommand command) {
        session.thread().post(session, command);
    }

    private void ringAll() {
        sessions.values().forEach(session -> session.thread().ring());
        final AssetThread thread = callbackThread;
        if (thread != null) {
            thread.ring();
        }
    }
}
