package io.takt.hub.view;

import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.Wait;
import java.util.List;
import java.util.Locale;

/** Follows the blame through a tree of hubs, from the one that was asked to the end, in one line. */
public final class WaitText {
    /** A shorter wait is nothing to worry about. */
    private static final long LONG_NS = 1_000_000_000L;

    private WaitText() {
    }

    /**
     * The whole chain.
     *
     * @param waits each waits for the next.
     * @return such as {@code root waits for site-a waits for radar: silent, its process 4711 is stopped (for 12 s)};
     *     empty for nothing.
     */
    public static String chain(final List<Wait> waits) {
        if (waits.isEmpty()) {
            return "";
        }
        final StringBuilder text = new StringBuilder(waits.get(0).hub());
        for (final Wait wait : waits) {
            text.append(" waits for ").append(wait.blocker() == null ? "its parent" : wait.blocker())
                .append(wait.link() == null ? "" : " (" + wait.link() + ")");
        }
        final Wait last = waits.get(waits.size() - 1);
        final boolean isSaid = last.reason() == null || last.reason() == HoldReason.PARENT
            || last.reason() == HoldReason.BELOW || last.reason() == HoldReason.LINK && last.detail() != null;
        final String why = isSaid ? last.detail() : last.detail() == null ? last.reason().word()
            : last.reason().word() + ", " + last.detail();
        return text.append(why == null ? "" : ": " + why).append(last.forNs() < LONG_NS ? ""
            : String.format(Locale.ROOT, " (for %.0f s)", last.forNs() / 1e9)).toString();
    }

    /**
     * Whether the chain says more than the blocker of the hub itself does.
     *
     * @param status of the hub.
     * @return true when the blame goes on in another hub.
     */
    public static boolean isOfTree(final HubStatus status) {
        return status.waits().size() > 1 || status.parent() != null && status.blocker() == null
            && !status.waits().isEmpty();
    }
}
