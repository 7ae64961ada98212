package io.takt.hub.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.daemon.ChildLinks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * A hub's status as text for Prometheus. All numbers of one scrape come from one status, so they fit together: an
 * asset's lag is the core's time less the asset's. May be used from any thread.
 */
public final class HubMetrics {
    private static final String NO_PROCESS = "none";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<String, AssetMeters> assets = new LinkedHashMap<>();
    private final StepHistogram steps;
    private final RejectionMeters rejections;
    private final MultiGauge missing;
    private final MultiGauge hubStates;
    private final MultiGauge assetStates;
    private final MultiGauge held;
    private final MultiGauge silent;
    private final MultiGauge links;
    private final MultiGauge roundTrips;
    /** Meters hold on to what they measure by weak references only. */
    private final LongSupplier violations;
    private volatile HubStatus status;

    /**
     * Metrics of a hub.
     *
     * @param hub        its name.
     * @param version    of Takt.
     * @param violations counts how often the clocks broke the rules; null when they are not observed.
     */
    public HubMetrics(final String hub, final String version, final LongSupplier violations) {
        this.violations = violations;
        registry.config().commonTags("hub", hub);
        steps = new StepHistogram(hub);
        registry.getPrometheusRegistry().register(steps);
        rejections = new RejectionMeters(registry);
        gauge("takt.core.time", "seconds", "T_c, the hub's simulation time.", each -> each.coreTimeNs() / 1e9);
        gauge("takt.max.delay", "seconds", "D_max, by how much the core may be ahead of any asset.",
            each -> each.maxDelayNs() / 1e9);
        gauge("takt.speed.ratio", null, "Simulated seconds per wall second, over the last three seconds.",
            HubStatus::recentSpeed);
        counter("takt.core.progress", null, "Count-ups that moved the core's clock.",
            each -> each.coreProgress() + each.earlier().coreProgress());
        counter("takt.core.retain", null, "Count-ups that left the core's clock where it was.",
            each -> each.coreRetain() + each.earlier().coreRetain());
        counter("takt.core.running", "seconds", "Wall time for which the hub has been running.",
            each -> (each.wallNs() + each.earlier().wallNs()) / 1e9);
        gauge("takt.missing.assets", null, "Assets that the hub waits for: required and not ready, or away.",
            each -> each.missing().size());
        missing = multi("takt.asset.missing", null,
            "1 for an asset that the hub waits for, and what its process does.");
        if (violations != null) {
            FunctionCounter.builder("takt.violations", this, metrics -> metrics.violations.getAsLong())
                .description("How often an observer saw the clocks break the rules.").register(registry);
        }
        hubStates = multi("takt.hub.state", null, "1 for the state that the hub is in.");
        assetStates = multi("takt.asset.state", null, "1 for the state that the asset is in.");
        held = multi("takt.blocker.held", "seconds",
            "For how long the blocker holds the core, or a reset, now, and why.");
        silent = multi("takt.blocker.silent", "seconds", "Since when a blocker has shown no sign of life.");
        links = multi("takt.link.up", null, "1 for a child hub that takes part and can be reached, 0 for any other.");
        roundTrips = multi("takt.link.rtt", "seconds", "How long a frame takes to a child hub and back.");
        Gauge.builder("takt.build.info", () -> 1).description("The version of Takt.").tag("version", version)
            .register(registry);
    }

    /**
     * Shows a status.
     *
     * @param newStatus of the hub.
     * @return text in the format of Prometheus, version 0.0.4.
     */
    public String scrape(final HubStatus newStatus) {
        return scrape(newStatus, Map.of());
    }

