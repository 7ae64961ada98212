package io.takt.shm.asset;

import io.takt.asset.Asset;
import io.takt.asset.AssetFailedException;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.HubLostException;
import io.takt.asset.JoinInterruptedException;
import io.takt.asset.JoinRefusedException;
import io.takt.asset.JoinedAsset;
import io.takt.asset.PolledAsset;
import io.takt.asset.RunEnd;
import io.takt.asset.SimTime;
import io.takt.asset.WaitStrategy;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.JvmFlags;
import io.takt.shm.ring.DamageException;
import io.takt.shm.waiting.Waiter;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A connection to a hub on this host: one link for all assets of the process, and another one when the hub has died and
 * come back. Its knowledge of its assets is in {@link ConnectionState}, behind {@link ConnectionAgent}.
 *
 * <p>May be used from any thread.
 */
public final class ShmHubConnection implements HubConnection {
    private final NanoClock nanoClock;
    private final ConnectionAgent agent;
    private final Joins joins;
    private final AssetAgent assets;
    private final AtomicBoolean running = new AtomicBoolean();
    private final AtomicReference<AssetThread> callbackThread = new AtomicReference<>();
    private final AtomicReference<WaitStrategy> callbackWaiting = new AtomicReference<>();
    /** The thread that is in {@link #run()}; null while none has begun to drive anything. */
    private volatile Thread driver;

    private ShmHubConnection(final HubAccess access, final NanoClock nanoClock) {
        this.nanoClock = nanoClock;
        this.agent = new ConnectionAgent(access, nanoClock);
        this.joins = new Joins(agent, access, nanoClock);
        this.assets = new AssetAgent(this, nanoClock);
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

    @Override
    public String hub() {
        return agent.hub();
    }

    @Override
    public JoinedAsset join(final AssetSpec spec, final Asset asset) {
        final HubLink here = agent.link();
        final Joins.Joined joined = joins.take(here, spec, () -> callbackThread(here));
        final CallbackSession handle = new CallbackSession(this, joined.session());
        callbackWaiting.compareAndSet(null, joined.waiting());
        joined.session().thread().post(joined.session(), new SessionCommand.Host(asset, handle));
        if (running.get()) {
            // The thread in run() may sleep for times of the earlier assets.
            joined.session().thread().ring();
        }
        return handle;
    }

    @Override
    public PolledAsset join(final AssetSpec spec) {
        final HubLink here = agent.link();
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

    /**
     * Two threads that join the first callback assets at the same time may both make one; only one of the two is used.
     */
    private AssetThread callbackThread(final HubLink here) {
        if (callbackThread.get() == null) {
            final AssetThread fresh = here.newThread();
            fresh.wishes(assets);
            if (!callbackThread.compareAndSet(null, fresh)) {
                here.release(fresh);
            }
        }
        return callbackThread.get();
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
        return news().endOr("no asset of this connection takes part any more", coreTimeNs());
    }

    /** How the run has ended for a session, or that it goes on. */
    RunEnd endOf(final AssetSession session) {
        return news().endOr(session.status().ended() == null ? "the run goes on" : "asset '" + session.name()
            + "' takes part no more",
            coreTimeNs());
    }

    HubNews news() {
        return agent.news();
    }

    /** A session that has left says nothing of the run any more. */
    void endRun(final AssetSession session, final String reason, final boolean hasFailed) {
        Objects.requireNonNull(reason, "reason");
        agent.call(session, number -> new ConnectionCommand.EndRun(number, reason, hasFailed));
    }

    /**
     * The turns of {@link #run()} one by one, for a thread that has a loop of its own.
     *
     * @return for one thread.
     * @throws IllegalStateException when another thread has it, or is in {@code run()}.
     */
    public CallbackLoop loop() {
        if (!running.compareAndSet(false, true)) {
            throw new IllegalStateException("another thread is in run() of this connection already");
        }
        final Waiter waiter = waiter();
        assets.begin(callbackThread.get());
        return new CallbackLoop(assets, waiter, this::onThrown, () -> {
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

    /** Null when no callback asset has joined, so that there is nothing to drive. */
    private Waiter waiter() {
        final WaitStrategy waiting = callbackWaiting.get();
        return waiting == null ? null : new Waiter(waiting, callbackThread.get());
    }

    @Override
    public void leave(final String name) {
        agent.call(new ConnectionCommand.LeaveNamed(name));
    }

    @Override
    public void close() {
        agent.close();
    }

    /** An asset leaves in good order. */
    void leave(final AssetSession session) {
        agent.call(session, ConnectionCommand.Leave::new);
        takeOutClaim(session);
    }

    /** An asset is closed by itself: without a leave before that it is lost. */
    void close(final AssetSession session) {
        agent.call(session, number -> new ConnectionCommand.Close(number, "it"));
        takeOutClaim(session);
    }

    /** Another thread may have carried out the command, and it cannot do this. */
    private static void takeOutClaim(final AssetSession session) {
        if (session.endpoint() != null) {
            session.endpoint().close();
        }
    }

    /** An asset is lost by a throwable: tells the hub, and returns the exception for its program. */
    AssetFailedException failed(final AssetSession session, final Throwable thrown) {
        report(session, thrown);
        return new AssetFailedException("asset '" + session.name() + "' failed at " + SimTime.format(session.timeNs()),
            FailureText.of(thrown), thrown);
    }

    /** There may be no memory or stack left to report it: then the end of the connection does. */
    private void report(final AssetSession session, final Throwable thrown) {
        try {
            final boolean isDamaged = thrown instanceof DamageException;
            final String why = isDamaged ? thrown.getMessage() : FailureText.withPlace(thrown);
            agent.call(session, number -> new ConnectionCommand.Fail(number, why, isDamaged));
            session.end(AssetSession.End.LEFT);
        } catch (final Throwable e) {
            agent.hangUp();
        }
    }

    /**
     * The thread that drives the callback assets ends. A failure without a single culprit is a failure of all assets
     * that it drives.
     */
    private void onThrown(final Throwable thrown) {
        if (!(thrown instanceof AssetFailedException || thrown instanceof HubLostException)) {
            assets.sessions().forEach(session -> report(session, thrown));
        }
    }

    /** A polled session has ended: called by the thread that drives it, once more when it was asleep at first. */
    void release(final AssetSession session) {
        session.thread().remove(session);
        agent.link().release(session.thread());
    }

    void ready(final AssetSession session) {
        agent.call(session, ConnectionCommand.Ready::new);
    }

    void commitReset(final AssetSession session) {
        session.life().commitReset();
        agent.call(session, ConnectionCommand.ResetDone::new);
    }

    long coreTimeNs() {
        return agent.link().coreTimeNs();
    }

    /** For the user of a session whose hub is lost for good. */
    HubLostException lost(final AssetSession session) {
        return new HubLostException(session.status().endReason() != null ? session.status().endReason()
            : "hub '" + hub() + "' is gone: its control connection has ended");
    }
}
