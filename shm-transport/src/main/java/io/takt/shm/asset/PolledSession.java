package io.takt.shm.asset;

import io.takt.asset.PolledAsset;
import io.takt.asset.RunEnd;
import io.takt.asset.WaitStrategy;
import io.takt.shm.message.MessageEndpoint;
import io.takt.shm.waiting.Waiter;
import java.time.Duration;
import org.agrona.concurrent.NanoClock;

/** A session that is driven by the thread of its user. */
final class PolledSession extends SessionHandle implements PolledAsset, AssetThread.Wishes {
    private final ShmHubConnection connection;
    private final AssetSession session;
    private final NanoClock nanoClock;
    private final Waiter waiter;
    private boolean ready;
    /** Whether the last look has done something, though it gave no turn: then there may be more to do at once. */
    private boolean hasWorked;
    private boolean bounded;
    private long endNs;

    PolledSession(final ShmHubConnection connection, final AssetSession session, final WaitStrategy waiting,
        final NanoClock nanoClock) {
        super(connection, session);
        this.connection = connection;
        this.session = session;
        this.nanoClock = nanoClock;
        this.waiter = new Waiter(waiting, session.thread());
        session.thread().wishes(this);
    }

    @Override
    public long timeNs() {
        return session.status().state().isPutBack() ? 0 : session.timeNs();
    }

    @Override
    public long nextNs() {
        return session.nextNs();
    }

    @Override
    public Turn poll() {
        return given(look());
    }

    /** An exception of a message handler, or of the runtime itself, is the asset's failure. */
    private Turn look() {
        try {
            if (!ready) {
                ready = true;
                session.life().endDawn();
                connection.ready(session);
            }
            final long nowNs = session.hasInterval() ? nanoClock.nanoTime() : 0;
            final Turn turn = session.poll(nowNs);
            hasWorked = handOver(turn) || session.hasPassed();
            return turn;
        } catch (final Throwable e) {
            throw connection.failed(session, e);
        }
    }

    /** Says whether anything was handed over that is of no step. */
    private boolean handOver(final Turn turn) throws Exception {
        final MessageEndpoint endpoint = session.endpoint();
        final boolean hasArrived = turn == Turn.WAIT && endpoint != null && endpoint.hasArrived();
        if (hasArrived) {
            endpoint.handArrived();
        }
        return hasArrived;
    }

    private Turn given(final Turn turn) {
        if (turn == Turn.STOP) {
            connection.release(session);
            if (session.status().ended() == AssetSession.End.LOST) {
                throw connection.lost(session);
            }
        }
        return turn;
    }

    @Override
    public Turn await() throws InterruptedException {
        return await(false);
    }

    @Override
    public Turn await(final Duration atMost) throws InterruptedException {
        endNs = nanoClock.nanoTime() + atMost.toNanos();
        return await(true);
    }

    private Turn await(final boolean isBounded) throws InterruptedException {
        bounded = isBounded;
        Turn turn = look();
        while (turn == Turn.WAIT && (!isBounded || nanoClock.nanoTime() - endNs < 0)) {
            if (Thread.interrupted()) {
                waiter.worked();
                throw new InterruptedException("interrupted while asset '" + session.name() + "' waited for its turn");
            }
            if (hasWorked) {
                waiter.worked();
            } else {
                waiter.idle();
            }
            turn = look();
        }
        waiter.worked();
        return given(turn);
    }

    @Override
    public void commit() {
        try {
            if (session.status().state() == SessionState.RESETTING) {
                connection.commitReset(session);
            } else {
                session.commitStep(session.hasInterval() ? nanoClock.nanoTime() : 0);
                session.wake();
            }
        } catch (final Error e) { // exceptions say that there is nothing to commit
            throw connection.failed(session, e);
        }
    }

    @Override
    public void wakeAt(final long timeNs) {
        session.wakeAt(timeNs);
    }

    @Override
    public void stepTo(final long toNs) {
        session.stepTo(toNs);
    }

    @Override
    public void chooseStep(final long stepNs) {
        session.chooseStep(stepNs);
    }

    @Override
    public RunEnd end() {
        return connection.endOf(session);
    }

    @Override
    public void leave() {
        connection.leave(session);
        connection.release(session);
    }

    @Override
    public void close() {
        connection.close(session);
        connection.release(session);
    }

    @Override
    public long wantedNs() {
        return dueInNs() > 0 ? AssetThread.NO_TIME : session.wantedNs();
    }

    @Override
    public long dueInNs() {
        return session.hasInterval() ? session.dueInNs(nanoClock.nanoTime()) : 0;
    }

    @Override
    public long leftNs() {
        return bounded ? Math.max(1, endNs - nanoClock.nanoTime()) : Long.MAX_VALUE;
    }
}
