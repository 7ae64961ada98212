package io.takt.shm.asset;

import io.takt.asset.HubState;
import io.takt.asset.JoinedAsset;
import io.takt.asset.message.Channels;

/** What both kinds of assets may ask of their seat and its hub, from any thread. */
abstract class SeatHandle implements JoinedAsset {
    private final ShmHubConnection connection;
    private final Seat seat;

    SeatHandle(final ShmHubConnection connection, final Seat seat) {
        this.connection = connection;
        this.seat = seat;
    }

    @Override
    public final String name() {
        return seat.name();
    }

    @Override
    public final Channels channels() {
        return seat.channels();
    }

    @Override
    public final long coreTimeNs() {
        return connection.coreTimeNs();
    }

    @Override
    public final long coreStepNs() {
        return connection.news().joined().coreStepNs();
    }

    @Override
    public final long maxDelayNs() {
        return connection.news().joined().maxDelayNs();
    }

    @Override
    public final long seed() {
        return connection.news().joined().seed();
    }

    @Override
    public final HubState hubState() {
        return connection.news().state();
    }

    @Override
    public final void stopRun(final String reason) {
        connection.endRun(seat, reason, false);
    }

    @Override
    public final void failRun(final String reason) {
        connection.endRun(seat, reason, true);
    }
}
