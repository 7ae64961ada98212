package io.takt.lab.tune;

import io.takt.hub.config.HubConfig;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Trial;
import io.takt.lab.sim.Work;
import io.takt.lab.sim.Workload;
import java.util.List;
import java.util.Map;

/** How much wall time the parties of a configuration need, from what the file, the user and a measurement say. */
final class Loads {
    /** Of the core, for one count-up: assumed, about what a lock-step takes in docs/laboratory/bench.md. */
    static final long CORE_COST_NS = 200;

    /** Where nothing was measured: about what it takes Linux to wake a process that sleeps. */
    static final long USUAL_HANDOVER_NS = 20_000;

    private static final long MOST_HANDOVER_NS = 20_000_000;
    private static final int HALVINGS = 16;

    private Loads() {
    }

    /** The assets of which neither the file nor the user says how much wall time a step needs. */
    static List<PlannedAsset> unknown(final HubConfig config, final Map<String, Long> givenNs) {
        return config.assets().stream()
            .filter(asset -> asset.intervalNs() == 0 && !givenNs.containsKey(asset.name())).toList();
    }

    /**
     * Puts them together. The user's time for an asset is its interval where the file gives it one, and else the time
     * that a step of it costs.
     *
     * @param config     the file.
     * @param givenNs    what the user says, by asset.
     * @param measuredNs what steps were measured to cost, by asset; may leave out assets that are known otherwise.
     * @param handoverNs from when a clock moves until the party that waits for that can act.
     * @return the load.
     */
    static Workload of(final HubConfig config, final Map<String, Long> givenNs, final Map<String, Long> measuredNs,
        final long handoverNs) {
        return new Workload(config.assets().stream().map(asset -> {
            final Long given = givenNs.get(asset.name());
            final long measured = measuredNs.getOrDefault(asset.name(), 0L);
            return asset.intervalNs() > 0
                ? new Work(given == null ? asset.intervalNs() : given, given == null ? measured : 0)
                : new Work(0, Math.max(1, given == null ? measured : given));
        }).toList(), new Work(config.coreIntervalNs(), CORE_COST_NS), handoverNs);
    }

    /**
     * The handover with which a trial is as fast as the measured run: the one thing that cannot be measured by itself.
     *
     * @param settings as they were measured.
     * @param load     whose handover does not matter.
     * @param speed    as it was measured.
     * @return nanoseconds; 0 when even without any the trial is slower.
     */
    static long fitHandoverNs(final Settings settings, final Workload load, final double speed) {
        if (speedWith(settings, load, 0) <= speed) {
            return 0;
        }
        double low = 1;
        double high = MOST_HANDOVER_NS;
        for (int i = 0; i < HALVINGS; i++) {
            // The means are geometric: handovers differ by factors.
            final double middle = Math.sqrt(low * high);
            if (speedWith(settings, load, Math.round(middle)) > speed) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.round(high);
    }

    private static double speedWith(final Settings settings, final Workload load, final long handoverNs) {
        return Trial.of(settings, new Workload(load.assets(), load.core(), handoverNs)).speed();
    }
}
