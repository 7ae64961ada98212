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
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.daemon.ChildLinks;
import io.takt.hub.view.RecentView;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * A hub's status as text for Prometheus. All numbers of one scrape come from one status, so they fit together: an
 * asset's lag is the core's time less the asset's. May be used from any thread.
 */
public final class HubMetrics {
    private static final String NO_PROCESS = "none";
    private static final long RECENT_NS = 3_000_000_000L;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<String, AssetMeters> assets = new LinkedHashMap<>();
    private final StepHistogram steps;
    private final RejectionMeters rejections;
    private final MultiGauge missing;
    private final MultiGauge hubStates;
    private final MultiGauge held;
    private final MultiGauge silent;
    private final MultiGauge states;
    private final AssetFacts facts;
    private final TreeMeters tree;
    private final AssetSums sums;
    private final ChannelCounts channels;
    private final FrameCounts frames;
    private final ShownAssets shown = new ShownAssets();
    private final RecentView recent = new RecentView(RECENT_NS);
    /** Meters hold on to what they measure by weak references only. */
    private final LongSupplier violations;
    private final double startS;
    private volatile HubStatus status;

    /**
     * Metrics of a hub.
     *
     * @param hub        its name.
     * @param version    of Takt.
     * @param violations counts how often the clocks broke the rules; null when they are not observed.
     * @param startMs    when the hub was started, in milliseconds since 1970.
     */
    public HubMetrics(final String hub, final String version, final LongSupplier violations, final long startMs) {
        this.violations = violations;
        this.startS = startMs / 1e3;
        registry.config().commonTags("hub", hub);
        steps = new StepHistogram(hub);
        registry.getPrometheusRegistry().register(steps);
        rejections = new RejectionMeters(registry);
        gauge("takt.core.time", "seconds", "T_c, the hub's simulation time.", each -> each.coreTimeNs() / 1e9);
        gauge("takt.max.delay", "seconds", "D_max, by how much the core may be ahead of any asset.",
            each -> each.maxDelayNs() / 1e9);
        gauge("takt.speed.ratio", null, "Simulated seconds per wall second, over the last three seconds of running.",
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
            "1 for an asset that the hub waits for, with the state of its process.");
        if (violations != null) {
            FunctionCounter.builder("takt.violations", this, metrics -> metrics.violations.getAsLong())
                .description("How often an observer saw the clocks break the rules.").register(registry);
        }
        hubStates = multi("takt.hub.state", null, "1 for the state that the hub is in.");
        held = multi("takt.blocker.held", "seconds",
            "For how long the blocker holds the core, or a reset, now, and why.");
        silent = multi("takt.blocker.silent", "seconds", "Since when a blocker has shown no sign of life.");
        states = multi("takt.assets", null, "Number of assets in a state.");
        facts = new AssetFacts(hub);
        registry.getPrometheusRegistry().register(facts);
        tree = new TreeMeters(registry);
        sums = new AssetSums(registry);
        channels = new ChannelCounts(hub);
        registry.getPrometheusRegistry().register(channels);
        frames = new FrameCounts(hub);
        registry.getPrometheusRegistry().register(frames);
        gauge("takt.assets.shown", null, "Number of assets that have series of their own.", each -> assets.size());
        gauge("takt.assets.lag.max", "seconds", "The greatest lag of all assets.",
            each -> lags(each).max().orElse(0) / 1e9);
        gauge("takt.assets.lag.mean", "seconds", "The mean lag of all assets.",
            each -> lags(each).average().orElse(0) / 1e9);
        gauge("takt.target.speed.ratio", null, "Simulated seconds per wall second that the hub is to keep; 0 for any.",
            each -> each.totals().targetSpeed());
        gauge("takt.took.over", null, "1 for a hub that went on where a killed one had left off.",
            each -> each.totals().tookOver() ? 1 : 0);
        gauge("takt.core.step", "seconds", "The core's step in simulated time.", each -> each.coreStepNs() / 1e9);
        counter("takt.resets", null, "How often all clocks were put back to 0.", each -> each.totals().resets());
        counter("takt.losses", null, "How often an asset was lost.", each -> each.totals().losses());
        Gauge.builder("takt.start.time", () -> startS).description("When the hub began to serve metrics, since 1970.")
            .baseUnit("seconds").register(registry);
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
        return scrape(newStatus, ChildLinks.Counts.NONE);
    }

    /**
     * Shows a status.
     *
     * @param newStatus of the hub.
     * @param counts    of its links to other hosts.
     * @return text in the format of Prometheus, version 0.0.4.
     */
    public synchronized String scrape(final HubStatus newStatus, final ChildLinks.Counts counts) {
        status = newStatus;
        rejections.update(counts.rejected());
        if (newStatus.parent() != null) {
            rejections.updateParent(TreeMeters.tags(newStatus.parent()), counts.ofParent());
        }
        frames.update(counts.frames());
        updateAssets();
        missing.register(missing(newStatus), true);
        hubStates.register(rows(HubState.values(), newStatus.state()), true);
        final List<Row<?>> holding = new ArrayList<>();
        final List<Row<?>> silence = new ArrayList<>();
        for (final AssetMeters each : assets.values()) {
            final AssetStatus asset = each.status();
            if (asset.name().equals(newStatus.blocker()) && newStatus.blockerReason() != null) {
                holding.add(Row.of(Tags.of("asset", asset.name(), "reason", newStatus.blockerReason().word()),
                    newStatus.blockedForNs() / 1e9));
                silence.add(Row.of(Tags.of("asset", asset.name(), "process", asset.process()),
                    asset.silentNs() / 1e9));
            }
        }
        updateStates();
        held.register(holding, true);
        silent.register(silence, true);
        tree.update(status);
        return registry.scrape();
    }

    private void updateAssets() {
        final List<AssetStatus> chosen = shown.of(recent.take(status));
        final Set<String> names = new HashSet<>();
        for (final AssetStatus asset : chosen) {
            names.add(asset.name());
            assets.computeIfAbsent(asset.name(), name -> new AssetMeters(registry, asset)).update(asset);
        }
        assets.values().removeIf(each -> {
            final boolean isGone = !names.contains(each.status().name());
            if (isGone) {
                each.remove();
            }
            return isGone;
        });
        steps.update(chosen);
        channels.update(chosen);
        facts.update(chosen);
        sums.update(status.assets());
    }

    private void updateStates() {
        final Map<AssetState, Integer> counts = new EnumMap<>(AssetState.class);
        status.assets().stream().filter(ShownAssets::isPresent)
            .forEach(asset -> counts.merge(asset.state(), 1, Integer::sum));
        final List<Row<?>> inState = new ArrayList<>();
        for (final AssetState state : AssetState.values()) {
            inState.add(Row.of(Tags.of("state", state.name()), counts.getOrDefault(state, 0)));
        }
        states.register(inState, true);
    }

    private static LongStream lags(final HubStatus status) {
        return status.assets().stream().filter(ShownAssets::isPresent).mapToLong(AssetStatus::lagNs);
    }

    private static List<Row<?>> missing(final HubStatus status) {
        final Map<String, String> processes = new HashMap<>();
        for (final AssetStatus asset : status.assets()) {
            // Of one that is away a process is known to live only if it is to attach again.
            final boolean isGone = asset.away() || asset.state() == AssetState.LOST || asset.state() == AssetState.LEFT;
            processes.put(asset.name(), isGone && !asset.attaching() ? NO_PROCESS : asset.process());
        }
        final List<Row<?>> rows = new ArrayList<>();
        for (final String name : status.missing().subList(0, Math.min(ShownAssets.MOST, status.missing().size()))) {
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
