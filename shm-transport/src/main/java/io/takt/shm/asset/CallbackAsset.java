package io.takt.shm.asset;

/** A handle on a seat that the connection's {@code run()} drives. May be used from any thread. */
final class CallbackAsset extends SeatHandle {
    private final ShmHubConnection connection;
    private final Seat seat;

    CallbackAsset(final ShmHubConnection connection, final Seat seat) {
        super(connection, seat);
        this.connection = connection;
        this.seat = seat;
    }

    @Override
    public long timeNs() {
        return seat.isPutBack() ? 0 : seat.publishedNs();
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
    public void leave() {
        connection.departures().leave(seat);
    }

    @Override
    public void close() {
        connection.departures().close(seat, "it");
    }
}
