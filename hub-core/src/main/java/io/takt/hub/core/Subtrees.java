package io.takt.hub.core;

import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.Event;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * Reports of child hubs on themselves: asked for at most twice a second, when the last one has come, and only of those
 * that hold the core, unless a watcher wants to know of all. Owned by the hub's thread.
 */
final class Subtrees {
    /** For so long after a status all are asked: a watcher asks again before. */
    static final long AFTER_A_STATUS_NS = 2_000_000_000L;

    private static final long EVERY_NS = 500_000_000L;

    private boolean wanted;
    private long wantedUntilNs;
    private long askNextNs;

    void want(final long nowNs) {
        if (!wanted) {
            askNextNs = nowNs;
        }
        wanted = true;
        wantedUntilNs = nowNs + AFTER_A_STATUS_NS;
    }

    /** The asset that holds the core for long is null when none does. */
    void ask(final Members members, final Member holder, final Events events, final long nowNs) {
        wanted = wanted && nowNs - wantedUntilNs < 0;
        final boolean isHeldByOne = holder != null && holder.isFederate();
        if ((wanted || isHeldByOne) && nowNs - askNextNs >= 0) {
            askNextNs = nowNs + EVERY_NS;
            if (wanted) {
                members.forEach(member -> ask(member, events, nowNs));
            } else {
                ask(holder, events, nowNs);
            }
        }
    }

    private static void ask(final Member member, final Events events, final long nowNs) {
        if (member.isFederate() && !member.isAway() && member.child().ask(nowNs)) {
            events.send(member.connection(), new Event.Report());
        }
    }

    /** Takes what a child hub tells, or says in one line what is wrong with it. */
    static String take(final Member member, final Request.Subtree told, final long nowNs) {
        if (!member.isFederate()) {
            return "asset '" + member.name() + "' is no child hub";
        }
        try {
            member.child().told(StatusJson.readLink(told.link()), StatusJson.readNode(told.hub()), nowNs);
            return null;
        } catch (final IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** The child hubs of a hub: those of its file in their order, then others. */
    static List<HubNode.Child> children(final List<String> planned, final Members members) {
        final List<HubNode.Child> children = new ArrayList<>();
        for (final String name : planned) {
            final Member member = members.named(name);
            children.add(member == null ? new HubNode.Child(name, null, null) : member.asChild());
        }
        members.forEach(member -> {
            if (member.isFederate() && !planned.contains(member.name())) {
                children.add(member.asChild());
            }
        });
        return List.copyOf(children);
    }
}
