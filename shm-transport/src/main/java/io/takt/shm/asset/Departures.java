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
    /** Whether something was thrown out of the last {@link ShmHubConnection#run()}. */
    private volatile boolean runThrew;

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
                if (seat.ended() == null) {
                    lose(seat, "its connection was closed " + (seat.isInTurn() ? "in the middle of a step"
                        : "before it had left"));
                } else {
                    leave(seat);
                }
            }
        }
    }

    /**
     * The handle on a callback asset is closed. Out of a {@code run()} that has thrown a {@code try} block does that,
     * too, and nobody has said that the asset is to leave.
     */
    void closeHandle(final Seat seat) {
        if (runThrew && seat.ended() == null) {
            lose(seat, "it was closed after run() had thrown, and had not left");
        } else {
            leave(seat);
        }
    }

    /** Tells the hub, and gives what is to be thrown. */
    AssetFailedException failed(final Seat seat, final Throwable thrown) {
        report(seat, thrown);
        return new AssetFailedException("asset '" + seat.name() + "' failed at "
            + SimTime.format(seat.timeNs()) + ": " + FailureText.of(thrown), thrown);
    }

    /** There may be no memory left, or no stack, to say anything: then the end of the connection says it. */
    private void report(final Seat seat, final Throwable thrown) {
        try {
            synchronized (seats) {
                tellOf(seat, id -> new Request.Fail(id, seat.name(), FailureText.of(thrown)));
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

    /** A thread begins to drive the callback assets. */
    void onRun() {
        runThrew = false;
    }

    /** It goes because it was interrupted. */
    void onInterrupt() {
        runThrew = true;
    }

    /** It goes because of something else. What is not of one asset is of all that it drives. */
    void onThrown(final Throwable thrown) {
        runThrew = true;
        if (!(thrown instanceof AssetFailedException || thrown instanceof HubLostException)) {
            for (final AssetAgent.Hosted each : connection.hosted()) {
                report(each.seat(), thrown);
            }
        }
    }
}
