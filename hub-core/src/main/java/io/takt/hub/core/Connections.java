package io.takt.hub.core;

import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.Loss;
import io.takt.hub.core.event.Loss.Cause;
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
    private final WaitingJoins waiting;
    private final Departures departures;
    private final Lineage lineage;
    private final Events events;

    /** The connections of a hub that has none yet. */
    Connections(final Epoch epoch, final Members members, final Threads threads, final Listeners listeners,
        final WaitingJoins waiting, final Departures departures, final Lineage lineage, final Events events) {
        this.lineage = lineage;
        this.epoch = epoch;
        this.members = members;
        this.threads = threads;
        this.listeners = listeners;
        this.waiting = waiting;
        this.departures = departures;
        this.events = events;
    }

    void onClosed(final int connection) {
        waiting.forget(connection);
        departures.onLost(members.of(connection), member -> Departures.loss(member, Cause.CONNECTION_CLOSED, null));
        threads.removeAllOf(connection);
        listeners.listenNoMore(connection);
        lineage.onClosed(connection);
    }

    void onProcessEnded(final long pid, final long startTime) {
        members.attaching(pid, startTime).forEach(departures::onSurvivorEnded);
        final Set<Integer> connections = members.connectionsOf(pid, startTime);
        connections.forEach(waiting::forget);
        final List<Member> lost = connections.stream().flatMap(each -> members.of(each).stream()).toList();
        // A child hears of it when it looks at the connection, and may be in the middle of a step until then.
        connections.forEach(each -> events.emit(new HubEvent.HangUp(each)));
        connections.forEach(threads::withholdAllOf);
        lost.forEach(epoch::withhold);
        departures.onLost(lost, member ->
            Loss.of(member.name(), pid, member.clocks().time().read(), Cause.PROCESS_ENDED, null));
        connections.forEach(threads::removeAllOf);
    }
}
