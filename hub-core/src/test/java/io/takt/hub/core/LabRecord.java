package io.takt.hub.core;

import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import java.util.ArrayList;
import java.util.List;

/** All that a machine in a lab was given and has read, in order, and the events that came of it. */
final class LabRecord {
    private final List<Entry> entries = new ArrayList<>();
    private final List<HubEvent> events = new ArrayList<>();

    /** One of the things on which a machine's run depends. */
    sealed interface Entry {
    }

    record Command(HubCommand command) implements Entry {
    }

    /** A duty cycle. */
    record Work() implements Entry {
    }

    /** Another process moves a counter. */
    record Write(int counterId, long value) implements Entry {
    }

    /** The machine has read the wall clock. */
    record Reading(long nanoTime) implements Entry {
    }

    void add(final Entry entry) {
        entries.add(entry);
    }

    void told(final HubEvent event) {
        events.add(event);
    }

    List<Entry> entries() {
        return entries;
    }

    List<HubEvent> events() {
        return events;
    }
}
