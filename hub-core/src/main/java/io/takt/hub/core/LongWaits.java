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
    private HoldReason toldWhy;
    private long sinceNs;

    LongWaits(final Events events) {
        this.events = events;
    }

    /**
     * The hub waits in this chain, with the reason at its end; an empty chain for no wait that lasts. A wait that was
     * told is over when another asset is waited for, or none: one that computes for a moment, as in a debugger, still
     * is the same.
     */
    void look(final List<Wait> chain, final long nowNs) {
        final boolean lasts = !chain.isEmpty() && chain.get(0).forNs() >= TOLD_AFTER_NS;
        final List<String> names = lasts ? chain.stream().map(LongWaits::name).toList() : List.of();
        if (!told.isEmpty() && !names.equals(told)) {
            events.emit(new HubEvent.WaitOver(told, nowNs - sinceNs));
            told = List.of();
            toldWhy = null;
        }
        final HoldReason why = lasts ? chain.get(chain.size() - 1).reason() : null;
        if (isStrange(why) && why != toldWhy) {
            sinceNs = told.isEmpty() ? nowNs - chain.get(0).forNs() : sinceNs;
            told = names;
            toldWhy = why;
            events.emit(new HubEvent.Waits(chain));
        }
    }

    private static String name(final Wait wait) {
        return wait.blocker() == null ? "its parent" : wait.blocker();
    }

    private static boolean isStrange(final HoldReason why) {
        return why == HoldReason.SILENT || why == HoldReason.LINK;
    }
}
