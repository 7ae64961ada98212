package io.takt.shm.asset;

import io.takt.asset.HubState;
import io.takt.asset.JoinedAsset;
import io.takt.asset.message.Channels;

/** The questions and requests that both kinds of assets have for their session and its hub, from any thread. */
abstract class SessionHandle implements JoinedAsset {
    private final ShmHubConnection connection;
    private final AssetSession session;

    SessionHandle(final ShmHubConnection connection, final AssetSession session) {
        this.connection = connection;
        this.session = session;
    }

    @Override
    public final String name() {
        return session.name();
    }

    @Override
    public final Channels channels() {
        return session.channels();
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
    public final boolean isSuccessor() {
        return session.endpoint() != null && session.endpoint().isSuccessor();
    }

    @Override
    public final HubState hubState() {
        return connection.news().state();
    }

    @Override
    public final void stopRun(final String reason) {
        connection.endRun(session, reason, false);
    }

    @Override
    public final void failRun(final String reason) {
        connection.endRun(session, reason, true);
    }
}
