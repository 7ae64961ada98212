package io.takt.shm.asset;

import io.takt.asset.PolledAsset;
import io.takt.asset.RunEnd;
import io.takt.asset.WaitStrategy;
import io.takt.shm.message.Mail;
import io.takt.shm.waiting.Waiter;
import java.time.Duration;
import org.agrona.concurrent.NanoClock;

/** A seat that is driven by the thread of its user. */
final class SeatPolledAsset extends SeatHandle implements PolledAsset, AssetThread.Wishes {
    private final ShmHubConnection connection;
    private final Seat seat;
    private final NanoClock nanoClock;
    private final Waiter waiter;
    private boolean ready;
    /** Whether the last look has done something, though it gave no turn: then there may be more to do at once. */
    private boolean hasWorked;
    private boolean bounded;
    private long endNs;

    SeatPolledAsset(final ShmHubConnection connection, final Seat seat, final WaitStrategy waiting,
        final NanoClock nanoClock) {
        super(connection, seat);
        this.connection = connection;
        this.seat = seat;
        this.nanoClock = nanoClock;
        this.waiter = new Waiter(waiting, seat.thread());
        seat.thread().wishes(this);
    }

    @Override
    public long timeNs() {
        return seat.isPutBack() ? 0 : seat.timeNs();
    }

    @Override
    public long nextNs() {
        return seat.nextNs();
    }

    @Override
    public Turn poll() {
        return given(look());
    }

    /** What the handlers of messages throw, and the runtime itself, is the asset's failure. */
    private Turn look() {
        try {
            if (!ready) {
                ready = true;
                seat.endDawn();
                connection.ready(seat);
            }
            final long nowNs = seat.hasInterval() ? nanoClock.nanoTime() : 0;
            final Turn turn = seat.poll(nowNs);
            hasWorked = handOver(turn) || seat.hasPassed();
            return turn;
        } catch (final Throwable e) {
            throw connection.departures().failed(seat, e);
        }
    }

    /** Says whether anything was handed over that is of no step. */
    private boolean handOver(final Turn turn) throws Exception {
        final Mail mail = seat.mail();
        if (turn == Turn.STEP) {
            seat.beginStep();
        }
        final boolean hasArrived = turn == Turn.WAIT && mail != null && mail.hasArrived();
        if (hasArrived) {
            mail.handArrived();
        }
        return hasArrived;
    }

    private Turn given(final Turn turn) {
        if (turn == Turn.STOP) {
            connection.release(seat);
            if (seat.ended() == Seat.End.LOST) {
                throw connection.lost(seat);
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
                throw new InterruptedException("interrupted while asset '" + seat.name() + "' waited for its turn");
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
            if (seat.isResetting()) {
                connection.commitReset(seat);
            } else {
                seat.commitStep(seat.hasInterval() ? nanoClock.nanoTime() : 0);
                seat.wake();
            }
        } catch (final Error e) { // exceptions say that there is nothing to commit
            throw connection.departures().failed(seat, e);
        }
    }

    @Override
    public void wakeAt(final long timeNs) {
        seat.wakeAt(timeNs);
    }

    @Override
    public void stepTo(final long toNs) {
        seat.stepTo(toNs);
    }

    @Override
    public void chooseStep(final long stepNs) {
        seat.chooseStep(stepNs);
    }

    @Override
    public RunEnd end() {
        return connection.endOf(seat);
    }

    @Override
    public void leave() {
        connection.departures().leave(seat);
        connection.release(seat);
    }

    @Override
    public void close() {
        connection.departures().close(seat, "it");
        connection.release(seat);
    }

    @Override
    public long wantedNs() {
        return dueInNs() > 0 ? AssetThread.NO_TIME : seat.wantedNs();
    }

    @Override
    public long dueInNs() {
        return seat.hasInterval() ? seat.dueInNs(nanoClock.nanoTime()) : 0;
    }

    @Override
    public long leftNs() {
        return bounded ? Math.max(1, endNs - nanoClock.nanoTime()) : Long.MAX_VALUE;
    }
}
