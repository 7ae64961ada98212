package io.takt.lab.sim;

import java.util.List;

/**
 * How much wall time a federate's parties need.
 *
 * @param assets   each asset; a progress of an asset must take some time.
 * @param core     the core.
 * @param handover from when a clock moves until the party that waits for that can act.
 */
public record Workload(List<Work> assets, Work core, long handover) {
    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException when wall time could stand still.
     */
    public Workload {
        assets = List.copyOf(assets);
        if (handover < 0 || assets.stream().anyMatch(asset -> asset.leastBetween() == 0)) {
            throw new IllegalArgumentException("handover " + handover + ", assets " + assets
                + ": a step must take some time, and none less than 0");
        }
    }
}
