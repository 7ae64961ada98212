package io.takt.hub.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.Collection;
import java.util.List;

/**
 * How long steps take, as assets have counted it themselves: Micrometer has histograms of its own measurements, and
 * none of those of others.
 */
final class StepHistogram implements Collector {
    static final String NAME = "takt_asset_step_seconds";

    /** Bounds are powers of two in nanoseconds, from 2^10, about 1 us, to 2^36, about 69 s. */
    static final int FIRST = 10;
    static final int LAST = 36;

    private final String hub;
    private volatile Collection<AssetStatus> assets = List.of();

    StepHistogram(final String hub) {
        this.hub = hub;
    }

    void update(final Collection<AssetStatus> newAssets) {
        assets = newAssets;
    }

    @Override
    public MetricSnapshot collect() {
        final HistogramSnapshot.Builder histogram = HistogramSnapshot.builder().name(NAME)
            .help("Wall time that a step of the asset takes.");
        for (final AssetStatus asset : assets) {
            if (!asset.steps().isEmpty()) {
                histogram.dataPoint(HistogramDataPointSnapshot.builder().sum(asset.busyNs() / 1e9)
                    .classicHistogramBuckets(buckets(asset.steps()))
                    .labels(Labels.of("asset", asset.name(), "hub", hub)).build());
            }
        }
        return histogram.build();
    }

    private static ClassicHistogramBuckets buckets(final List<List<Long>> steps) {
        final long[] counts = new long[LAST - FIRST + 2];
        for (final List<Long> pair : steps) {
            // Bucket b ends at 2^(b+1).
            final long bound = Math.max(FIRST, Math.min(LAST + 1, pair.get(0) + 1));
            counts[(int) (bound - FIRST)] += pair.get(1);
        }
        final ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int i = 0; i <= LAST - FIRST; i++) {
            buckets.bucket((1L << FIRST + i) / 1e9, counts[i]);
        }
        return buckets.bucket(Double.POSITIVE_INFINITY, counts[counts.length - 1]).build();
    }
}
