package io.takt.hub.core;

import io.takt.hub.core.event.HubEvent;
import io.takt.shm.control.FromHub;
import java.util.function.Consumer;

/** Events of the machine's parts go through here, in the order in which they come. Used on the hub's thread. */
final class Events {
    private final Consumer<HubEvent> sink;

    Events(final Consumer<HubEvent> sink) {
        this.sink = sink;
    }

    void emit(final HubEvent event) {
        sink.accept(event);
    }

    void send(final int connection, final FromHub message) {
        sink.accept(new HubEvent.Send(connection, message));
    }
}
