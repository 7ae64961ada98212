package io.takt.hub.core;

import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;

/** Which asset is furthest behind the core. Asked when a run has stopped for good. */
final class MostLagging {
    private MostLagging() {
    }

    /** Of several the first in the configuration's order, as the liveness verdict names it; null without members. */
    static Member of(final HubPlan plan, final Members members) {
        Member most = null;
        for (final PlannedAsset planned : plan.assets()) {
            most = slower(most, members.named(planned.name()), members);
        }
        for (final Member member : members.all()) {
            most = slower(most, member, members);
        }
        return most;
    }

    private static Member slower(final Member first, final Member other, final Members members) {
        if (first == null || other == null) {
            return first == null ? other : first;
        }
        return members.timeNs(other.slot()) < members.timeNs(first.slot()) ? other : first;
    }
}
