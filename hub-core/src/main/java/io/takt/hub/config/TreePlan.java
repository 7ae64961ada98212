package io.takt.hub.config;

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
    /** Of a hub that stands alone. */
    public static final TreePlan NONE = new TreePlan(null, List.of(), null, null);
}
