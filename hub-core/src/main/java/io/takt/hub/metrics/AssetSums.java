package io.takt.hub.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.shm.control.Request;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sums over all assets, those included that have no series of their own, and those that have gone. The
 * sums grow by what each asset has counted since the last scrape, so they never fall.
 */
final class AssetSums {
    private static final int MOST_GONE = 1_000;
    private static final int PROGRESS = 0;
    private static final int RETAIN = 1;
    private static final int MESSAGES = 2;
    private static final int BYTES = 3;
    private static final int HELD = 4;
    private static final int COUNTS = HELD + HoldReason.values().length;

    private final long[] sums = new long[COUNTS];
    /** Counts of the assets that left last: the hub lets an asset that comes back count on. */
    private final Map<String, long[]> before = new LinkedHashMap<>();

    AssetSums(final MeterRegistry registry) {
        counter(registry, "takt.assets.progress", "Count-ups that moved the clock of any asset.", PROGRESS);
        counter(registry, "takt.assets.retain", "Count-ups that left the clock of any asset where it was.",
            RETAIN);
        counter(registry, "takt.assets.messages", "Messages that assets have sent, as far as they report that.",
            MESSAGES);
        counter(registry, "takt.assets.bytes", "Bytes in them.", BYTES);
        for (final HoldReason reason : HoldReason.values()) {
            FunctionCounter.builder("takt.assets.held", this, all -> all.sums[HELD + reason.ordinal()] / 1e9)
                .description("Wall time for which any asset held the core.").baseUnit("seconds")
                .tag("reason", reason.word()).register(registry);
        }
    }

    private void counter(final MeterRegistry registry, final String name, final String help, final int index) {
        FunctionCounter.builder(name, this, all -> all.sums[index]).description(help).register(registry);
    }

    void update(final List<AssetStatus> assets) {
        for (final AssetStatus asset : assets) {
            final long[] counts = counts(asset);
            final long[] earlier = before.remove(asset.name());
            for (int i = 0; i < COUNTS; i++) {
                // An asset whose name was forgotten counts from 0 again.
                sums[i] += earlier == null || counts[i] < earlier[i] ? counts[i] : counts[i] - earlier[i];
            }
            before.put(asset.name(), counts);
        }
        final Iterator<String> leftFirst = before.keySet().iterator();
        while (before.size() > assets.size() + MOST_GONE) {
            leftFirst.next();
            leftFirst.remove();
        }
    }

    private static long[] counts(final AssetStatus asset) {
        final long[] counts = new long[COUNTS];
        counts[PROGRESS] = asset.progress() + asset.earlier().progress();
        counts[RETAIN] = asset.retain() + asset.earlier().retain();
        for (final Request.Sent sent : asset.sent()) {
            counts[MESSAGES] += sent.messages();
            counts[BYTES] += sent.bytes();
        }
        for (final HoldReason reason : HoldReason.values()) {
            counts[HELD + reason.ordinal()] = asset.heldNs().getOrDefault(reason, 0L)
                + asset.earlier().heldNs().getOrDefault(reason, 0L);
        }
        return counts;
    }
}
