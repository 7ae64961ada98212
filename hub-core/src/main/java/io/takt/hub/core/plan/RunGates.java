package io.takt.hub.core.plan;

import io.takt.rule.GateLiveness;
import io.takt.rule.Liveness;
import java.util.List;

/**
 * The assets that begin a run, and which gates wait for which, as the configuration and the assets have declared it.
 *
 * @param coreStepNs ΔT_c.
 * @param maxDelayNs D_max.
 * @param assets     that are there.
 * @param links      the gated ones between them.
 */
public record RunGates(long coreStepNs, long maxDelayNs, List<Liveness.Member> assets, List<GateLiveness.Link> links) {
}
