package io.takt.shm.asset;

import io.takt.asset.HubLostException;
import io.takt.asset.PolledAsset;
import io.takt.shm.Waiting;
import java.time.Duration;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/** A seat that is driven by the thread of its user. */
final class SeatPolledAsset implements PolledAsset {
    private final ShmHubConnection connection;
    private final Seat seat;
    private final NanoClock nanoClock;
    private final IdleStrategy idle = Waiting.idleStrategy();
    private boolean ready;

    SeatPolledAsset(final ShmHubConnection connection, final Seat seat, final NanoClock nanoClock) {
        this.connection = connection;
        this.seat = seat;
        this.nanoClock = nanoClock;
    }

    @Override
    public String name() {
        return seat.name();
    }

    @Override
    public long timeNs() {
        return seat.timeNs();
    }

    @Override
    public long nextNs() {
        return seat.nextNs();
    }

    @Override
    public Turn poll() {
        if (!ready) {
            ready = true;
            connection.ready(seat);
        }
        final long nowNs = seat.hasInterval() ? nanoClock.nanoTime() : 0;
        final Turn turn = seat.poll(nowNs);
        if (turn == Turn.STOP && seat.ended() == Seat.End.LOST) {
            throw new HubLostException("hub '" + connection.hub() + "' is gone: its control connection has ended");
        }
        return turn;
    }

    @Override
    public Turn await() throws InterruptedException {
        Turn turn = poll();
        while (turn == Turn.WAIT) {
            rest();
            turn = poll();
        }
        idle.reset();
        return turn;
    }

    @Override
    public Turn await(final Duration atMost) throws InterruptedException {
        final long startNs = nanoClock.nanoTime();
        Turn turn = poll();
        while (turn == Turn.WAIT && nanoClock.nanoTime() - startNs < atMost.toNanos()) {
            rest();
            turn = poll();
        }
        idle.reset();
        return turn;
    }

    private void rest() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while asset '" + seat.name() + "' waited for its turn");
        }
        idle.idle();
    }

    @Override
    public void commit() {
        if (seat.isResetting()) {
            connection.commitReset(seat);
        } else {
            seat.commitStep(seat.hasInterval() ? nanoClock.nanoTime() : 0);
        }
    }

    @Override
    public void close() {
        connection.leave(seat);
    }
}
