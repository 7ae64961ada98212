package io.takt.hub.core;

import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.Loss;
import io.takt.hub.core.event.Loss.Cause;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.control.Request;
import java.util.List;
import java.util.Set;

/**
 * All that ends with a connection, or with the process behind it: its assets, the doorbells of its threads, its
 * listening, its requests that wait for an answer. Owned by the hub's thread.
 */
final class Connections {
    private final Epoch epoch;
    private final Members members;
    private final Threads threads;
    private final Listeners listeners;
    private final DeferredJoins deferred;
    private final FileJoins fileJoins;
    private final Departures departures;
    private final CoreDoorbell doorbell;
    private final Events events;

    /**
     * Of a hub without connections.
     *
     * @param doorbell on which the hub's thread sleeps.
     */
    Connections(final Epoch epoch, final Members members, final Threads threads, final Listeners listeners,
        final DeferredJoins deferred, final FileJoins fileJoins, final Departures departures,
        final CoreDoorbell doorbell, final Events events) {
        this.epoch = epoch;
        this.members = members;
        this.threads = threads;
        this.listeners = listeners;
        this.deferred = deferred;
        this.fileJoins = fileJoins;
        this.departures = departures;
        this.doorbell = doorbell;
        this.events = events;
    }

    /** A thread of the connection wants a doorbell. */
    void onDoorbell(final int connection, final long id) {
        events.send(connection, threads.add(connection, id, epoch.number(), doorbell));
    }

    /** The thread that is to drive an asset; null when the join names none of its connection. */
    ThreadClocks threadFor(final Request.Join join, final int connection) {
        return threads.sleepingOn(join.doorbell(), connection);
    }

    void onClosed(final int connection) {
        forgetJoins(connection);
        departures.onLost(members.of(connection), member -> Departures.loss(member, Cause.CONNECTION_CLOSED, null));
        threads.removeAllOf(connection);
        listeners.listenNoMore(connection);
    }

    void onProcessEnded(final long pid, final long startTime) {
        final Set<Integer> connections = members.connectionsOf(pid, startTime);
        connections.forEach(this::forgetJoins);
        final List<Member> lost = connections.stream().flatMap(each -> members.of(each).stream()).toList();
        // A child hears of it when it looks at the connection, and may be in the middle of a step until then.
        connections.forEach(each -> events.emit(new HubEvent.HangUp(each)));
        connections.forEach(threads::withholdAllOf);
        lost.forEach(epoch::withhold);
        departures.onLost(lost, member ->
            Loss.of(member.name(), pid, member.clocks().time().read(), Cause.PROCESS_ENDED, null));
        connections.forEach(threads::removeAllOf);
    }

    private void forgetJoins(final int connection) {
        fileJoins.forget(connection);
        deferred.forget(connection);
    }
}
