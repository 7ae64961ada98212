package io.takt.shm.asset;

import io.takt.asset.AssetFailedException;
import io.takt.asset.HubLostException;
import io.takt.asset.SimTime;
import io.takt.shm.control.Request;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * How the assets of a connection go. One leaves by a call that says so; whatever else ends its part, be it thrown or
 * the end of a block, its hub is told that it is lost, or hears it by the end of the connection.
 */
final class Departures {
    private final ShmHubConnection connection;
    private final Map<String, Seat> seats;

    /** The seats are also the lock over them. */
    Departures(final ShmHubConnection connection, final Map<String, Seat> seats) {
        this.connection = connection;
        this.seats = seats;
    }

    /** In good order. */
    void leave(final Seat seat) {
        go(seat, id -> new Request.Leave(id, seat.name()));
    }

    /** A seat is given up, and its asset has not left. */
    void lose(final Seat seat, final String why) {
        go(seat, id -> new Request.Fail(id, seat.name(), why));
    }

    private void go(final Seat seat, final LongFunction<Request> told) {
        synchronized (seats) {
            if (seats.remove(seat.name(), seat)) {
                seat.end(Seat.End.LEFT);
                connection.signal();
                seat.thread().ring();
                connection.tell(told);
            }
        }
    }

    /** The connection is closed. */
    void closeAll() {
        synchronized (seats) {
            for (final Seat seat : seats.values().toArray(Seat[]::new)) {
                close(seat, "its connection");
            }
        }
    }

    /**
     * An asset is closed, by itself or with its connection. At the end of a {@code try} block that is no word of its
     * program: the block may have thrown.
     */
    void close(final Seat seat, final String closed) {
        synchronized (seats) {
            if (seat.ended() == null) {
                lose(seat, closed + " was closed " + (seat.isInTurn() ? "in the middle of a step"
                    : "before it had left"));
            } else {
                leave(seat);
            }
        }
    }

    /** Tells the hub, and gives what is to be thrown. */
    AssetFailedException failed(final Seat seat, final Throwable thrown) {
        report(seat, thrown);
        return new AssetFailedException("asset '" + seat.name() + "' failed at " + SimTime.format(seat.timeNs()),
            FailureText.of(thrown), thrown);
    }

    /** There may be no memory left, or no stack, to say anything: then the end of the connection says it. */
    private void report(final Seat seat, final Throwable thrown) {
        try {
            synchronized (seats) {
                tellOf(seat, id -> new Request.Fail(id, seat.name(), FailureText.withPlace(thrown)));
                seats.remove(seat.name(), seat);
            }
            seat.end(Seat.End.LEFT);
        } catch (final Throwable e) {
            connection.hangUp();
        }
    }

    /** Of a seat that has left nothing is told any more: another one may have its name by now. */
    void tellOf(final Seat seat, final LongFunction<Request> request) {
        synchronized (seats) {
            if (seats.get(seat.name()) == seat) {
                connection.tell(request);
            }
        }
    }

    /** The thread that drives the callback assets goes. What is not of one asset is of all that it drives. */
    void onThrown(final Throwable thrown) {
        if (!(thrown instanceof AssetFailedException || thrown instanceof HubLostException)) {
            for (final AssetAgent.Hosted each : connection.hosted()) {
                report(each.seat(), thrown);
            }
        }
    }
}
