package io.takt.shm.asset;

/**
 * A handle on a seat that the connection's {@code run()} drives. May be used from any thread, but for what shapes the
 * asset's turns: that is for the thread which is in {@code run()}, while there is one.
 */
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
        connection.requireDriver(seat);
        seat.wakeAt(timeNs);
    }

    @Override
    public void stepTo(final long toNs) {
        connection.requireDriver(seat);
        seat.stepTo(toNs);
    }

    @Override
    public void chooseStep(final long stepNs) {
        connection.requireDriver(seat);
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
