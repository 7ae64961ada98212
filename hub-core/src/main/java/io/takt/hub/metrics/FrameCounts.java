package io.takt.hub.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.takt.hub.daemon.ChildLinks.Frames;
import java.util.Map;

/** How many of the clock's datagrams child hubs of other hosts have sent, and how many have come. */
final class FrameCounts implements MultiCollector {
    private final String hub;
    private volatile Map<String, Frames> frames = Map.of();

    FrameCounts(final String hub) {
        this.hub = hub;
    }

    void update(final Map<String, Frames> newFrames) {
        frames = newFrames;
    }

    @Override
    public MetricSnapshots collect() {
        final CounterSnapshot.Builder sent = CounterSnapshot.builder().name("takt_link_frames_sent")
            .help("Datagrams of the clock that a child hub has sent at least, as those that came are numbered.");
        final CounterSnapshot.Builder received = CounterSnapshot.builder().name("takt_link_frames_received")
            .help("How many of them have come.");
        frames.forEach((federate, count) -> {
            final Labels labels = Labels.of("federate", federate, "hub", hub);
            sent.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder().labels(labels).value(count.sent())
                .build());
            received.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder().labels(labels)
                .value(count.received()).build());
        });
        return MetricSnapshots.of(sent.build(), received.build());
    }
}
