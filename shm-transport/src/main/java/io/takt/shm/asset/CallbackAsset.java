package io.takt.shm.asset;

import io.takt.asset.JoinedAsset;
import io.takt.asset.message.Channels;

/** A handle on a seat that the connection's {@code run()} drives. May be used from any thread. */
final class CallbackAsset implements JoinedAsset {
    private final ShmHubConnection connection;
    private final Seat seat;

    CallbackAsset(final ShmHubConnection connection, final Seat seat) {
        this.connection = connection;
        this.seat = seat;
    }

    @Override
    public String name() {
        return seat.name();
    }

    @Override
    public long timeNs() {
        return seat.publishedNs();
    }

    @Override
    public Channels channels() {
        return seat.channels();
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
    public void close() {
        connection.departures().closeHandle(seat);
    }
}
