package io.takt.shm.asset;

import io.takt.asset.AssetFailedException;
import io.takt.asset.HubLostException;
import io.takt.asset.SimTime;

/**
 * How the assets of a connection go. An asset leaves by a call that says so; whatever else ends its part, be it thrown
 * or the end of a block, its hub is told that it is lost, or hears it by the end of the connection. From any thread.
 */
final class Departures {
    private final ConnectionAgent agent;

    Departures(final ConnectionAgent agent) {
        this.agent = agent;
    }

    /** In good order. */
    void leave(final AssetSession session) {
        agent.call(session, ConnectionCommand.Leave::new);
    }

    /** The asset is closed by itself. */
    void close(final AssetSession session) {
        agent.call(session, number -> new ConnectionCommand.Close(number, "it"));
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
            final String why = FailureText.withPlace(thrown);
            agent.call(session, number -> new ConnectionCommand.Fail(number, why));
            session.end(AssetSession.End.LEFT);
        } catch (final Throwable e) {
            agent.hangUp();
        }
    }

    /** The thread that drives these callback assets goes. What is not of one asset is of all that it drives. */
    void onThrown(final Iterable<AssetSession> driven, final Throwable thrown) {
        if (!(thrown instanceof AssetFailedException || thrown instanceof HubLostException)) {
            driven.forEach(session -> report(session, thrown));
        }
    }
}
