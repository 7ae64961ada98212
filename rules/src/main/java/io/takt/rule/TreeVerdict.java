package io.takt.rule;

import java.math.BigInteger;
import java.util.List;

/**
 * The verdict on a tree of federates before it starts. A tree stops as a whole: when one clock has stopped for
 * good, every other one does so within its bounds.
 *
 * @param live               whether no clock can ever stop for good.
 * @param stopsAtNs          T*, the time of the root's core at which every fair schedule stops; where assets have whole
 *                           steps, with the laziest choices of them, and with none earlier. Null when live. It may
 *                           exceed {@link Long#MAX_VALUE}: then simulation time ends first, and the tree is not live
 *                           all the same.
 * @param stoppedIn          names from the root to the federate that stops it: the one whose own D_max is too small for
 *                           the steps below it, found by going from the root to the member that holds it back. Empty
 *                           when live.
 * @param stoppedInAtNs      where the core of that federate stands then; null when live.
 * @param stoppedBy          names from below that federate to the clock that it waits for: an asset, or a federate that
 *                           reports its core time. Of those that lag most the first in the given order, assets before
 *                           children. Empty when live.
 * @param stoppedByLagNs     by how much that clock lags behind the core of that federate; null when live.
 * @param requiredMaxDelayNs the smallest D_max with which that federate never stops by itself; others may have to be
 *                           changed, too. Null when live, or when it takes too long to tell.
 */
public record TreeVerdict(
    boolean live,
    BigInteger stopsAtNs,
    List<String> stoppedIn,
    BigInteger stoppedInAtNs,
    List<String> stoppedBy,
    BigInteger stoppedByLagNs,
    BigInteger requiredMaxDelayNs) {

    /** The verdict on a tree that never stops. */
    static final TreeVerdict LIVE = new TreeVerdict(true, null, List.of(), null, List.of(), null, null);

    /**
     * Copies the lists: a verdict does not change.
     */
    public TreeVerdict {
        stoppedIn = List.copyOf(stoppedIn);
        stoppedBy = List.copyOf(stoppedBy);
    }
}
