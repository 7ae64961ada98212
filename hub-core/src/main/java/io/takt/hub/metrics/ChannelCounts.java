package io.takt.hub.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.shm.control.Request;
import java.util.Collection;
import java.util.List;

/** Messages that assets have sent by channel, as they have counted them themselves. */
final class ChannelCounts implements MultiCollector {
    /** So many channels have series of their own; of assets that have some. */
    static final int MOST = 1_000;

    private final String hub;
    private volatile Collection<AssetStatus> assets = List.of();

    ChannelCounts(final String hub) {
        this.hub = hub;
    }

    void update(final Collection<AssetStatus> newAssets) {
        assets = newAssets;
    }

    @Override
    public MetricSnapshots collect() {
        final CounterSnapshot.Builder messages = CounterSnapshot.builder().name("takt_channel_messages")
            .help("Messages that an asset has sent on a channel.");
        final CounterSnapshot.Builder bytes = CounterSnapshot.builder().name("takt_channel_bytes")
            .help("Bytes in them.");
        int channels = 0;
        for (final AssetStatus asset : assets) {
            for (final Request.Sent sent : asset.sent()) {
                if (channels++ < MOST) {
                    final Labels labels = Labels.of("asset", asset.name(), "channel", sent.channel(), "hub", hub);
                    messages.dataPoint(point(labels, sent.messages()));
                    bytes.dataPoint(point(labels, sent.bytes()));
                }
            }
        }
        return MetricSnapshots.of(messages.build(), bytes.build());
    }

    private static CounterSnapshot.CounterDataPointSnapshot point(final Labels labels, final long count) {
        return CounterSnapshot.CounterDataPointSnapshot.builder().labels(labels).value(count).build();
    }
}
