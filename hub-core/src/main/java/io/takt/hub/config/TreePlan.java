package io.takt.hub.config;

import io.takt.hub.core.plan.HubPlan.OnLost;
import java.util.List;

/**
 * The place of a hub in a tree of hubs.
 *
 * @param parent       null for a root.
 * @param federates    the child hubs that the file names.
 * @param listen       where child hubs of other hosts connect; null for nowhere.
 * @param certificates of the hub; null for none.
 */
public record TreePlan(ParentPlan parent, List<FederatePlan> federates, Address listen, CertificatePlan certificates) {
    /** The plan of a hub that stands alone. */
    public static final TreePlan NONE = new TreePlan(null, List.of(), null, null);

    /** Child hubs over a network for which the run waits for ever when their machines do not answer any more. */
    public List<String> awaitedForEver() {
        return listen == null ? List.of() : federates.stream()
            .filter(each -> each.asset().onLost() == OnLost.HALT && each.lostAfterNs() == Long.MAX_VALUE
                && (each.keyFile() != null || certificates != null))
            .map(each -> each.asset().name()).toList();
    }
}
