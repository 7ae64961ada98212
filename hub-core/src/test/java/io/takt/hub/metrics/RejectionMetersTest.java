package io.takt.hub.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.takt.hub.daemon.ChildLinks.Rejected;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RejectionMetersTest {
    @Test
    void eachKindIsCountedOn() {
        final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        final RejectionMeters meters = new RejectionMeters(registry);
        final Rejected kind = new Rejected("", "foreign");
        meters.update(Map.of(kind, 3L));
        assertThat(registry.scrape()).contains("takt_link_rejected_total{federate=\"\",why=\"foreign\"} 3.0");
        meters.update(Map.of(kind, 5L, new Rejected("a", "forged"), 1L));
        assertThat(registry.scrape()).contains("{federate=\"\",why=\"foreign\"} 5.0",
            "{federate=\"a\",why=\"forged\"} 1.0");
        meters.updateParent(Tags.of("parent", "lab"), Map.of("replayed", 2L));
        meters.updateParent(Tags.of("parent", "lab"), Map.of("replayed", 7L));
        assertThat(registry.scrape()).contains("takt_parent_rejected_total{parent=\"lab\",why=\"replayed\"} 7.0");
    }
}
