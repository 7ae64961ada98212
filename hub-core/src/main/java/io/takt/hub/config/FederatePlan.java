package io.takt.hub.config;

import io.takt.hub.core.plan.HubPlan.JudgedChild;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import java.nio.file.Path;

/**
 * A child hub that the configuration of its parent names.
 *
 * @param asset       the child as an asset of the parent; its step is the step of the child's core.
 * @param terms       of its time, as its own file says; null when no file is named.
 * @param config      its own file; null when none is named.
 * @param keyFile     what both prove themselves with when it comes over a network; null on the same host.
 * @param lostAfterNs wall time after which a child is lost whose machine does not answer; {@link Long#MAX_VALUE} for
 *                    never.
 */
public record FederatePlan(PlannedAsset asset, JudgedChild terms, Path config, Path keyFile, long lostAfterNs) {
}
