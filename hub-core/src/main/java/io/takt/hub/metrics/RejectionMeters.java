package io.takt.hub.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.takt.hub.daemon.ChildLinks.Rejected;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Meters of what was not taken at either end of a link. */
final class RejectionMeters {
    private static final String OF_CHILDREN = "takt.link.rejected";
    private static final String OF_PARENT = "takt.parent.rejected";

    private final PrometheusMeterRegistry registry;
    private final Map<Kind, Long> counts = new ConcurrentHashMap<>();

    private record Kind(String meter, Tags tags) {
    }

    RejectionMeters(final PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    /** At the port of child hubs. */
    void update(final Map<Rejected, Long> newCounts) {
        newCounts.forEach((each, count) -> update(new Kind(OF_CHILDREN, Tags.of("federate", each.federate(), "why",
            each.why())), "Rejections at the port of child hubs, by reason.", count));
    }

    /** Of what came as the parent's. */
    void updateParent(final Tags parent, final Map<String, Long> newCounts) {
        newCounts.forEach((why, count) -> update(new Kind(OF_PARENT, parent.and("why", why)),
            "Rejections of what came as the parent's, by reason.", count));
    }

    private void update(final Kind kind, final String help, final long count) {
        if (counts.put(kind, count) == null) {
            FunctionCounter.builder(kind.meter, this, meters -> meters.counts.get(kind)).tags(kind.tags)
                .description(help).register(registry);
        }
    }
}