    /**
     * Shows a status.
     *
     * @param newStatus of the hub.
     * @param rejected  how often something was not taken of child hubs of other hosts.
     * @return text in the format of Prometheus, version 0.0.4.
     */
    public synchronized String scrape(final HubStatus newStatus, final Map<ChildLinks.Rejected, Long> rejected) {
        status = newStatus;
        rejections.update(rejected);
        updateAssets();
        missing.register(missing(newStatus), true);
        hubStates.register(rows(HubState.values(), newStatus.state()), true);
        final List<Row<?>> states = new ArrayList<>();
        final List<Row<?>> holding = new ArrayList<>();
        final List<Row<?>> silence = new ArrayList<>();
        for (final AssetMeters each : assets.values()) {
            final AssetStatus asset = each.status();
            states.add(Row.of(Tags.of("asset", asset.name(), "state", asset.state().name()), 1));
            if (asset.name().equals(newStatus.blocker()) && newStatus.blockerReason() != null) {
                holding.add(Row.of(Tags.of("asset", asset.name(), "reason", newStatus.blockerReason().word()),
                    newStatus.blockedForNs() / 1e9));
                silence.add(Row.of(Tags.of("asset", asset.name(), "process", asset.process()),
                    asset.silentNs() / 1e9));
            }
        }
        assetStates.register(states, true);
        held.register(holding, true);
        silent.register(silence, true);
        updateLinks();
        return registry.scrape();
    }

    private void updateLinks() {
        final Set<String> there = new HashSet<>();
        for (final AssetStatus asset : status.assets()) {
            if (!asset.away() && asset.state() != AssetState.LEFT && asset.state() != AssetState.LOST) {
                there.add(asset.name());
            }
        }
        final List<Row<?>> up = new ArrayList<>();
        final List<Row<?>> times = new ArrayList<>();
        for (final HubNode.Child child : status.children()) {
            final boolean isUp = there.contains(child.name()) && (child.link() == null || child.link().up());
            up.add(Row.of(Tags.of("federate", child.name()), isUp ? 1 : 0));
            if (child.link() != null && child.link().rttNs() > 0) {
                times.add(Row.of(Tags.of("federate", child.name()), child.link().rttNs() / 1e9));
            }
        }
        links.register(up, true);
        roundTrips.register(times, true);
    }

    private void updateAssets() {
        final Set<String> present = new HashSet<>();
        for (final AssetStatus asset : status.assets()) {
            // An asset that is away still bounds the core, and most of all then.
            if (asset.away() || asset.state() != AssetState.LEFT && asset.state() != AssetState.LOST) {
                present.add(asset.name());
                assets.computeIfAbsent(asset.name(), name -> new AssetMeters(registry, asset)).update(asset);
            }
        }
        assets.values().removeIf(each -> {
            final boolean isGone = !present.contains(each.status().name());
            if (isGone) {
                each.remove();
            }
            return isGone;
        });
        steps.update(assets.values().stream().map(AssetMeters::status).toList());
    }

    private static List<Row<?>> missing(final HubStatus status) {
        final Map<String, String> processes = new HashMap<>();
        for (final AssetStatus asset : status.assets()) {
            // Of one that is away a process is known to live only if it is to attach again.
            final boolean isGone = asset.away() || asset.state() == AssetState.LOST || asset.state() == AssetState.LEFT;
            processes.put(asset.name(), isGone && !asset.attaching() ? NO_PROCESS : asset.process());
        }
        final List<Row<?>> rows = new ArrayList<>();
        for (final String name : status.missing()) {
            rows.add(Row.of(Tags.of("asset", name, "process", processes.getOrDefault(name, NO_PROCESS)), 1));
        }
        return rows;
    }

    private static List<Row<?>> rows(final HubState[] states, final HubState current) {
        final List<Row<?>> rows = new ArrayList<>();
        for (final HubState state : states) {
            rows.add(Row.of(Tags.of("state", state.name()), state == current ? 1 : 0));
        }
        return rows;
    }

    private MultiGauge multi(final String name, final String unit, final String help) {
        return MultiGauge.builder(name).description(help).baseUnit(unit).register(registry);
    }

    private void gauge(final String name, final String unit, final String help,
        final ToDoubleFunction<HubStatus> value) {
        Gauge.builder(name, this, metrics -> value.applyAsDouble(metrics.status)).description(help).baseUnit(unit)
            .register(registry);
    }

    private void counter(final String name, final String unit, final String help,
        final ToDoubleFunction<HubStatus> value) {
        FunctionCounter.builder(name, this, metrics -> value.applyAsDouble(metrics.status)).description(help)
            .baseUnit(unit).register(registry);
    }
}
