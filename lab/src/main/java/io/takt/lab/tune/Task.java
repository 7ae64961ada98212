package io.takt.lab.tune;

import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Work;
import io.takt.lab.sim.Workload;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The system that is to be tuned. All times in nanoseconds.
 *
 * @param names       of the assets.
 * @param present     what it is set to.
 * @param presentLoad how much wall time its parties need with that.
 * @param spreadNs    how far apart clocks may be: the greatest D_max.
 * @param freeSteps   whether the assets' steps may be changed.
 * @param cost        how the wall time of a step goes with the step.
 */
public record Task(List<String> names, Settings present, Workload presentLoad, long spreadNs, boolean freeSteps,
    Cost cost) {
    /** How the wall time of a step goes with the step. */
    public enum Cost {
        /** A step takes the same wall time, whatever its length: Hakoniwa's model. */
        CONSTANT,
        /** Twice the step takes twice the wall time: a simulator with a step of its own inside. */
        PROPORTIONAL
    }

    /**
     * Copies the names.
     *
     * @throws IllegalArgumentException when they are not as many as there are assets.
     */
    public Task {
        names = List.copyOf(names);
        if (names.size() != present.assets() || names.size() != presentLoad.assets().size()) {
            throw new IllegalArgumentException(names + " with " + present + " and " + presentLoad);
        }
    }

    /**
     * How much wall time the parties need with other settings.
     *
     * @param settings with as many assets.
     * @return the present load, where steps cost as much as before.
     */
    public Workload load(final Settings settings) {
        if (cost == Cost.CONSTANT || settings.assetSteps().equals(present.assetSteps())) {
            return presentLoad;
        }
        return new Workload(IntStream.range(0, names.size()).mapToObj(asset -> scaled(presentLoad.assets().get(asset),
            (double) settings.assetSteps().get(asset) / present.assetSteps().get(asset))).toList(),
            presentLoad.core(), presentLoad.handover());
    }

    private static Work scaled(final Work work, final double factor) {
        return new Work(scaled(work.interval(), factor), scaled(work.cost(), factor));
    }

    private static long scaled(final long wallNs, final double factor) {
        return wallNs == 0 ? 0 : Math.max(1, Math.round(wallNs * factor));
    }
}
