package io.takt.hub.core;

import io.takt.asset.TaktException;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.TappedJoin;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.message.ListenerSlots;
import io.takt.shm.message.MessageLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The connections that listen to messages. As long as there is one, assets tell what is delivered to them, and what
 * they send although no receiver reads it. Owned by the hub's thread.
 */
final class Listeners {
    /** The number of one who listens in the hub's own process; no connection has it. */
    private static final int HOST = 0;

    private final Members members;
    private final Events events;
    private final List<MessageLog> logs = new ArrayList<>();
    private final Set<Integer> connections = new TreeSet<>();
    private final Set<Integer> tethered = new TreeSet<>();

    Listeners(final Members members, final Events events) {
        this.members = members;
        this.events = events;
    }

    /** Those at the other end of a connection. */
    Set<Integer> connections() {
        final Set<Integer> others = new TreeSet<>(connections);
        others.remove(HOST);
        return others;
    }

    /** A log is there. It may be one that another hub has left behind, with the slots of its listeners. */
    void add(final MessageLog log) {
        logs.add(log);
        ListenerSlots.freeAll(log);
        log.tracing(connections.size());
        tethered.forEach(listener -> ListenerSlots.take(log, listener));
    }

    /**
     * A connection listens from now on, to the assets that are returned. Throws {@link TaktException} when a log has no
     * slot for it.
     */
    List<Reply.TappedAsset> listen(final int connection, final boolean isTethered) {
        final boolean isNew = connections.add(connection);
        if (isTethered) {
            tethered.add(connection);
        }
        trace();
        try {
            return tapped(connection);
        } catch (final TaktException e) {
            if (isNew) {
                listenNoMore(connection);
            }
            throw e;
        }
    }

    private List<Reply.TappedAsset> tapped(final int connection) {
        final List<Reply.TappedAsset> tapped = new ArrayList<>();
        for (final Member member : members.all()) {
            if (member.channels().log() != null) {
                tapped.add(tapped(connection, member));
            }
        }
        return tapped;
    }

    private Reply.TappedAsset tapped(final int connection, final Member member) {
        final int slot = slot(connection, member);
        if (slot < 0 && tethered.contains(connection)) {
            throw new TaktException("the log of asset '" + member.name() + "' has no room for a listener");
        }
        return member.channels().tapped(slot);
    }

    private int slot(final int connection, final Member member) {
        return tethered.contains(connection) ? ListenerSlots.take(member.channels().log(), connection) : -1;
    }

    /** A process has joined with a member. A listener that is to get everything, and cannot, is told so. */
    void joined(final Member member) {
        if (member.channels().log() == null) {
            return;
        }
        for (final int connection : connections()) {
            if (slot(connection, member) < 0 && tethered.contains(connection)) {
                events.emit(new HubEvent.HangUp(connection));
            } else {
                events.send(connection, new Event.Tapped(tapped(connection, member)));
            }
        }
    }

    /** A recorder in the hub's process reads everything, from the first message on; asked before the first join. */
    void keepAll() {
        listen(HOST, true);
    }

    /** The news of a member's join for that recorder; null without one. */
    TappedJoin told(final Member member) {
        final MessageLog log = member.channels().log();
        return !tethered.contains(HOST) ? null
            : member.channels().joined(member, log == null ? -1 : ListenerSlots.take(log, HOST));
    }

    /** A connection has ended; one that did not listen is no error. */
    void listenNoMore(final int connection) {
        if (connections.remove(connection)) {
            trace();
        }
        if (tethered.remove(connection)) {
            logs.forEach(log -> ListenerSlots.free(log, connection));
        }
    }

    private void trace() {
        logs.forEach(log -> log.tracing(connections.size()));
    }
}
