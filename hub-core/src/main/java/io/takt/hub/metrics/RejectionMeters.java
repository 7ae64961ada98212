package io.takt.hub.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.takt.hub.daemon.ChildLinks.Rejected;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Meters of frames that were not taken at the port of child hubs. */
final class RejectionMeters {
    private final PrometheusMeterRegistry registry;
    private final Set<Rejected> counted = new HashSet<>();
    private volatile Map<Rejected, Long> counts = Map.of();

    RejectionMeters(final PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    void update(final Map<Rejected, Long> newCounts) {
        counts = newCounts;
        for (final Rejected each : newCounts.keySet()) {
            if (counted.add(each)) {
                FunctionCounter.builder("takt.link.rejected", this, meters -> meters.counts.getOrDefault(each, 0L))
                    .tags("federate", each.federate(), "why", each.why())
                    .description("Rejections at the port of child hubs, by reason.").register(registry);
            }
        }
    }
}
