package io.takt.hub.core;

import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.Wait;
import java.util.List;

/**
 * Tells once of a wait that lasts and for which there is no good reason, a silent process or a link that is down, and
 * once that it is over. A simulator that computes for long is none. Owned by the hub's thread.
 */
final class LongWaits {
    /** A shorter one is not worth a line. */
    static final long TOLD_AFTER_NS = 1_000_000_000L;

    private final Events events;
    private List<String> told = List.of();
    private long sinceNs;

    LongWaits(final Events events) {
        this.events = events;
    }

    /** The hub waits in this chain, with the reason at its end. */
    void look(final List<Wait> chain, final long nowNs) {
        final List<String> names = isStrange(chain) ? chain.stream().map(LongWaits::name).toList() : List.of();
        if (names.equals(told)) {
            return;
        }
        if (!told.isEmpty()) {
            events.emit(new HubEvent.WaitOver(told, nowNs - sinceNs));
        }
        if (!names.isEmpty()) {
            sinceNs = nowNs - chain.get(0).forNs();
            events.emit(new HubEvent.Waits(chain));
        }
        told = names;
    }

    private static String name(final Wait wait) {
        return wait.blocker() == null ? "its parent" : wait.blocker();
    }

    private static boolean isStrange(final List<Wait> chain) {
        if (chain.isEmpty() || chain.get(0).forNs() < TOLD_AFTER_NS) {
            return false;
        }
        final HoldReason reason = chain.get(chain.size() - 1).reason();
        return reason == HoldReason.SILENT || reason == HoldReason.LINK;
    }
}
