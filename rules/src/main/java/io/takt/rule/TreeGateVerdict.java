package io.takt.rule;

import io.takt.rule.GateLiveness.Link;
import java.math.BigInteger;
import java.util.List;

/**
 * The verdict on a tree of federates with gates, before it starts.
 *
 * @param live      whether no clock can ever stop for good, whatever steps assets choose.
 * @param certain   whether it stops then with every choice of steps; always so where no steps vary. False when live.
 * @param stopsAtNs the time of the root's core at which it stops, with the laziest choices of steps; null when live.
 * @param waits     why: from the root's core on, each waits for the next, up to the first that waits for one of them.
 *                  Empty when live.
 * @param fixes     changes each of which by itself makes the tree live and is the smallest of its kind: of D_max of one
 *                  hub, then of the delay of one link. Changes that cannot help, or take too long to tell, are left
 *                  out. Empty when live.
 */
public record TreeGateVerdict(boolean live, boolean certain, BigInteger stopsAtNs, List<Wait> waits, List<Fix> fixes) {
    /** The verdict on a tree that never stops. */
    static final TreeGateVerdict LIVE = new TreeGateVerdict(true, false, null, List.of(), List.of());

    /**
     * Copies the lists: a verdict does not change.
     */
    public TreeGateVerdict {
        waits = List.copyOf(waits);
        fixes = List.copyOf(fixes);
    }

    /**
     * A clock of the tree.
     *
     * @param path   names from below the root, such as {@code site-a/drone}; empty for the root.
     * @param isCore whether it is the core of that hub, and not an asset.
     */
    public record Place(String path, boolean isCore) {
    }

    /**
     * One clock waits for another.
     *
     * @param waiter    that waits.
     * @param waiterNs  where it stands.
     * @param awaited   for which it waits.
     * @param awaitedNs where that stands.
     * @param link      whose gate it is that holds the waiter; null when it is rule (a) or rule (b).
     */
    public record Wait(Place waiter, BigInteger waiterNs, Place awaited, BigInteger awaitedNs, Link link) {
    }

    /**
     * One number put to a greater value.
     *
     * @param hub    path of the hub whose D_max it is; null for a delay.
     * @param link   whose delay it is; null for a D_max.
     * @param fromNs its value now.
     * @param toNs   the value it should have.
     */
    public record Fix(String hub, Link link, long fromNs, long toNs) {
    }
}
