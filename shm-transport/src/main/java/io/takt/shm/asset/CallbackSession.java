package io.takt.shm.asset;

/**
 * A handle on a session that the connection's {@code run()} drives. May be used from any thread, but for what shapes
 * the asset's turns: that is for the thread which is in {@code run()}, while there is one.
 */
final class CallbackSession extends SessionHandle {
    private final ShmHubConnection connection;
    private final AssetSession session;

    CallbackSession(final ShmHubConnection connection, final AssetSession session) {
        super(connection, session);
        this.connection = connection;
        this.session = session;
    }

    @Override
    public long timeNs() {
        return session.status().state().isPutBack() ? 0 : session.status().timeNs();
    }

    @Override
    public void wakeAt(final long timeNs) {
        connection.requireDriver(session);
        session.wakeAt(timeNs);
    }

    @Override
    public void stepTo(final long toNs) {
        connection.requireDriver(session);
        session.stepTo(toNs);
    }

    @Override
    public void chooseStep(final long stepNs) {
        connection.requireDriver(session);
        session.chooseStep(stepNs);
    }

    @Override
    public void leave() {
        connection.leave(session);
    }

    @Override
    public void close() {
        connection.close(session);
    }
}
