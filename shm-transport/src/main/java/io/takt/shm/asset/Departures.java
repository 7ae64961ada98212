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
    private final Map<String, AssetSession> sessions;

    /** The sessions are also the lock over them. */
    Departures(final ShmHubConnection connection, final Map<String, AssetSession> sessions) {
        this.connection = connection;
        this.sessions = sessions;
    }

    /** In good order. */
    void leave(final AssetSession session) {
        go(session, id -> new Request.Leave(id, session.name()));
    }

    /** A session is given up, and its asset has not left. */
    void lose(final AssetSession session, final String why) {
        go(session, id -> new Request.Fail(id, session.name(), why));
    }

    private void go(final AssetSession session, final LongFunction<Request> told) {
        synchronized (sessions) {
            if (sessions.remove(session.name(), session)) {
                session.end(AssetSession.End.LEFT);
                session.thread().ring();
                connection.tell(told);
            }
        }
    }

    /** The connection is closed. */
    void closeAll() {
        synchronized (sessions) {
            for (final AssetSession session : sessions.values().toArray(AssetSession[]::new)) {
                close(session, "its connection");
            }
        }
    }

    /**
     * An asset is closed, by itself or with its connection. At the end of a {@code try} block that is no word of its
     * program: the block may have thrown.
     */
    void close(final AssetSession session, final String closed) {
        synchronized (sessions) {
            if (session.ended() == null) {
                lose(session, closed + " was closed " + (session.state().isInTurn() ? "in the middle of a step"
                    : "before it had left"));
            } else {
                leave(session);
            }
        }
    }

    /** Tells the hub, and gives what is to be thrown. */
    AssetFailedException failed(final AssetSession session, final Throwable thrown) {
        report(session, thrown);
        return new AssetFailedException("asset '" + session.name() + "' failed at " + SimTime.format(session.timeNs()),
            FailureText.of(thrown), thrown);
    }

    /** There may be no memory left, or no stack, to say anything: then the end of the connection says it. */
    private void report(final AssetSession session, final Throwable thrown) {
        try {
            synchronized (sessions) {
                tellOf(session, id -> new Request.Fail(id, session.name(), FailureText.withPlace(thrown)));
                sessions.remove(session.name(), session);
            }
            session.end(AssetSession.End.LEFT);
        } catch (final Throwable e) {
            connection.hangUp();
        }
    }

    /** Of a session that has left nothing is told any more: another one may have its name by now. */
    void tellOf(final AssetSession session, final LongFunction<Request> request) {
        synchronized (sessions) {
            if (sessions.get(session.name()) == session) {
                connection.tell(request);
            }
        }
    }

    /** The thread that drives the callback assets goes. What is not of one asset is of all that it drives. */
    void onThrown(final Throwable thrown) {
        if (!(thrown instanceof AssetFailedException || thrown instanceof HubLostException)) {
            connection.agent().sessions().forEach(session -> report(session, thrown));
        }
    }
}
