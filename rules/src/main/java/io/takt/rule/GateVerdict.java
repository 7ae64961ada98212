package io.takt.rule;

import io.takt.rule.GateLiveness.Link;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;

/**
 * The verdict of G3 on a system with gates before it starts.
 *
 * @param live      whether the system can never stop for good, whatever steps its assets choose.
 * @param certain   whether every fair schedule stops at T*, whatever steps are chosen; always so for fixed steps. If
 *                  not, some choices of steps stop it there, and none earlier; others may stop it later, or not at
 *                  all, as far as is told. False when live.
 * @param stopsAtNs T*, the core time at which it stops; null when live, or when that takes too long to tell. It may
 *                  exceed {@link Long#MAX_VALUE}: then simulation time ends first, and the system is not live all the
 *                  same.
 * @param waits     why it stops: the chain of waits at T*, from the core, which waits for the slowest asset, to the
 *                  first one that waits for a member of the chain. An asset that waits for several is said to wait for
 *                  the core, if it does, else for the sender of the first link in the given order. Empty when
 *                  stopsAtNs is null.
 * @param fixes     changes each of which by itself makes the system live and is the smallest of its kind: of D_max,
 *                  then of the delay of the one link for which it is smallest. Changes that cannot help, or take too
 *                  long to tell, are left out. Empty when live.
 */
public record GateVerdict(boolean live, boolean certain, BigInteger stopsAtNs, List<Wait> waits, List<Fix> fixes) {

    /** The verdict on a system that never stops. */
    static final GateVerdict LIVE = new GateVerdict(true, false, null, List.of(), List.of());

    /**
     * Copies the lists: a verdict does not change.
     */
    public GateVerdict {
        waits = List.copyOf(waits);
        fixes = List.copyOf(fixes);
    }

    /**
     * Those of the waits that close a cycle, in order: the last one waits for the first.
     *
     * @return the end of {@link #waits}; all of them when the core is part of it.
     */
    public List<Wait> cycle() {
        if (waits.isEmpty()) {
            return waits;
        }
        final Wait last = waits.get(waits.size() - 1);
        int first = 0;
        while (!Objects.equals(waits.get(first).waiter(), last.awaited())) {
            first++;
        }
        return waits.subList(first, waits.size());
    }

    /**
     * One clock waits for another.
     *
     * @param waiter    name of the asset that waits; null for the core.
     * @param waiterNs  where it stands.
     * @param awaited   name of the asset that it waits for; null for the core.
     * @param awaitedNs where that one stands.
     * @param neededNs  where that one would have to be, at least, for the waiter to count up.
     * @param link      whose gate it is that holds the waiter; null when it is rule (a) or rule (b).
     */
    public record Wait(
        String waiter, BigInteger waiterNs, String awaited, BigInteger awaitedNs, BigInteger neededNs, Link link) {
    }

    /**
     * One number put to a greater value.
     *
     * @param link   whose delay; null for D_max.
     * @param fromNs its value now.
     * @param toNs   the value it should have.
     */
    public record Fix(Link link, long fromNs, long toNs) {
    }
}
