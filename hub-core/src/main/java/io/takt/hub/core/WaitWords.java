package io.takt.hub.core;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.Wait;
import io.takt.hub.core.world.ProcessReading;
import java.util.Locale;

/** Says why a hub waits for a member, in the words of a {@link Wait}. Without state. */
final class WaitWords {
    private WaitWords() {
    }

    /** The end of the chain when a hub waits for a member. */
    static Wait of(final String hub, final Member blocker, final HoldReason reason, final ProcessReading sight,
        final HubStatus.Awaited awaited, final long forNs, final Wait then) {
        final HubNode.Link link = blocker.link();
        final String detail = blocker.isAway() ? "it was lost, and another process is to take its place"
            : reason == HoldReason.INPUT ? text(awaited)
            : reason == HoldReason.LINK ? link.why()
            : reason == HoldReason.BELOW || blocker.pid() == 0 ? null
            : "its process " + blocker.pid() + (sight.state() == ProcessReading.State.UNKNOWN ? ""
                : " is " + sight.state().word());
        return new Wait(hub, blocker.name(), reason, detail, text(link), forNs, then);
    }

    private static String text(final HubStatus.Awaited awaited) {
        return awaited == null ? null : awaited.channel() == null ? "for room for messages to " + awaited.asset()
            : "for messages of " + awaited.asset();
    }

    private static String text(final HubNode.Link link) {
        return link == null ? null : !link.up() ? "link down" : link.rttNs() == 0 ? "link up"
            : String.format(Locale.ROOT, "link up, %.1f ms", link.rttNs() / 1e6);
    }

    /** The asset that a hub waits for before it runs: one that is missing, or not ready; null without a name. */
    static Wait beforeRun(final String hub, final String name, final Member missing, final long nowNs) {
        if (name == null) {
            return null;
        } else if (missing == null) {
            return new Wait(hub, name, null, "it has not joined", null, 0);
        }
        final boolean isBelow =
            missing.isFederate() && !missing.isAway() && missing.child().waits(HubState.WAITING, nowNs);
        final boolean isCut = !missing.isAway() && missing.link() != null && !missing.link().up();
        final String process = missing.pid() == 0 ? "its process" : "its process " + missing.pid();
        final String detail = isBelow ? null : isCut ? missing.link().why()
            : missing.isAttaching() ? process + " is to attach again"
            : missing.isAway() ? "it was lost, and another process is to take its place" : process + " is not ready";
        return new Wait(hub, name, isCut ? HoldReason.LINK : isBelow ? HoldReason.BELOW : null, detail,
            text(missing.link()), 0);
    }
}
