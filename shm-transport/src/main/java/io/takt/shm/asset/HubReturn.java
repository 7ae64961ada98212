package io.takt.shm.asset;

import io.takt.asset.HubLostException;
import io.takt.asset.RefusalCode;
import io.takt.asset.TaktException;
import io.takt.shm.control.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * After the death of a hub: waits for another of its name, and attaches to it the sessions that are to go on, each at
 * the time at which it rests. Has a thread of its own, which ends when all are attached, or the wait has been too long.
 */
final class HubReturn implements Runnable {
    /** Long enough to start a hub by hand, and not for ever: a launched asset must not outlive its run for good. */
    static final Duration AT_MOST = Duration.ofMinutes(10);

    private static final long LOOK_EVERY_NS = Duration.ofMillis(20).toNanos();
    private static final Logger LOG = LoggerFactory.getLogger(HubReturn.class);

    private final ConnectionAgent connection;
    private final List<AssetSession> sessions;
    private final long startNs = System.nanoTime();

    HubReturn(final ConnectionAgent connection, final List<AssetSession> sessions) {
        this.connection = connection;
        this.sessions = new ArrayList<>(sessions);
    }

    void start() {
        final Thread thread = new Thread(this, "takt-attach-" + connection.hub());
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            attachAll();
        } catch (final Throwable e) {
            // No other thread attaches the sessions that rest.
            sessions.forEach(session -> giveUp(session, "the thread that was to attach asset '"
                + session.name()
                + "' to hub '" + connection.hub() + "' again has failed: " + FailureText.of(e)));
            throw e;
        }
    }

    private void attachAll() {
        LOG.warn("hub '{}' is gone; waiting for it to come back, for {} minutes at most", connection.hub(),
            AT_MOST.toMinutes());
        final HubLink link = awaitHub();
        if (link == null) {
            return;
        }
        try {
            // When this hub dies, too, all sessions that are there are attached by another of these.
            while (!sessions.isEmpty() && connection.isOpen() && !link.hasEnded()) {
                attachThoseThatRest(link);
                if (!sessions.isEmpty()) {
                    LockSupport.parkNanos(LOOK_EVERY_NS);
                }
            }
        } catch (final HubLostException e) {
            LOG.warn("hub '{}' is gone again before all assets had attached", connection.hub());
        }
    }

    private HubLink awaitHub() {
        while (connection.isOpen()) {
            try {
                return connection.relink();
            } catch (final RuntimeException e) {
                // A hub that is starting, or gone again, may leave files in any state.
                if (System.nanoTime() - startNs > AT_MOST.toNanos()) {
                    sessions.forEach(session -> giveUp(session, "hub '" + connection.hub()
                        + "' is gone and has not"
                        + " come back for " + AT_MOST.toMinutes() + " minutes: " + e.getMessage()));
                    return null;
                }
            }
            LockSupport.parkNanos(LOOK_EVERY_NS);
        }
        return null;
    }

    private void attachThoseThatRest(final HubLink link) {
        for (final Iterator<AssetSession> each = sessions.iterator(); each.hasNext();) {
            final AssetSession session = each.next();
            final SessionStatus status = session.status();
            if (status.ended() != null || status.state() == SessionState.DETACHED && attach(session, link)) {
                each.remove();
            }
        }
    }

    /** Whether that is settled, one way or the other; else it is to be tried again. */
    private boolean attach(final AssetSession session, final HubLink link) {
        try {
            final Reply reply = connection.attach(session, link);
            if (reply == null) {
                return true;
            }
            if (reply.refusal() == RefusalCode.RESETTING) {
                return false;
            }
            if (reply.ok()) {
                LOG.info("asset '{}' is attached to hub '{}' again, at {} ns", session.name(), connection.hub(),
                    reply.joined().clocks().timeNs());
            } else {
                giveUp(session, "hub '" + connection.hub() + "' was gone, and the one that came back refuses"
                    + " asset '" + session.name() + "': " + reply.error());
            }
        } catch (final HubLostException e) {
            throw e;
        } catch (final TaktException e) {
            giveUp(session, e.getMessage());
        }
        return true;
    }

    private void giveUp(final AssetSession session, final String why) {
        connection.call(session, number -> new ConnectionCommand.GiveUp(number, why));
    }
}
