package io.takt.lab.tune;

import io.takt.asset.SimTime;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Workload;
import io.takt.lab.study.Tracker;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** From a configuration to advice: measures what is not known, searches, and finds what limits it now. */
public final class Tuner {
    /** How long to measure where that is not said. */
    static final long USUAL_MEASURE_NS = 5_000_000_000L;

    private final Measurer measurer;
    private final Tracker tracker;

    /**
     * A tuner.
     *
     * @param measurer runs configurations.
     * @param tracker  is told how far the search has come.
     */
    public Tuner(final Measurer measurer, final Tracker tracker) {
        this.measurer = measurer;
        this.tracker = tracker;
    }

    /**
     * The user's wishes.
     *
     * @param spreadNs   the greatest D_max; null for that of the file.
     * @param intervalNs wall time from step to step of some assets, by name.
     * @param measureNs  how long to measure; null for only if it has to be, and then for the usual time.
     * @param handoverNs from the move of a clock until a waiting party can act; null for the measured or usual time.
     * @param freeSteps  whether the assets' steps may be changed.
     * @param cost       how the wall time of a step goes with the step.
     */
    public record Wishes(Long spreadNs, Map<String, Long> intervalNs, Long measureNs, Long handoverNs,
        boolean freeSteps, Task.Cost cost) {
        /** Copies the map. */
        public Wishes {
            intervalNs = Map.copyOf(intervalNs);
        }
    }

    /**
     * Tunes.
     *
     * @param config that is live.
     * @param wishes what is wanted of it.
     * @return what was found.
     * @throws IllegalArgumentException when that cannot be, in one line.
     * @throws IOException              when it could not be measured.
     * @throws InterruptedException     when the thread is interrupted.
     */
    public Tuning tune(final HubConfig config, final Wishes wishes) throws IOException, InterruptedException {
        require(!config.assets().isEmpty(), "the configuration names no assets, so there is nothing to tune");
        for (final Map.Entry<String, Long> each : wishes.intervalNs().entrySet()) {
            require(config.assets().stream().anyMatch(asset -> asset.name().equals(each.getKey())),
                "--interval " + each.getKey() + ": there is no such asset in the configuration");
            require(each.getValue() > 0, "--interval " + each.getKey() + ": must be more than 0");
        }
        for (final PlannedAsset asset : config.assets()) {
            require(asset.steps().isFixed(), "asset '" + asset.name() + "' has steps that vary, and only fixed steps"
                + " can be tuned; give it a step instead of maxStep and granularity");
        }
        final long spreadNs = wishes.spreadNs() == null ? config.maxDelayNs() : wishes.spreadNs();
        requireRoom(config, spreadNs, wishes.freeSteps());
        final Settings present = new Settings(config.coreStepNs(), config.maxDelayNs(),
            config.assets().stream().map(asset -> asset.steps().greatestNs()).toList());
        final Measurement measurement = measureIfNeeded(config, wishes);
        final Workload load = load(config, wishes, measurement, present);
        final Task task = new Task(config.assets().stream().map(PlannedAsset::name).toList(), present, load, spreadNs,
            wishes.freeSteps(), wishes.cost());
        final Search.Result result = new Search(task, tracker).run();
        return new Tuning(config.hub(), task, measurement, result, Limits.of(present, load));
    }

    private static void requireRoom(final HubConfig config, final long spreadNs, final boolean freeSteps) {
        require(spreadNs > 0, "--spread must be more than 0");
        for (final PlannedAsset asset : config.assets()) {
            require(freeSteps || asset.steps().greatestNs() <= spreadNs, "--spread " + SimTime.format(spreadNs)
                + ": asset '" + asset.name() + "' has a step of " + SimTime.format(asset.steps().greatestNs())
                + ", and clocks are a step apart at least; want more, or use --free-steps");
        }
    }

    private Measurement measureIfNeeded(final HubConfig config, final Wishes wishes)
        throws IOException, InterruptedException {
        final List<PlannedAsset> unknown = Loads.unknown(config, wishes.intervalNs());
        if (unknown.isEmpty() && wishes.measureNs() == null) {
            return null;
        }
        for (final PlannedAsset asset : config.assets()) {
            require(!asset.launch().isEmpty() || !asset.required() && !unknown.contains(asset),
                "asset '" + asset.name() + "' cannot be measured: the configuration does not launch it"
                    + (asset.intervalNs() > 0 ? "" : "; say how long its step takes with --interval " + asset.name()
                    + "=TIME"));
        }
        final Measurement measurement =
            measurer.measure(config, wishes.measureNs() == null ? USUAL_MEASURE_NS : wishes.measureNs());
        for (final PlannedAsset asset : unknown) {
            require(measurement.stepWallNs().containsKey(asset.name()), "asset '" + asset.name()
                + "' did not tell how long its steps take; say it with --interval " + asset.name()
                + "=TIME, or measure longer");
        }
        return measurement;
    }

    private static Workload load(final HubConfig config, final Wishes wishes, final Measurement measurement,
        final Settings present) {
        final Map<String, Long> measuredNs = measurement == null ? Map.of() : measurement.stepWallNs();
        if (wishes.handoverNs() != null || measurement == null) {
            return Loads.of(config, wishes.intervalNs(), measuredNs,
                wishes.handoverNs() == null ? Loads.USUAL_HANDOVER_NS : wishes.handoverNs());
        }
        // The run that was measured did not know of the user's intervals.
        final Workload asMeasured = Loads.of(config, Map.of(), measuredNs, 0);
        return Loads.of(config, wishes.intervalNs(), measuredNs,
            Loads.fitHandoverNs(present, asMeasured, measurement.speed()));
    }

    private static void require(final boolean holds, final String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
