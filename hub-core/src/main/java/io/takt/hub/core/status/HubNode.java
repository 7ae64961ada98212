package io.takt.hub.core.status;

import io.takt.asset.HubState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A hub and those below it, as they told of themselves last.
 *
 * @param hub        its name.
 * @param hubId      random number of its process, by which it is told from another hub of its name; 0 for none.
 * @param state      where it is in its life.
 * @param coreTimeNs T_c.
 * @param maxDelayNs D_max.
 * @param assets     number of its assets that are no child hubs.
 * @param held       what it waits for; null for nothing.
 * @param children   its child hubs, in the order of its file.
 * @param behindNs   by how much T_c was behind the parent's time, as it was known there; 0 for a root.
 */
public record HubNode(String hub, long hubId, HubState state, long coreTimeNs, long maxDelayNs, int assets, Wait held,
    List<Child> children, long behindNs) {
    /** A list that is left out is empty. A child hub may leave out anything: without a name or a state it is none. */
    public HubNode {
        Objects.requireNonNull(hub, "a hub has a name");
        Objects.requireNonNull(state, "a hub has a state");
        children = children == null ? List.of() : List.copyOf(children);
    }

    /**
     * A child hub of a hub.
     *
     * @param name of the child in its parent.
     * @param link to it; null on the same host.
     * @param hub  what it told of itself; null when it has not yet, or is not there.
     */
    public record Child(String name, Link link, HubNode hub) {
        /** It has a name. */
        public Child {
            Objects.requireNonNull(name, "a child hub has a name");
        }
    }

    /**
     * A link to a child hub of another host.
     *
     * @param up    whether there is a connection.
     * @param rttNs how long a frame takes there and back; 0 when it is not known.
     * @param why   why it is not up, in words; null while it is.
     * @param page  the way to the child's page from its parent; null when the child has not told it.
     */
    public record Link(boolean up, long rttNs, String why, PageWay page) {
    }

    /**
     * A hub by its status.
     *
     * @param status of the hub.
     * @return the hub and those below.
     */
    public static HubNode of(final HubStatus status) {
        final List<Wait> waits = status.waits();
        return new HubNode(status.hub(), status.hubId(), status.state(), status.coreTimeNs(), status.maxDelayNs(),
            status.assets().size() - (int) status.children().stream().filter(child -> status.assets().stream()
                .anyMatch(asset -> asset.name().equals(child.name()))).count(),
            waits.isEmpty() ? null : waits.get(0), status.children(),
            status.parent() == null ? 0 : Math.max(0, status.parent().timeNs() - status.coreTimeNs()));
    }

    /**
     * The same hub, with another wait.
     *
     * @param other what it waits for.
     * @return the hub and those below.
     */
    public HubNode heldBy(final Wait other) {
        return new HubNode(hub, hubId, state, coreTimeNs, maxDelayNs, assets, other, children, behindNs);
    }

    /**
     * The same hub, where its parent knows a later time of it than it has told.
     *
     * @param knownNs T_c has reached this.
     * @return the hub and those below.
     */
    public HubNode notBefore(final long knownNs) {
        return knownNs <= coreTimeNs ? this
            : new HubNode(hub, hubId, state, knownNs, maxDelayNs, assets, held, children, behindNs);
    }

    /** {@return how many levels of hubs are below this one} */
    public int levels() {
        return children.stream().mapToInt(child -> child.hub == null ? 1 : 1 + child.hub.levels()).max().orElse(0);
    }

    /**
     * The same hub, without those that are far below it.
     *
     * @param levels below this one that stay; 0 for this hub alone.
     * @return the hub and those below.
     */
    public HubNode cut(final int levels) {
        return new HubNode(hub, hubId, state, coreTimeNs, maxDelayNs, assets, held, levels == 0 ? List.of()
            : children.stream().map(child -> new Child(child.name, child.link,
                child.hub == null ? null : child.hub.cut(levels - 1))).toList(), behindNs);
    }

    /**
     * Follows the blame from a hub to the end: each waits for the next.
     *
     * @param own      what the hub waits for; null for nothing.
     * @param children its child hubs.
     * @return the first is the hub's own; empty when it waits for nothing.
     */
    public static List<Wait> chain(final Wait own, final List<Child> children) {
        final List<Wait> chain = new ArrayList<>();
        final Set<String> hubs = new HashSet<>();
        Wait wait = own;
        List<Child> below = children;
        while (wait != null && hubs.add(wait.hub())) {
            for (Wait each = wait; each != null; each = each.then()) {
                chain.add(each);
            }
            final HubNode next = child(below, wait.end().blocker());
            final boolean goesOn = next != null && wait.end().reason() == HoldReason.BELOW;
            wait = goesOn ? next.held() : null;
            below = goesOn ? next.children : List.of();
        }
        return List.copyOf(chain);
    }

    private static HubNode child(final List<Child> children, final String name) {
        for (final Child child : children) {
            if (child.name().equals(name)) {
                return child.hub();
            }
        }
        return null;
    }
}
