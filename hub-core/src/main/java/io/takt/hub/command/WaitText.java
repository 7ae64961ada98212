package io.takt.hub.command;

import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.Wait;
import java.util.List;

/** Follows the blame through a tree of hubs, from the one that was asked to the end, in one line. */
final class WaitText {
    private WaitText() {
    }

    /**
     * The whole chain.
     *
     * @param waits each waits for the next.
     * @return such as {@code root waits for site-a waits for radar: silent, its process 4711 is stopped}; empty for
     *     nothing.
     */
    static String chain(final List<Wait> waits) {
        if (waits.isEmpty()) {
            return "";
        }
        final StringBuilder text = new StringBuilder(waits.get(0).hub());
        for (final Wait wait : waits) {
            text.append(" waits for ").append(wait.blocker() == null ? "its parent" : wait.blocker())
                .append(wait.link() == null ? "" : " (" + wait.link() + ")");
        }
        final Wait last = waits.get(waits.size() - 1);
        final String reason = last.reason() == null || last.reason() == HoldReason.PARENT
            || last.reason() == HoldReason.BELOW ? null : last.reason().word();
        final String why = reason == null ? last.detail() : last.detail() == null ? reason
            : reason + ", " + last.detail();
        return text.append(why == null ? "" : ": " + why).toString();
    }

    /** Whether the chain says more than the blocker of the hub itself does. */
    static boolean isOfTree(final HubStatus status) {
        return status.waits().size() > 1 || status.parent() != null && status.blocker() == null
            && !status.waits().isEmpty();
    }
}
