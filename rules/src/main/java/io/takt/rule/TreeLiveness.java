package io.takt.rule;

import java.util.ArrayList;
import java.util.List;

/**
 * L3 and L4, exact liveness of a tree of any depth, in which each federate reports as it likes: no clock can ever stop
 * for good iff for every federate v with members and every multiple t of its core's step
 * lag_v(t) + ΔT_v ≤ D_v, where lag_v(t) is how far the latest report of a member is behind t when v stands at t and
 * nothing below it can move: a member then stands at the greatest multiple of its step up to t, a member of it at the
 * greatest multiple of its own step up to that, and so on down to those whose time is reported.
 *
 * <p>Where children report their core time this is L2 for each federate with its children as assets (L3). Where they
 * report their slowest member the floors are nested: t - ⌊⌊t/ΔT_child⌋ ΔT_child / ΔT_i⌋ ΔT_i (L4).
 *
 * <p><em>Steps that vary</em> are judged by the laziest choices, as {@link GateLiveness} says: one that takes what it
 * is allowed goes by its granularity g; one that does its steps whole, of up to S, goes by g as late as if it wanted S
 * each time, so below a core that stands at t it stands at max(0, ⌊t/g⌋ g - (S - g)). All that follows holds of that.
 *
 * <p>Proof. <em>A count-up that is allowed stays allowed</em> until it is made: rules (a) and (b) compare a clock with
 * its parent's core and with reports of its members, and those never go back.
 *
 * <p>If the condition holds, something can always move: suppose nothing can, and take a federate v that rule (b) holds
 * back, as deep as possible; if there is none, then v is the root, which rule (a) does not bind. Below v only rule (a)
 * holds anything back, so every member stands at the greatest multiple up to its parent's time. That is the case of the
 * condition with t = T_v, so rule (b) lets v go on. And no part can stop while others go on for ever: rule (a) ties
 * what is below, rule (b) what is above.
 *
 * <p>If the condition fails for v at t, then v comes to t or stops before. At t its members can report no later times
 * than those of the condition, so v never leaves t; and with it all others stop.
 *
 * <p>Where the tree stops does not depend on the schedule: let one fair run come to rest and consider the first
 * count-up of another run that takes a clock beyond where the first run left it. All others were no farther than in the
 * first run's rest, so this count-up was allowed there, too, and it was not at rest. For T*, let every federate below v
 * be judged: left to itself it stops at T*_w. Under v at t it comes to rest at the least of T*_w and the greatest
 * multiple of its step up to t. So v stops at the first t where the condition fails, or where the report of some w that
 * stands at T*_w is more than D_v - ΔT_v behind, whichever is first. That v may stop before w comes to T*_w does no
 * harm: reports never go back, so that of w at T*_w bounds all before it.
 */
public final class TreeLiveness {
    private TreeLiveness() {
    }

    /**
     * Judges a tree whose clocks all start at 0.
     *
     * <p>Takes well under a second when children report their core time, or when the steps of a path have much in
     * common, as milliseconds have. Otherwise the work grows with how often the steps along a path go into their least
     * common multiple.
     *
     * @param root the whole tree; without members nothing binds it, and it is live.
     * @return the verdict.
     * @throws TooManyCasesException when it cannot be told in a few seconds.
     */
    public static TreeVerdict judge(final Federate root) {
        final JudgedFederate judged = new JudgedFederate(root, NestedFloors.cases());
        return judged.stopsAtNs() == null ? TreeVerdict.LIVE : verdict(judged);
    }

    /**
     * From the root to the member that holds it back, from there to the one that holds that back, and so on to the end.
     */
    private static TreeVerdict verdict(final JudgedFederate root) {
        final List<String> stoppedIn = new ArrayList<>(List.of(root.name()));
        JudgedFederate holder = root;
        while (true) {
            final JudgedFederate.Slowest slowest = holder.slowestAt(holder.stopsAtNs());
            final List<String> waitedFor = new ArrayList<>();
            final JudgedFederate stuck = firstStuck(slowest, waitedFor);
            if (stuck == null) {
                return new TreeVerdict(
                    false,
                    root.stopsAtNs(),
                    stoppedIn,
                    holder.stopsAtNs(),
                    waitedFor,
                    holder.stopsAtNs().subtract(slowest.timeNs()),
                    holder.requiredMaxDelayNs());
            }
            stoppedIn.addAll(waitedFor);
            holder = stuck;
        }
    }

    /** The first federate on the way to the slowest that is itself held back, and the names up to it or to the end. */
    private static JudgedFederate firstStuck(final JudgedFederate.Slowest slowest, final List<String> names) {
        for (JudgedFederate.Slowest at = slowest; at != null; at = at.below()) {
            names.add(at.member());
            if (at.stuck() != null) {
                return at.stuck();
            }
        }
        return null;
    }
}
