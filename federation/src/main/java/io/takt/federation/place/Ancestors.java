package io.takt.federation.place;

import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/** Finds a hub among its own ancestors on this host: each would wait for the other for ever. */
public final class Ancestors {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);

    private Ancestors() {
    }

    /**
     * Goes from parent to parent, as far as they are there and answer. The hub that starts last sees all of a cycle.
     *
     * @param hub    that is to have a parent.
     * @param parent its name.
     * @return one line; null when the hub is not among its ancestors.
     */
    public static String cycle(final String hub, final String parent) {
        final Set<String> path = new LinkedHashSet<>();
        path.add(hub);
        String next = parent;
        while (next != null && path.add(next)) {
            next = parentOf(next);
        }
        return hub.equals(next) ? "it would be its own ancestor: " + String.join(" below ", path) + " below " + hub
            + "; a tree has no cycles, so change parent in one of their files" : null;
    }

    private static String parentOf(final String hub) {
        try (ControlClient client = ControlClient.connect(HubDirectory.of(hub))) {
            final HubStatus status = StatusJson.read(client.ask(Request.Status::new, ANSWER_WITHIN).status());
            return status == null || status.parent() == null ? null : status.parent().hub();
        } catch (final TaktException | IllegalArgumentException e) {
            return null;
        }
    }
}
