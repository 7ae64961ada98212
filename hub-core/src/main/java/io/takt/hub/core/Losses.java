package io.takt.hub.core;

import io.takt.hub.core.HubPlan.OnLost;
import io.takt.hub.core.HubPlan.PlannedAsset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a hub knows of the processes behind its assets: whose program has ended, who is being started again, and how
 * often everybody was. Owned by the hub's thread.
 */
final class Losses {
    private final HubPlan plan;
    private final Outbox outbox;
    private final Map<String, String> endedPrograms = new HashMap<>();
    private final Map<String, Integer> tries = new HashMap<>();
    private final Set<String> restarting = new HashSet<>();
    private final Set<String> joined = new HashSet<>();

    Losses(final HubPlan plan, final Outbox outbox) {
        this.plan = plan;
        this.outbox = outbox;
    }

    void onProgramStarted(final String asset) {
        endedPrograms.remove(asset);
        restarting.remove(asset);
        joined.remove(asset);
    }

    void onJoined(final String asset) {
        if (plan.planned(asset) != null) {
            joined.add(asset);
        }
    }

    /** Whether anybody has joined with its name since its program was launched. */
    boolean hasJoined(final String asset) {
        return joined.contains(asset);
    }

    void onProgramEnded(final String asset, final String how) {
        endedPrograms.put(asset, how);
    }

    /** How its program ended; null when it has not, when it was not launched, or when another one is to follow. */
    String endOfProgram(final String asset) {
        return restarting.contains(asset) ? null : endedPrograms.get(asset);
    }

    /** Whether it was lost and is being started again. */
    boolean isRestarting(final String asset) {
        return restarting.contains(asset);
    }

    boolean isRestarted(final String asset) {
        final PlannedAsset planned = plan.planned(asset);
        return planned != null && planned.onLost() == OnLost.RESTART;
    }

    boolean isDropped(final String asset) {
        final PlannedAsset planned = plan.planned(asset);
        return planned != null && planned.onLost() == OnLost.DROP;
    }

    /** Tells of a loss with which the run goes on, or will begin. */
    void goOnWithout(final String asset, final String detail, final boolean begun) {
        outbox.onLost(asset, detail, begun ? "the others go on without it" : "the run has not begun");
    }

    /**
     * An asset is lost, or its program has ended without a join.
     *
     * @return whether there is another try; then somebody starts it, and it takes the place that it has left.
     */
    boolean restart(final String asset, final String detail) {
        final HubPlan.Restart restart = isRestarted(asset) ? plan.planned(asset).restart() : null;
        if (restart == null || tries.getOrDefault(asset, 0) >= restart.limit()) {
            return false;
        }
        restarting.add(asset);
        final int nth = tries.merge(asset, 1, Integer::sum);
        outbox.onLost(asset, detail, "it is to be started again (" + nth + " of " + restart.limit() + ")");
        outbox.onRestart(asset, nth, restart.pauseNs());
        return true;
    }

    /** What to say of an asset for which there is no other try. */
    String afterTries(final String asset) {
        final int tried = tries.getOrDefault(asset, 0);
        return tried == 0 ? "" : ", after it was started again " + (tried == 1 ? "once" : tried + " times");
    }
}
