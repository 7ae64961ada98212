package io.takt.hub.view;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.ParentStatus;

/** Says in words how a child hub stands to its parent. */
public final class ParentText {
    private ParentText() {
    }

    /**
     * The parent, as a person would call it.
     *
     * @param parent of a hub.
     * @return such as {@code hub 'root'}.
     */
    public static String name(final ParentStatus parent) {
        return parent.hub() != null ? "hub '" + parent.hub() + "'"
            : parent.address() != null ? "the hub at " + parent.address() : "a hub";
    }

    /**
     * Why a child hub is without its parent.
     *
     * @param status of the child.
     * @return such as {@code its parent, hub 'root': no hub named 'root' is running}; null when the parent is there.
     */
    public static String missing(final HubStatus status) {
        return status.state().isEnd() ? null : away(status);
    }

    /**
     * The same, also of a hub whose run has ended: why it was without its parent then.
     *
     * @param status of the child.
     * @return as of {@link #missing}.
     */
    public static String away(final HubStatus status) {
        final ParentStatus parent = status.parent();
        return parent == null || parent.attached() || parent.why() == null ? null
            : "its parent, " + name(parent) + ": " + parent.why();
    }

    /**
     * Says for which event a child hub waits that could run.
     *
     * @param status of the child.
     * @return such as {@code its parent, hub 'root', to start}; null when it does not.
     */
    public static String notStarted(final HubStatus status) {
        return status.parent() != null && status.parent().attached() && status.state() == HubState.READY
            ? "its parent, " + name(status.parent()) + ", to start" : null;
    }
}
