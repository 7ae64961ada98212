package io.takt.hub.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.Collection;
import java.util.List;

/**
 * The present state of each asset: series that come and go with their labels. Of many assets Micrometer, which
 * registers each anew for every scrape, would take longer for these than for all others.
 */
final class AssetFacts implements MultiCollector {
    private final String hub;
    private volatile Collection<AssetStatus> assets = List.of();

    AssetFacts(final String hub) {
        this.hub = hub;
    }

    void update(final Collection<AssetStatus> newAssets) {
        assets = newAssets;
    }

    @Override
    public MetricSnapshots collect() {
        final GaugeSnapshot.Builder states = gauge("takt_asset_state", "1 for the state that the asset is in.");
        final GaugeSnapshot.Builder processes = gauge("takt_asset_process",
            "1 for what the asset's process does, as far as that is known.");
        final GaugeSnapshot.Builder awaited = gauge("takt_asset_awaits",
            "1 for an asset whose step waits for a sender, or for room.");
        final GaugeSnapshot.Builder fills = gauge("takt_log_fill_ratio",
            "The part of an asset's message log that receivers still need.");
        for (final AssetStatus asset : assets) {
            states.dataPoint(point(1, "asset", asset.name(), "hub", hub, "state", asset.state().name()));
            processes.dataPoint(point(1, "asset", asset.name(), "hub", hub, "process", asset.process()));
            if (asset.awaited() != null) {
                awaited.dataPoint(point(1, "asset", asset.name(), "channel", asset.awaited().channel() == null ? ""
                    : asset.awaited().channel(), "hub", hub, "sender", asset.awaited().asset()));
            }
            if (!asset.sent().isEmpty() || asset.logFill() > 0) {
                fills.dataPoint(point(asset.logFill(), "asset", asset.name(), "hub", hub));
            }
        }
        return MetricSnapshots.of(states.build(), processes.build(), awaited.build(), fills.build());
    }

    private static GaugeSnapshot.Builder gauge(final String name, final String help) {
        return GaugeSnapshot.builder().name(name).help(help);
    }

    private static GaugeDataPointSnapshot point(final double value, final String... labels) {
        return GaugeDataPointSnapshot.builder().labels(Labels.of(labels)).value(value).build();
    }
}
