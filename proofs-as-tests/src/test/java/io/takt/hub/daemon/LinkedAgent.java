package io.takt.hub.daemon;

import io.takt.hub.core.plan.HubPlan;
import io.takt.shm.clock.LeftClocks;
import java.util.function.Predicate;

/** What a hub's process ties to the agent; for tests that are the process. */
public final class LinkedAgent {
    private LinkedAgent() {
    }

    /**
     * There may be children on other hosts.
     *
     * @param agent of the hub.
     * @param links to them.
     */
    public static void children(final HubAgent agent, final ChildLinks links) {
        agent.children(links);
    }

    /**
     * Where a hub goes on that finds the clocks of a killed one.
     *
     * @param left    what it finds; null for nothing.
     * @param plan    its own.
     * @param isAlive whether an asset that took part is there.
     * @return null for a run from 0.
     */
    public static LeftClocks goesOnFrom(final LeftClocks left, final HubPlan plan,
        final Predicate<LeftClocks.LeftAsset> isAlive) {
        return RecoveryDecision.of(left, plan, false, isAlive).clocks();
    }

    /**
     * Wakes the hub's thread.
     *
     * @param agent of the hub.
     */
    public static void ring(final HubAgent agent) {
        agent.ring();
    }
}
