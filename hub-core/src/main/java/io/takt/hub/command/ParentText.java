package io.takt.hub.command;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.ParentStatus;

/** Says in words how a child hub stands to its parent. */
final class ParentText {
    private ParentText() {
    }

    /** The parent, as a person would call it. */
    static String name(final ParentStatus parent) {
        return parent.hub() != null ? "hub '" + parent.hub() + "'"
            : parent.address() != null ? "the hub at " + parent.address() : "a hub";
    }

    /** Such as {@code its parent, hub 'root': no hub named 'root' is running}; null when the parent is there. */
    static String missing(final HubStatus status) {
        final ParentStatus parent = status.parent();
        return parent == null || parent.attached() || parent.why() == null || status.state().isEnd() ? null
            : "its parent, " + name(parent) + ": " + parent.why();
    }

    /** Such as {@code READY, and waits for its parent to start}; null when it does not. */
    static String notStarted(final HubStatus status) {
        return status.parent() != null && status.parent().attached() && status.state() == HubState.READY
            ? "its parent, " + name(status.parent()) + ", to start" : null;
    }
}
