package io.takt.hub.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one asset, which all show the status that was given last. Counters go on over resets:
 * earlier counts are added.
 */
final class AssetMeters {
    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();
    private boolean hasInput;
    private volatile AssetStatus status;

    AssetMeters(final MeterRegistry registry, final AssetStatus status) {
        this.registry = registry;
        this.status = status;
        gauge("takt.asset.time", "T_i, the asset's simulation time.", asset -> asset.timeNs() / 1e9);
        gauge("takt.asset.lag", "By how much the core is ahead of the asset.", asset -> asset.lagNs() / 1e9);
        counter("takt.asset.progress", "Count-ups that moved the asset's clock.",
            asset -> asset.progress() + asset.earlier().progress());
        counter("takt.asset.retain", "Count-ups that left the asset's clock where it was.",
            asset -> asset.retain() + asset.earlier().retain());
        counter("takt.messages.missed", "Messages that went with a lost process, and its successor went on without.",
            asset -> asset.missedMessages());
        counter("takt.asset.restarts", "How often a new process has taken the place of a lost one.",
            asset -> asset.restarts());
        for (final HoldReason reason : HoldReason.values()) {
            if (reason != HoldReason.INPUT) {
                held(reason);
            }
        }
    }

    void update(final AssetStatus newStatus) {
        status = newStatus;
        if (!hasInput && heldNs(HoldReason.INPUT) > 0) {
            hasInput = true;
            held(HoldReason.INPUT);
        }
    }

    AssetStatus status() {
        return status;
    }

    void remove() {
        meters.forEach(registry::remove);
    }

    private void gauge(final String name, final String help, final ToDoubleFunction<AssetStatus> value) {
        meters.add(Gauge.builder(name, this, meter -> value.applyAsDouble(meter.status)).description(help)
            .baseUnit("seconds").tag("asset", status.name()).register(registry));
    }

    private void counter(final String name, final String help, final ToDoubleFunction<AssetStatus> value) {
        meters.add(FunctionCounter.builder(name, this, meter -> value.applyAsDouble(meter.status)).description(help)
            .tag("asset", status.name()).register(registry));
    }

    private long heldNs(final HoldReason reason) {
        return status.heldNs().getOrDefault(reason, 0L) + status.earlier().heldNs().getOrDefault(reason, 0L);
    }

    private void held(final HoldReason reason) {
        meters.add(FunctionCounter.builder("takt.blocker", this,
                meter -> meter.heldNs(reason) / 1e9)
            .description("Wall time for which the asset held the core.").baseUnit("seconds")
            .tag("asset", status.name()).tag("reason", reason.word()).register(registry));
    }
}
