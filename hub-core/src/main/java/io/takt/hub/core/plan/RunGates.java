package io.takt.hub.core.plan;

import io.takt.rule.GateLiveness;
import io.takt.rule.Liveness;
import java.util.List;

/**
 * Who begins a run, and whose gates wait for whom, by what the configuration and the assets themselves have declared.
 *
 * @param coreStepNs ΔT_c.
 * @param maxDelayNs D_max.
 * @param assets     who is there.
 * @param links      the gated ones between them.
 */
public record RunGates(long coreStepNs, long maxDelayNs, List<Liveness.Member> assets, List<GateLiveness.Link> links) {
}
