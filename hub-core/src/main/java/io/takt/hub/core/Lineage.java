package io.takt.hub.core;

import io.takt.asset.RefusalCode;
import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.ToParent;
import io.takt.shm.control.Event;
import io.takt.shm.control.Event.Ancestor;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The hubs above this one, and the child hubs that are connected. A hub that is both would wait for itself for ever,
 * without a place to ask for: so this is said, and judged, before any join. A child that is above is refused, and each
 * other one is told all that are above it. Owned by the hub's thread.
 */
final class Lineage {
    /** A tree has few levels: hubs above these are not told on. */
    static final int MOST = 64;

    private final String hub;
    private final Events events;
    /** Null while this hub has no number. */
    private Ancestor own;
    private List<Ancestor> above = List.of();
    private final Map<Integer, Ancestor> children = new LinkedHashMap<>();

    Lineage(final String hub, final Events events) {
        this.hub = hub;
        this.events = events;
    }

    void identity(final long hubId) {
        own = new Ancestor(hubId, hub);
    }

    /** The random number of this process; 0 for none. */
    long hubId() {
        return own == null ? 0 : own.hubId();
    }

    /** Tells the parent who this is. */
    void greet(final Attachment attachment) {
        if (own != null) {
            attachment.tell(new ToParent.Child(own.hubId()));
        }
    }

    /** The connection is that of a child hub. */
    void onChild(final int connection, final Request.Child child) {
        final Ancestor it = new Ancestor(child.hubId(), EndReason.oneLine(String.valueOf(child.hub())));
        final String cycle = cycle(it);
        if (cycle != null) {
            warn(it, cycle);
            events.send(connection, Reply.refused(child.id(), RefusalCode.CYCLE, cycle));
            return;
        }
        events.send(connection, Reply.done(child.id()));
        if (own != null) {
            children.put(connection, it);
            tell(connection);
        }
    }

    /** The parent has told who is above, itself first. */
    void onAncestry(final List<Ancestor> told) {
        final List<Ancestor> known = told == null ? List.of() : told.stream().filter(each -> each != null).limit(MOST)
            .map(each -> new Ancestor(each.hubId(), EndReason.oneLine(String.valueOf(each.hub())))).toList();
        if (known.equals(above)) {
            return;
        }
        above = known;
        List.copyOf(children.keySet()).forEach(connection -> {
            final Ancestor child = children.get(connection);
            final String cycle = cycle(child);
            if (cycle == null) {
                tell(connection);
            } else {
                children.remove(connection);
                warn(child, cycle);
                events.send(connection, new Event.Refused(child.hub(), RefusalCode.CYCLE.name(), cycle));
            }
        });
    }

    void onClosed(final int connection) {
        children.remove(connection);
    }

    private List<Ancestor> all() {
        final List<Ancestor> all = new ArrayList<>();
        all.add(own);
        all.addAll(above);
        return all;
    }

    private void tell(final int connection) {
        events.send(connection, new Event.Ancestry(all().stream().limit(MOST).toList()));
    }

    private void warn(final Ancestor child, final String cycle) {
        events.emit(new HubEvent.Warning("child hub '" + child.hub() + "' is refused: " + cycle));
    }

    /** One line; null when the child is none of those above it. */
    private String cycle(final Ancestor child) {
        final List<String> path = new ArrayList<>(List.of(child.hub()));
        for (final Ancestor each : own == null ? List.<Ancestor>of() : all()) {
            if (each.hubId() == child.hubId()) {
                return "it would be its own ancestor: " + String.join(" below ", path) + " below " + child.hub()
                    + "; a tree has no cycles, so change parent in one of their files";
            }
            path.add(each.hub());
        }
        return null;
    }
}
